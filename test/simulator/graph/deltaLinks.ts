import type { ApiAnswer, JsonObject } from '../exchange';
import type { GraphCall } from './call';
import { createGuid } from './ids';
import { GraphProblem } from './problem';

/** A round that goes on over several pages. */
export interface Round {
	pages: JsonObject[][];
	page: number;
	end: string;
	/** The last of its pages comes again and again. */
	isEndless?: boolean;
	/** IDs of what is there now: of what was told and is gone meanwhile, a later page says so (fact: delta-links). */
	there?(): Set<unknown>;
}

/** The links that were given out, by the secret in them; `Known` is what a client knows that holds one. */
export class DeltaLinks<Known> {
	/** No round gets beyond what has more entries than this, or than a page was to have (fact: calendar-delta-endless). */
	stuckAt?: number;

	private readonly ends = new Map<string, Known>();

	private readonly rounds = new Map<string, Round>();

	private readonly broken = new Set<string>();

	private serial = 0;

	/** All links are refused from now on: the service dropped its cache (fact: delta-reset). */
	expire(): void {
		this.ends.clear();
		this.rounds.clear();
	}

	/** Each link that was given out is answered with 503 from now on (fact: delta-link-broken). */
	break(): void {
		for (const token of [...this.ends.keys(), ...this.rounds.keys()]) this.broken.add(token);
	}

	addEnd(known: Known): string {
		const token = this.nextToken();
		this.ends.set(token, known);
		return token;
	}

	endOf(token: string): Known {
		this.checkWhole(token);
		return this.ends.get(token) ?? gone();
	}

	roundOf(token: string): Round {
		this.checkWhole(token);
		return this.rounds.get(token) ?? gone();
	}

	private checkWhole(token: string): void {
		if (this.broken.has(token)) throw new GraphProblem(503, 'UnknownError', '');
	}

	/** A page of a round, with the link to the next one or to the next round. */
	answer(call: GraphCall, round: Round, type: string): ApiAnswer {
		const link = (name: string, token: string) => `${call.root}${linkPath(call)}?$${name}=${token}`;
		const { pages, page, end, isEndless } = round;
		const isLast = page + 1 >= pages.length;
		const there = page > 0 ? round.there?.() : undefined;
		const gone = pages
			.slice(0, page)
			.flat()
			.filter(({ id, seriesMasterId }) => there && !seriesMasterId && !there.has(id))
			.map(({ id }) => ({ id, '@removed': { reason: 'deleted' } }));
		const next = { ...round, page: isLast ? page : page + 1 };
		return {
			status: 200,
			body: {
				'@odata.context': `${call.root}/$metadata#Collection(${type})`,
				value: [...(pages[page] ?? []), ...gone],
				...(isLast && !isEndless
					? { '@odata.deltaLink': link('deltatoken', end) }
					: { '@odata.nextLink': link('skiptoken', this.addRound(next)) }),
			},
		};
	}

	private addRound(round: Round): string {
		const token = this.nextToken();
		this.rounds.set(token, round);
		return token;
	}

	private nextToken(): string {
		this.serial += 1;
		// About as long as real ones.
		return `R0usmcCM996atia_s${createGuid(`delta/${this.serial}`).repeat(6)}`;
	}
}

/** The path of a link: of a mailbox that is not one's own it may differ from that of the request. */
function linkPath({ request, mailbox, world }: GraphCall): string {
	const [, , user, ...rest] = request.path.split('/');
	if (!/^\/users\//i.test(request.path)) return request.path;
	if (world.readings.is({ fact: 'delta-link-form', as: 'user-id' })) {
		return ['/users', mailbox.id, ...rest].join('/');
	}
	if (!world.readings.is({ fact: 'delta-link-form', as: 'in-parentheses' })) return request.path;
	const names = ['users', user ?? '', ...rest];
	// Names and IDs alternate up to the collection, which has no ID here.
	return names.reduce((path, name, index) => {
		const isId = index % 2 === 1 && index < names.length - 2;
		return isId ? `${path}('${index === 1 ? mailbox.id : name}')` : `${path}/${name}`;
	}, '');
}

// 410 with this code: clear and begin anew (fact: delta-reset).
function gone(): never {
	throw new GraphProblem(410, 'SyncStateNotFound', 'The sync state generation is not found.');
}
