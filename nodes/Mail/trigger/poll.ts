import type { INodeExecutionData, INodeProperties, IPollFunctions } from 'n8n-workflow';
import { ZodError } from 'zod';
import { isTimeout } from '../../shared/clock';
import { InvalidInput, ProviderFailure } from '../../shared/failures';
import { toNodeError } from '../../shared/toNodeError';
import type { Cursor, ReadCursor } from './cursor';
import { readCursor, saveCursor, startCursor } from './cursor';
import { handleMails, markAsRead } from './deliver';
import { listFrom, listNewest, lookAt, placesOf, unwantedPlaces } from './listing';
import type { Turn } from './oneAtATime';
import { takeTurn } from './oneAtATime';
import type { PollRun } from './pollRun';
import { budgetOf, openPoll } from './pollRun';
import type { TriggerSettings } from './settings';
import type { Verdict } from './settle';
import {
	candidates,
	looksUnchanged,
	MAX_WAITING,
	settle,
	watchedSince,
	windowStart,
} from './settle';
import { forget, isBeingStored, latestOf, remember } from './unsaved';

/** Mails looked at by one poll at most; a filter may want none of them. */
const MAX_CANDIDATES = 1_000;
/** Mails that one poll lists at most while it need not load all of them. */
const MAX_LISTED = 10_000;
/** Newest mails that the test step looks through. */
const TEST_CANDIDATES = 200;
/**
 * How far the clocks of the provider's own machines may be apart, and a mail be late, at the moment of
 * the activation, in milliseconds.
 */
const ACTIVATION_MARGIN_MS = 60_000;

/** n8n's contexts whose activation was handled; n8n may use one context for all polls. */
const activated = new WeakSet<object>();

/**
 * Polls the mailbox once. In n8n's manual mode: the newest mail that matches, and nothing is saved.
 * @param readSettings reads and validates the node's parameters.
 * @param fields the node's fields, for the names in errors.
 * @returns null when there is nothing new.
 */
export async function poll(
	this: IPollFunctions,
	readSettings: () => TriggerSettings,
	fields: INodeProperties[],
): Promise<INodeExecutionData[][] | null> {
	try {
		const settings = readSettings();
		if (this.getMode() === 'manual') return await pollForTest(await openPoll(this, settings));
		const activating = this.getActivationMode() === 'activate' && !activated.has(this);
		const turn = takeTurn(triggerOf(this), 2 * budgetOf(this), activating);
		if (!turn) return null;
		try {
			const delivered = await pollMailbox(await openPoll(this, settings), activating, turn);
			activated.add(this);
			return delivered;
		} finally {
			turn.end();
		}
	} catch (error) {
		throw toTriggerError(this, error, fields);
	}
}

/** Names the trigger in this process. */
function triggerOf(context: IPollFunctions): string {
	return JSON.stringify([context.getWorkflow().id, context.getNode().id]);
}

async function pollMailbox(
	run: PollRun,
	activating: boolean,
	turn: Turn,
): Promise<INodeExecutionData[][] | null> {
	const { context, settings, mailbox } = run;
	const saved = context.getWorkflowStaticData('node');
	const save = (cursor: Cursor) => {
		// Deciding and saving happen in one go: n8n hands the items on in the same turn.
		if (run.isOver()) throw tookTooLong();
		if (!turn.isCurrent()) return false;
		saved.cursor = saveCursor(cursor);
		return true;
	};
	const trigger = triggerOf(context);

	const read = readCursor(saved.cursor);
	if (!activating && read.state === 'sound' && isBeingStored(trigger, read.cursor)) return null;
	const isNewStart = activating && settings.whenActivated === 'new';
	const known = isNewStart ? undefined : cursorToContinue(run, read);
	if (!known) {
		if (!save(await cursorFromNow(run))) return null;
		forget(trigger);
		await storeNow(context);
		return null;
	}
	const start = known.mark?.start ?? windowStart(known);
	const [{ look, now }, places] = await Promise.all([
		lookAt(mailbox, start),
		placesOf(mailbox, known.waiting),
	]);
	const cursor = activating ? notOlderThan(known, now - settings.maxAge) : known;
	// More lies in Junk than can be remembered: the listing says which, instead of loading them again.
	const withFolders = cursor.waiting.length >= MAX_WAITING;
	const enough = withFolders ? MAX_LISTED : MAX_CANDIDATES;
	const listing = looksUnchanged(cursor, look, now)
		? undefined
		: await listFrom(
				mailbox,
				{ cursor, start: windowStart(cursor), enough, withFolders },
				run.isLate,
			);
	const listed = listing ? candidates(cursor, listing) : [];
	const unwanted = await unwantedPlaces(mailbox, listed);
	const fresh = listed.filter(({ id }) => !unwanted.has(id)).slice(0, MAX_CANDIDATES);
	const back = cursor.waiting.filter(({ id }) => places.get(id) === 'incoming');
	const tasks = [...back, ...fresh].map((mail) => ({ ...mail, attempts: 0 }));
	const reader = run.readerAt(now);
	const handled = await handleMails(run, reader, [...tasks, ...cursor.failed], settings.maxMails);
	const { verdicts, deliveries } = handled;
	for (const [id, place] of [...places, ...unwanted]) {
		if (place !== 'incoming') verdicts.set(id, place === 'aside' ? 'waiting' : 'done');
	}
	if (settings.markAsRead) await markAsRead(reader, deliveries);
	const items = deliveries.map(({ json, binary }) => ({ json, ...(binary ? { binary } : {}) }));
	const settled = settle(cursor, { listing, verdicts }, now);
	const delivers = items.length > 0;
	const next = { ...settled, deliveries: settled.deliveries + (delivers ? 1 : 0) };
	if (!save(next)) return null;
	remember(trigger, next, delivers);
	if (delivers) return [items];
	if (activating) await storeNow(context);
	return null;
}

