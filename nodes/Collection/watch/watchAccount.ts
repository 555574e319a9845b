import type { Clock } from '../../shared/http/clock';
import { recover } from '../../shared/http/failures';
import { isOfTheThing } from '../../shared/watch/triggerErrors';
import type { Change, Loaded, Look, Watch } from '../../shared/watch/watch';
import type { DeliveredEvent } from './deliveredEvent';
import type { EventToTell, Teller } from './eventItem';
import { tell } from './eventItem';
import type { AccountExtra, AccountLedger, ListedKind, Snapshot } from './knownThings';
import {
	heardKey,
	heardState,
	isNew,
	keyOf,
	knownIds,
	stateAfter,
	wasHeard,
	withinBounds,
} from './knownThings';
import { readList } from './lists';
import type { News } from './newEvents';
import { learned, newsIn } from './newEvents';
import type { AccountReading } from './reading';
import { readAgain, readingOfBody, readNamed } from './reading';

/** Tells what happened to a thing: reads what is needed, and makes the items. */
type Telling = () => Promise<Loaded>;

interface ListsLook extends Look {
	/** The lists that could be read. */
	lists: ReadonlyMap<ListedKind, AccountReading[]>;
	/** The account has nothing of what is compared, and lacks the webhook of the trigger. */
	isWithoutAll: boolean;
}

/**
 * Watches the lists of the account. The first reading of a list tells nothing.
 * @param failing Keys of what could not be told by earlier looks: it comes last, and holds up nothing that can be.
 * @param most How many things of a kind are asked for that its list does not show: clients may be there for years.
 * @param finding Finds whether the account lacks the webhook of the trigger.
 */
export function watchLists(
	teller: Teller,
	kinds: ListedKind[],
	clock: Clock,
	{
		failing,
		most,
		finding,
	}: { failing: Set<string>; most: number; finding?: Promise<{ isGone: boolean } | undefined> },
): Watch<ListsLook, Telling, AccountExtra> {
	/** An event that was chosen since the last look is no news: it may have happened long ago. */
	function newsOf(ledger: AccountLedger, snapshots: Snapshot[]): News[] {
		const { events } = ledger.extra;
		return chosenIn(teller, ledger, snapshots).filter(
			({ event }) => events?.includes(event) ?? true,
		);
	}

	async function tellRead(
		ledger: AccountLedger,
		of: Pick<Snapshot, 'kind' | 'id'>,
		reading: AccountReading,
	): Promise<Loaded> {
		const news = newsOf(ledger, reading.snapshots);
		const items = await tellAll(teller, news, { confirmed: true, reconciled: true, reading });
		const read = reading.snapshots.find((snapshot) => keyOf(snapshot) === keyOf(of));
		// A thing that cannot be read keeps its state, and is looked at again.
		const next = read ? stateAfter(ledger, read) : ledger.entries.get(keyOf(of))?.state;
		return { verdict: 'done', items, next: next ?? null };
	}

	let unavailable = 0;

	/**
	 * Tells what happened to a thing, which is read unless its row tells all. Leaves what cannot be told for a later look,
	 * so that it holds up nothing else; the look fails at its end. A second failure `unavailable` ends the look at once:
	 * each takes the time of all its attempts.
	 */
	function telling(
		ledger: AccountLedger,
		seen: ListsLook,
		of: { kind: ListedKind; id: string },
		row?: AccountReading,
	): Telling {
		const key = keyOf(of);
		const tellNow = async () =>
			await tellRead(ledger, of, row ?? (await readAgain(teller.api, of.kind, of.id)));
		return async () => {
			failing.add(key);
			const loaded = await tellNow().catch(
				recover(
					(failure) =>
						isOfTheThing(failure) && !(failure.kind === 'unavailable' && ++unavailable > 1),
					(failure): Loaded => {
						seen.failure ??= failure;
						return { verdict: 'open', items: [] };
					},
				),
			);
			if (loaded.verdict === 'done') failing.delete(key);
			return loaded;
		};
	}

	return {
		async observe() {
			const lists = new Map<ListedKind, AccountReading[]>();
			let failure: unknown;
			for (const kind of kinds) {
				await readList(teller.api, kind).then(
					(rows) => lists.set(kind, rows),
					(error: unknown) => (failure ??= error),
				);
			}
			const isEmpty = [...lists].every(
				([kind, rows]) => kind === 'teamMember' || rows.length === 0,
			);
			const isWithoutAll = isEmpty && (await finding)?.isGone === true;
			return { now: clock.now(), lists, failure, isWithoutAll };
		},
		diff(ledger, seen) {
			const lists = [...seen.lists].map(([kind, rows]) => {
				const there = new Set(rows.flatMap(({ snapshots }) => snapshots.map(({ id }) => id)));
				const known = knownIds(ledger, kind);
				return { kind, rows, known, missing: known.filter((id) => !there.has(id)) };
			});
			// If there are other things or no webhook, and several known ones are all gone, the credential has another account.
			// Team members do not count: one person may be in both.
			const compared = lists.filter(({ kind }) => kind !== 'teamMember');
			const isOtherAccount =
				(seen.isWithoutAll || compared.some(({ rows }) => rows.length > 0)) &&
				compared.flatMap(({ known }) => known).length > 1 &&
				compared.every(({ known, missing }) => missing.length === known.length);
			const changes = lists.flatMap(({ kind, rows, missing }): Array<Change<Telling>> => {
				if (isOtherAccount || !ledger.extra.lists.includes(kind)) {
					const snapshots = rows.flatMap((row) => row.snapshots);
					return [
						...missing.map((id) => ({ key: keyOf({ kind, id }), next: null })),
						...snapshots.flatMap((snapshot) => changeOf(ledger, snapshot, [])),
					];
				}
				return [
					...rows.flatMap((row) =>
						row.snapshots.flatMap((snapshot) => {
							const news = newsOf(ledger, [snapshot]);
							const of = { kind, id: snapshot.id };
							// The row of a request only tells that it has to be read; that of a person tells all.
							const happening = telling(ledger, seen, of, kind === 'request' ? undefined : row);
							return changeOf(ledger, snapshot, news, happening);
						}),
					),
					// Read by itself: a row may be missing because others moved to another page while the list was read. What was
					// read last stands last in the ledger.
					...missing.slice(0, most).map((id) => ({
						key: keyOf({ kind, id }),
						next: null,
						happening: telling(ledger, seen, { kind, id }),
					})),
				];
			});
			return changes.sort((a, b) => Number(failing.has(a.key)) - Number(failing.has(b.key)));
		},
		load: async (telling) => await telling(),
		advance(ledger, { now, lists }) {
			const isKept = (kind: ListedKind) => lists.has(kind) || ledger.extra.lists.includes(kind);
			const isWhole = kinds.every((kind) => lists.has(kind));
			const events = isWhole ? teller.settings.events : ledger.extra.events;
			const extra = { ...ledger.extra, lists: kinds.filter(isKept), events };
			return withinBounds({ ...ledger, extra }, now);
		},
	};
}

