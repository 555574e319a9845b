import type { INodeExecutionData, IPollFunctions } from 'n8n-workflow';
import { systemClock } from '../../shared/clock';
import { InvalidInput, recover } from '../../shared/failures';
import type { Budget } from '../../shared/trigger/budget';
import { startBudget } from '../../shared/trigger/budget';
import { activates, endActivation } from '../../shared/trigger/session';
import type { CollectionClient } from '../api/client';
import { collectionPath } from '../api/paths';
import { connectCollection } from '../connectCollection';
import { clientShape, requestShape, teamMemberShape } from '../records';
import { asTriggerError, TO_READ } from './errors';
import { readSettings } from './fields';
import type { Look } from './look';
import { lookAt } from './look';
import type { ListedKind } from './memory';
import { LISTED, Memory } from './memory';
import type { TriggerSession } from './session';
import { sessionOf } from './session';
import type { News } from './settle';
import { newsIn } from './settle';
import { sightListed, sightPerson } from './sight';
import type { Teller } from './tell';
import { tell } from './tell';
import { toldBy } from './told';

/** Things that one list may hold: each takes some 30 bytes of what n8n stores for the trigger. */
const MAX_LISTED = 10_000;
/** Events that one look hands over at most; the next one goes on from there. */
const MAX_EVENTS = 100;

/** All statuses of a request: without them the API may leave out the archived ones. */
const STATUSES = ['draft', 'scheduled', 'published', 'waiting', 'completed', 'archived'];

/** A look through the lists that is under way. */
interface Round extends Teller {
	session: TriggerSession;
	budget: Budget;
	/** What the workflow gets. */
	items: INodeExecutionData[];
}

/**
 * Looks for events that Content Snare did not deliver, or delivered while n8n was down: compares the
 * lists with what the trigger knows. The first look of an activation learns what is there.
 * @returns null when there is nothing new.
 */
export async function reconcile(
	this: IPollFunctions,
	clock = systemClock,
): Promise<INodeExecutionData[][] | null> {
	const budget = startBudget(this, clock);
	try {
		const settings = readSettings(this);
		const session = sessionOf(this);
		const { deadline, signal } = budget;
		const store = this.helpers.prepareBinaryData;
		const items = await session.inTurn(async () => {
			if (activates(this)) session.memory = new Memory();
			const kinds = settings.reconcile ? kindsOf(settings.events) : [];
			session.memory.keepLists(kinds);
			const api = await connectCollection(this, { deadline, signal, clock });
			const round: Round = { api, settings, store, session, budget, items: [] };
			try {
				for (const kind of kinds) await compare(round, kind).catch(unlessFound(round));
			} finally {
				// What one list told is known, although another one could not be read.
				session.store(this);
				// With durable cursors, n8n stores by itself what scheduled polls left that succeeded, and what
				// goes with items together with their execution. Without them it stores the latter alone.
				if (round.items.length === 0) await this.__commitCursor?.();
			}
			endActivation(this);
			return round.items;
		});
		return items.length > 0 ? [items] : null;
	} catch (error) {
		throw asTriggerError(this.getNode(), error, TO_READ);
	} finally {
		budget.end();
	}
}

/** What was found before a failure is remembered and has to be told; the next look fails again. */
function unlessFound({ items }: Round): (error: unknown) => void {
	return (error) => {
		if (items.length === 0) throw error;
	};
}

/** The lists in which one of the events shows. */
function kindsOf(events: string[]): ListedKind[] {
	const kinds: ListedKind[] = ['request', 'client', 'teamMember'];
	return kinds.filter((kind) =>
		events.some((event) => {
			const told = toldBy(event);
			return told?.kind === kind && (told.aspect === 'there' || told.aspect === LISTED[kind]);
		}),
	);
}

/** Compares one list with what is known of it, and tells what is new. */
async function compare(round: Round, kind: ListedKind): Promise<void> {
	const { memory } = round.session;
	const listed = await readList(round.api, kind);
	const known = memory.listOf(kind);
	if (!known) {
		memory.begin(kind);
		for (const { sightings } of listed) sightings.forEach((one) => memory.note(one));
		return;
	}
	const isFull = () => round.items.length >= MAX_EVENTS || round.budget.isLate();
	for (const row of listed) {
		if (isFull()) return;
		await tellNews(round, await lookCloser(round, kind, row));
	}
	const there = new Set(listed.flatMap(({ sightings }) => sightings.map(({ id }) => id)));
	for (const id of known.filter((one) => !there.has(one))) {
		if (isFull()) return;
		// A row may be missing as others moved to another page while the list was read.
		await tellNews(round, await lookAtListed(round, kind, id));
	}
}

const isChosen = ({ settings }: Round, { event }: News) => settings.events.includes(event);

/** A row of a request tells only that there is something to look at; that of a person all there is. */
async function lookCloser(round: Round, kind: ListedKind, row: Look): Promise<Look> {
	const news = newsIn(round.session.memory, row.sightings).find((one) => isChosen(round, one));
	return news && kind === 'request' ? await lookAtListed(round, kind, news.sighting.id) : row;
}

/** One thing as the account reads it; nothing is known of one that cannot be read, and it is looked at again. */
async function lookAtListed({ api }: Round, kind: ListedKind, id: string): Promise<Look> {
	return await lookAt(api, kind, id).catch(
		recover(
			({ details }) => details.isUnreadable === true,
			() => ({ sightings: [] }),
		),
	);
}

async function tellNews(round: Round, look: Look): Promise<void> {
	const { memory } = round.session;
	const news = newsIn(memory, look.sightings).filter((one) => isChosen(round, one));
	const items = await Promise.all(
		news.map(async ({ event, sighting: { id } }) => {
			return await tell(round, { event, id, confirmed: true, reconciled: true, look });
		}),
	);
	round.items.push(...items.filter((item) => item !== undefined));
	look.sightings.forEach((one) => memory.note(one));
}

/** @throws InvalidInput when there are too many to be remembered. */
async function readList(api: CollectionClient, kind: ListedKind): Promise<Look[]> {
	const limit = MAX_LISTED + 1;
	const looks = await {
		async request() {
			const query = { filter_by: { statuses: STATUSES } };
			const rows = await api.list(collectionPath`/requests`, requestShape, { query, limit });
			return rows.map((row): Look => ({ sightings: [sightListed(row)] }));
		},
		async client() {
			const rows = await api.list(collectionPath`/clients`, clientShape, { limit });
			return rows.map((client): Look => ({ sightings: [sightPerson('client', client)], client }));
		},
		async teamMember() {
			const rows = await api.list(collectionPath`/team_members`, teamMemberShape, { limit });
			return rows.map((teamMember): Look => ({
				sightings: [sightPerson('teamMember', teamMember)],
				teamMember,
			}));
		},
	}[kind]();
	if (looks.length > MAX_LISTED) {
		throw new InvalidInput(
			`the account has more than ${MAX_LISTED} of what the events are about, which are too many to remember`,
			'reconcile',
			'Switch Reconcile off, or choose other events.',
		);
	}
	return looks;
}
