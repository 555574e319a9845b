/*
 * This folder keeps the promise of the Mail Trigger: each mail that matches starts the workflow once.
 * A poll begins where the last one ended, looks at the mailbox, and delivers what is new in it. What
 * that means is decided in `settle` and `cursor`, which know nothing of n8n and ask the provider for
 * nothing. The folder must not know the operations of the Mail node, nor the syntax of the filter.
 * All moments are the provider's; n8n's clock only measures how long something takes.
 */

import type { IDataObject, INodeExecutionData, IPollFunctions } from 'n8n-workflow';
import { ZodError } from 'zod';
import type { Clock } from '../../shared/clock';
import { isTimeout, systemClock } from '../../shared/clock';
import { InvalidInput, ProviderFailure, withPermissions } from '../../shared/failures';
import { toNodeError } from '../../shared/toNodeError';
import { arrivalsOf, unwantedOf } from './arrivals';
import { startBudget } from './budget';
import type { Cursor } from './cursor';
import { notAhead, readCursor, saveCursor } from './cursor';
import type { Task } from './deliver';
import { loadDeliveries, markAsRead } from './deliver';
import { mailTriggerProperties, readSettings } from './fields';
import { listNew, MAX_CANDIDATES, peekAt } from './listing';
import type { Poll } from './openPoll';
import { openPoll } from './openPoll';
import { CLOCK_MARGIN_MS, notOlderThan, positionNow, positionToContinue } from './position';
import type { TriggerMemory, TriggerSession, Turn } from './session';
import { activates, endActivation, sessionOf } from './session';
import type { Listing, Verdict } from './settle';
import { candidates, looksUnchanged, settle, verdictOn, windowStart } from './settle';
import { findForTest } from './testStep';

/** A poll that no other one runs beside, and that saves how far it got. */
interface PollInTurn extends Poll {
	session: TriggerSession;
	turn: Turn;
	/** It is the first one of an activation. */
	isFirst: boolean;
	/** What n8n stores for the trigger; it is changed in place. */
	state: IDataObject;
}

/**
 * Polls the mailbox once. In n8n's manual mode: the newest mail that matches, and nothing is saved.
 * @returns null when there is nothing new.
 */
export async function poll(
	this: IPollFunctions,
	clock: Clock = systemClock,
): Promise<INodeExecutionData[][] | null> {
	const budget = startBudget(this, clock);
	try {
		const settings = readSettings.call(this);
		const open = async (memory: TriggerMemory) =>
			await openPoll(this, settings, { budget, memory, clock });
		if (this.getMode() === 'manual') {
			return await findForTest(await open({ folders: {}, files: new Map() }));
		}
		const session = sessionOf(triggerOf(this), clock);
		const isFirst = activates(this);
		const turn = session.takeTurn(2 * budget.total, isFirst);
		if (!turn) return null;
		try {
			const opened = await open(session);
			const state = this.getWorkflowStaticData('node');
			const items = await pollInTurn({ ...opened, session, turn, isFirst, state });
			endActivation(this);
			return items;
		} finally {
			turn.end();
		}
	} catch (error) {
		throw toTriggerError(this, error);
	} finally {
		budget.end();
	}
}

/** Names the trigger in this process. */
function triggerOf(context: IPollFunctions): string {
	return JSON.stringify([context.getWorkflow().id, context.getNode().id]);
}

/** Begins anew, or where the last poll ended. */
async function pollInTurn(run: PollInTurn): Promise<INodeExecutionData[][] | null> {
	const { settings, session, isFirst, state } = run;
	const read = readCursor(state.cursor);
	if (!isFirst && read.state === 'sound' && session.isBeingStored(read.cursor)) return null;
	const startsAnew = isFirst && settings.whenActivated === 'new';
	const cursor = startsAnew ? undefined : positionToContinue(run, session, read);
	return cursor ? await deliver(run, await look(run, cursor)) : await start(run);
}

/** Lets through what becomes visible from now on. */
async function start(run: PollInTurn): Promise<null> {
	if (!save(run, await positionNow(run))) return null;
	run.session.forget();
	await storeNow(run);
	return null;
}

/** What a poll found in the mailbox. */
interface Findings {
	/** Where the poll begins. */
	cursor: Cursor;
	/** The provider's time. */
	now: number;
	/** Left out where the mailbox looks as it did when everything in it was handled. */
	listing?: Listing;
	/** Mails that are new, were taken out of Junk, or could not be loaded before. */
	tasks: Task[];
	/** On mails that need not be loaded, for they lie where nobody wants them. */
	verdicts: ReadonlyMap<string, Verdict>;
}

