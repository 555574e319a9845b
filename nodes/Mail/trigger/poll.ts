/*
 * This folder keeps the promise of the Mail Trigger: each mail that matches starts the workflow once.
 * A poll begins where the last one ended, looks at the mailbox, and delivers what is new in it. What
 * that means is decided in `settle` and `cursor`, which know nothing of n8n and ask the provider for
 * nothing. The folder must not know the operations of the Mail node, nor the syntax of the filter.
 * All moments are the provider's; n8n's clock only measures how long something takes.
 */

import type { INodeExecutionData, IPollFunctions } from 'n8n-workflow';
import type { Clock } from '../../shared/clock';
import { systemClock } from '../../shared/clock';
import type { PollInTurn, PollStart } from '../../shared/trigger/pollInTurn';
import { pollInTurn } from '../../shared/trigger/pollInTurn';
import { TriggerSessions } from '../../shared/trigger/session';
import { arrivalsOf, unwantedOf } from './arrivals';
import type { Cursor } from './cursor';
import { notAhead, readCursor, saveCursor } from './cursor';
import type { Task } from './deliver';
import { loadDeliveries, markAsRead } from './deliver';
import { mailTriggerProperties, readSettings } from './fields';
import { listNew, MAX_CANDIDATES, peekAt } from './listing';
import type { Membership } from './membership';
import { saveMembership } from './membership';
import type { Poll, TriggerMemory } from './openPoll';
import { openPoll } from './openPoll';
import { findInSet, pollSet, setSessions } from './pollSet';
import { CLOCK_MARGIN_MS, notOlderThan, positionNow, positionToContinue } from './position';
import type { Listing, Verdict } from './settle';
import { candidates, looksUnchanged, settle, verdictOn, windowStart } from './settle';
import { keepFilesOf } from './storeAttachments';
import { findForTest } from './testStep';
import { isAboutSet } from './watchedSet';

/** The sessions of all Mail Triggers of this process. */
const sessions = new TriggerSessions<Cursor, TriggerMemory>(() => ({
	folders: {},
	files: new Map(),
}));

/** A poll of the mailbox, in its turn. */
interface MailPoll extends Poll {
	run: PollInTurn<Cursor, TriggerMemory>;
}

/**
 * Polls the mailbox once. In n8n's manual mode: the newest mail that matches, and nothing is saved.
 * @returns null when there is nothing new.
 */
export async function poll(
	this: IPollFunctions,
	clock: Clock = systemClock,
): Promise<INodeExecutionData[][] | null> {
	const about = {
		who: 'The Mail Trigger',
		permission: ['Mail.Read'],
		fields: mailTriggerProperties,
		whenTooSlow: 'lower Maximum Emails per Poll',
	};
	if (isAboutSet(this.getNodeParameter('event'))) {
		return await pollInTurn<Membership, TriggerMemory>(this, clock, {
			...about,
			sessions: setSessions,
			savePosition: saveMembership,
			findForTest: async (start) => await findInSet(await open(start)),
			poll: async (run) => await pollSet(await open(run), run),
		});
	}
	return await pollInTurn<Cursor, TriggerMemory>(this, clock, {
		...about,
		sessions,
		savePosition: saveCursor,
		findForTest: async (start) => await findForTest(await open(start)),
		poll: async (run) => await pollMailbox({ ...(await open(run)), run }),
	});
}

async function open(start: PollStart<TriggerMemory>): Promise<Poll> {
	return await openPoll(start, readSettings.call(start.context));
}

/** Begins anew, or where the last poll ended. */
async function pollMailbox(poll: MailPoll): Promise<INodeExecutionData[][] | null> {
	const { settings, run } = poll;
	const read = readCursor(run.saved);
	if (read.state === 'sound' && run.isBeingStored(read.cursor)) return null;
	const startsAnew = run.isFirst && settings.whenActivated === 'new';
	const cursor = startsAnew ? undefined : positionToContinue(poll, run.session, read);
	return cursor
		? await deliver(poll, await look(poll, cursor))
		: await run.begin(await positionNow(poll));
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
async function look(poll: MailPoll, known: Cursor): Promise<Findings> {
	const [{ seen, now }, arrivals] = await Promise.all([
		peekAt(poll, known.mark?.start ?? windowStart(known)),
		arrivalsOf(poll, known.waiting),
	]);
	const possible = notAhead(known, now, CLOCK_MARGIN_MS);
	const { isFirst } = poll.run;
	const cursor = isFirst ? notOlderThan(possible, now - poll.settings.maximumAge) : possible;
	const listing = looksUnchanged(cursor, seen, now)
		? undefined
		: await listNew(poll, cursor, seen, now);
	const listed = listing ? candidates(cursor, listing) : [];
	const unwanted = await unwantedOf(poll, listed);
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
	poll: MailPoll,
	{ cursor, now, listing, tasks, verdicts }: Findings,
): Promise<INodeExecutionData[][] | null> {
	const { settings, run } = poll;
	const loaded = await loadDeliveries({ ...poll, now }, tasks, settings.options.maxMails);
	const { deliveries } = loaded;
	if (settings.options.markAsRead) await markAsRead(poll, deliveries);
	const all = new Map([...loaded.verdicts, ...verdicts]);
	const again = tasks.filter(({ id }) => (all.get(id) ?? 'failed') === 'failed');
	keepFilesOf(poll.files, new Set(again.map(({ id }) => id)));
	return await run.deliver(
		settle(cursor, { listing, verdicts: all }, now),
		deliveries.flatMap(({ items }) => items),
		now,
		settings.options.heartbeat,
	);
}