/** Watches the things that a delivery names; there is no reading where it says nothing new, or something false. */
export function watchDelivery(
	teller: Teller,
	delivered: DeliveredEvent,
	clock: Clock,
): Watch<Look & { reading?: AccountReading }, Telling, AccountExtra> {
	const { settings } = teller;
	const { event, id, about, body } = delivered;
	const content = JSON.stringify([event, body]);
	function telling(news: News[], reading: AccountReading, confirmed: boolean): Telling {
		const details = { confirmed, reconciled: false, reading, delivered: body };
		return async () => ({ verdict: 'done', items: await tellAll(teller, news, details) });
	}

	return {
		async observe(ledger) {
			const now = clock.now();
			if (!ledger || wasHeard(ledger, content, now)) return { now };
			const reading = settings.readAgain
				? await readNamed(teller.api, ledger, delivered)
				: readingOfBody(delivered);
			return reading.isFalse ? { now } : { now, reading };
		},
		diff(ledger, { now, reading }) {
			if (!reading) return [];
			if (reading.snapshots.length > 0) {
				return reading.snapshots.flatMap((snapshot) => {
					const news = chosenIn(teller, ledger, [snapshot], event);
					// A missing thing confirms nothing if nobody knew that it was there.
					const isSure = snapshot.states.there !== 'gone' || isNew(ledger, snapshot) === false;
					const happening = telling(news, reading, settings.readAgain && isSure);
					return changeOf(ledger, learned(ledger, snapshot, event), news, happening);
				});
			}
			// Nothing can be read of the event: it rests on the delivery alone. What a list shows later is no news.
			const isWanted = settings.events.includes(event);
			const happening = isWanted ? telling([{ event, id }], reading, false) : undefined;
			const told = { key: heardKey(content), next: heardState(now), happening };
			if (about?.kind !== 'teamMember') return [told];
			return [told, ...changeOf(ledger, { ...about, states: { content: '' } }, [])];
		},
		load: async (happening) => await happening(),
		advance: (ledger, { now }) => withinBounds(ledger, now),
	};
}

/** The news that the workflow wants. */
function chosenIn({ settings }: Teller, ...read: Parameters<typeof newsIn>): News[] {
	return newsIn(...read).filter(({ event }) => settings.events.includes(event));
}

/** The change of a thing that is not as it is known; with news, also what to tell. */
function changeOf(
	ledger: AccountLedger,
	snapshot: Snapshot,
	news: News[],
	happening?: Telling,
): Array<Change<Telling>> {
	const key = keyOf(snapshot);
	const next = stateAfter(ledger, snapshot);
	if (news.length > 0) return [{ key, next, happening, weight: news.length }];
	const known = ledger.entries.get(key)?.state ?? [];
	const isAsKnown = (next ?? []).join('\n') === known.join('\n');
	return isAsKnown ? [] : [{ key, next }];
}

async function tellAll(teller: Teller, news: News[], details: Omit<EventToTell, keyof News>) {
	const items = await Promise.all(
		news.map(async (event) => await tell(teller, { ...event, ...details })),
	);
	return items.filter((item) => item !== undefined);
}