/** Finds the mails that may have to be delivered. */
async function look(run: PollInTurn, known: Cursor): Promise<Findings> {
	const [{ seen, now }, arrivals] = await Promise.all([
		peekAt(run, known.mark?.start ?? windowStart(known)),
		arrivalsOf(run, known.waiting),
	]);
	const possible = notAhead(known, now, CLOCK_MARGIN_MS);
	const cursor = run.isFirst ? notOlderThan(possible, now - run.settings.maximumAge) : possible;
	const listing = looksUnchanged(cursor, seen, now) ? undefined : await listNew(run, cursor);
	const listed = listing ? candidates(cursor, listing) : [];
	const unwanted = await unwantedOf(run, listed);
	const fresh = listed.filter(({ id }) => !unwanted.has(id)).slice(0, MAX_CANDIDATES);
	const back = cursor.waiting.filter(({ id }) => arrivals.get(id) === 'incoming');
	const verdicts = new Map(
		[...arrivals, ...unwanted].flatMap(([id, arrival]): Array<[string, Verdict]> =>
			arrival === 'incoming' ? [] : [[id, verdictOn(arrival)]],
		),
	);
	return { cursor, now, listing, tasks: [...back, ...fresh, ...cursor.failed], verdicts };
}

/** Loads what was found, saves that it was handled, and hands over the mails that are wanted. */
async function deliver(
	run: PollInTurn,
	{ cursor, now, listing, tasks, verdicts }: Findings,
): Promise<INodeExecutionData[][] | null> {
	const { settings, session, isFirst } = run;
	const loaded = await loadDeliveries({ ...run, now }, tasks, settings.options.maxMails);
	const { deliveries } = loaded;
	if (settings.options.markAsRead) await markAsRead(run, deliveries);
	const all = new Map([...loaded.verdicts, ...verdicts]);
	const again = tasks.filter(({ id }) => (all.get(id) ?? 'failed') === 'failed');
	session.keepFilesOf(new Set(again.map(({ id }) => id)));
	const settled = settle(cursor, { listing, verdicts: all }, now);
	if (deliveries.length > 0) {
		const next = { ...settled, deliveries: settled.deliveries + 1 };
		if (!save(run, next)) return null;
		session.handOver(next);
		return [deliveries.map(({ item }) => item)];
	}
	if (!save(run, settled)) return null;
	session.keep(settled);
	if (isFirst) await storeNow(run);
	return null;
}

/**
 * Saves where the poll ends. n8n hands the items on in the same turn of the event loop, so that
 * deciding and saving happen in one go.
 * @returns false when a later poll took the place of this one: nothing is saved, or to be delivered.
 * @throws ProviderFailure when n8n does not wait for the poll any more.
 */
function save({ budget, turn, state }: PollInTurn, cursor: Cursor): boolean {
	if (budget.isOver()) throw pollTookTooLong();
	if (!turn.isCurrent()) return false;
	state.cursor = saveCursor(cursor);
	return true;
}

/**
 * Has n8n store what was saved. With its durable cursors, n8n 2.41 stores what a scheduled poll
 * saved, but of a poll that activates the workflow only what goes with mail: where the trigger starts
 * would be forgotten, and the next poll start later. Without them this does nothing.
 */
async function storeNow({ context }: PollInTurn): Promise<void> {
	await context.__commitCursor?.();
}

function pollTookTooLong(): ProviderFailure {
	return new ProviderFailure('unavailable', 'The provider answered too slowly for one poll', {
		hint: 'The next poll tries again. If it stays so, lower Maximum Emails per Poll.',
	});
}

/** Wrong input is not tried again at once: n8n waits for somebody to change it. */
function toTriggerError(context: IPollFunctions, error: unknown) {
	const cause = isTimeout(error)
		? pollTookTooLong()
		: withPermissions(error, 'The Mail Trigger', ['Mail.Read']);
	const nodeError = toNodeError(context.getNode(), cause, { fields: mailTriggerProperties });
	if (cause instanceof InvalidInput || cause instanceof ZodError) {
		nodeError.failure = { cause: 'configuration-invalid' };
	}
	return nodeError;
}