/**
 * Has n8n store what was saved. With its durable cursors, n8n 2.41 stores what a scheduled poll
 * saved, but of a poll that activates the workflow only what goes with mail: where the trigger starts
 * would be forgotten, and the next poll start later. Without them this does nothing.
 */
async function storeNow(context: IPollFunctions): Promise<void> {
	await context.__commitCursor?.();
}

/** Where the last poll ended; undefined when nothing usable was saved. */
function cursorToContinue({ context, mailbox }: PollRun, read: ReadCursor): Cursor | undefined {
	if (read.state === 'none') return undefined;
	if (read.state === 'sound') {
		const cursor = latestOf(triggerOf(context), read.cursor);
		if (cursor.scope === mailbox.scope) {
			// Folders that were not watched before: what lay in them then is no new mail either.
			const isElsewhere = cursor.mark && cursor.mark.of !== mailbox.views.of;
			return isElsewhere ? notOlderThan(cursor, watchedSince(cursor)) : cursor;
		}
		// Another account or mailbox: what came before the change is not this one's backlog.
		const from = Math.max(cursor.since, watchedSince(cursor));
		const { seen, deliveries } = cursor;
		return { ...startCursor(mailbox.scope, from), seen, deliveries };
	}
	if (read.since === undefined) {
		context.logger.warn('Mail Trigger: the saved state cannot be read; starting from now');
		return undefined;
	}
	context.logger.warn(
		'Mail Trigger: the saved state is damaged; continuing after the last mail it names',
	);
	// That last mail was delivered, and the memory of it is lost: the second after it.
	return startCursor(mailbox.scope, read.since + 1_000);
}

/**
 * A cursor that lets through what becomes visible from now on, by the provider's clock: what was
 * received in the last minute and is visible already counts as handled.
 */
async function cursorFromNow({ mailbox, isLate }: PollRun): Promise<Cursor> {
	const { now } = await listNewest(mailbox, 1);
	const start = now - ACTIVATION_MARGIN_MS;
	const cursor = startCursor(mailbox.scope, start);
	const listing = await listFrom(mailbox, { cursor, start, enough: Infinity }, isLate);
	const there = candidates(cursor, listing).map(({ id }): [string, Verdict] => [id, 'done']);
	return settle(cursor, { listing, verdicts: new Map(there) }, now);
}

function notOlderThan(cursor: Cursor, moment: number): Cursor {
	const limit = Math.floor(moment / 1_000) * 1_000;
	return { ...cursor, since: Math.max(cursor.since, limit), from: Math.max(cursor.from, limit) };
}

async function pollForTest(run: PollRun): Promise<INodeExecutionData[][]> {
	const { mails, now } = await listNewest(run.mailbox, TEST_CANDIDATES);
	const reader = run.readerAt(now);
	for (const mail of mails) {
		// One by one from the newest: the first that matches is the one.
		const last = [{ ...mail, attempts: Infinity }];
		const [delivery] = (await handleMails(run, reader, last, 1)).deliveries;
		if (delivery) {
			const { json, binary } = delivery;
			return [[{ json, ...(binary ? { binary } : {}) }]];
		}
		if (run.isLate()) break;
	}
	throw new InvalidInput(
		'No email matches',
		undefined,
		`Looked through the newest ${TEST_CANDIDATES} emails of the chosen folders. Send one that matches the Search Filter, then try again.`,
	);
}

function tookTooLong(): ProviderFailure {
	return new ProviderFailure('unavailable', 'The provider answered too slowly for one poll', {
		hint: 'The next poll tries again. If it stays so, lower Maximum Emails per Poll.',
	});
}

/** Wrong input is not tried again at once: n8n waits for somebody to change it. */
function toTriggerError(context: IPollFunctions, error: unknown, fields: INodeProperties[]) {
	const cause = isTimeout(error) ? tookTooLong() : error;
	const nodeError = toNodeError(context.getNode(), cause, { fields });
	if (cause instanceof InvalidInput || cause instanceof ZodError) {
		nodeError.failure = { cause: 'configuration-invalid' };
	}
	return nodeError;
}
