import type { ApiAnswer, JsonObject } from '../exchange';
import type { GraphCall } from './call';
import { createGuid } from './ids';
import { GraphProblem } from './problem';

/** A round that goes on over several pages. */
export interface Round {
	pages: JsonObject[][];
	page: number;
	end: string;
}

/** The links that were given out, by the secret in them; `Known` is what a client knows that holds one. */
export class DeltaLinks<Known> {
	private readonly ends = new Map<string, Known>();

	private readonly rounds = new Map<string, Round>();

	private serial = 0;

	/** All links are refused from now on: the service dropped its cache (graph.md 3). */
	expire(): void {
		this.ends.clear();
		this.rounds.clear();
	}

	addEnd(known: Known): string {
		const token = this.nextToken();
		this.ends.set(token, known);
		return token;
	}

	endOf(token: string): Known {
		return this.ends.get(token) ?? gone();
	}

	roundOf(token: string): Round {
		return this.rounds.get(token) ?? gone();
	}

	/** A page of a round, with the link to the next one or to the next round. */
	answer(call: GraphCall, round: Round, type: string): ApiAnswer {
		const link = (name: string, token: string) =>
			`${call.root}${call.request.path}?$${name}=${token}`;
		const { pages, page, end } = round;
		const isLast = page + 1 >= pages.length;
		return {
			status: 200,
			body: {
				'@odata.context': `${call.root}/$metadata#Collection(${type})`,
				value: pages[page] ?? [],
				...(isLast
					? { '@odata.deltaLink': link('deltatoken', end) }
					: { '@odata.nextLink': link('skiptoken', this.addRound({ ...round, page: page + 1 })) }),
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

// 410 with this code: clear and begin anew (graph.md 3).
function gone(): never {
	throw new GraphProblem(410, 'SyncStateNotFound', 'The sync state generation is not found.');
}
