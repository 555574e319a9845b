import type { INodeExecutionData } from 'n8n-workflow';
import { shortHash } from '../../shared/shortHash';
import type { PollInTurn } from '../../shared/trigger/pollInTurn';
import { TriggerSessions } from '../../shared/trigger/session';
import { loadDeliveries, markAsRead } from './deliver';
import type { Membership } from './membership';
import { joined, looksSame, readMembership, settleMembership, startMembership } from './membership';
import type { Poll, TriggerMemory } from './openPoll';
import type { Arrival } from './settle';
import { keepFilesOf } from './storeAttachments';
import { firstThatMatches } from './testStep';
import { listSet, lookAt, watchedSet } from './watchedSet';

/** The sessions of all Mail Triggers of this process that watch a set. */
export const setSessions = new TriggerSessions<Membership, TriggerMemory>(() => ({
	folders: {},
	files: new Map(),
}));

/** Delivers the emails that joined the set since the last poll. */
export async function pollSet(
	mailbox: Poll,
	run: PollInTurn<Membership, TriggerMemory>,
): Promise<INodeExecutionData[][] | null> {
	const poll = whereverItLies(mailbox);
	const set = await watchedSet(poll);
	const scope = `${poll.scope} ${set.of}`;
	const saved = readMembership(run.saved);
	if (saved && run.isBeingStored(saved)) return null;
	const { look, now } = await lookAt(poll, set);
	const startsAnew = run.isFirst && poll.settings.whenActivated === 'new';
	if (startsAnew || saved?.scope !== scope) {
		const there = (await listSet(poll, set)).map(({ id }) => id);
		return await run.begin(startMembership(scope, there, look, now));
	}
	const known = run.session.latestOf(saved);
	const { heartbeat, maxMails, markAsRead: marks } = poll.settings.options;
	if (looksSame(known, look, now)) return await run.deliver(known, [], now, heartbeat);

	const listed = await listSet(poll, set);
	const tasks = joined(known, listed).map((mail) => ({
		...mail,
		attempts: known.attempts.get(shortHash(mail.id)) ?? 0,
	}));
	const { verdicts, deliveries } = await loadDeliveries({ ...poll, now }, tasks, maxMails);
	if (marks) await markAsRead(poll, deliveries);
	const again = tasks.filter(({ id }) => verdicts.get(id) !== 'done');
	keepFilesOf(poll.files, new Set(again.map(({ id }) => id)));
	const ids = listed.map(({ id }) => id);
	return await run.deliver(
		settleMembership(known, ids, verdicts, look, now),
		deliveries.flatMap(({ items }) => items),
		now,
		heartbeat,
	);
}

/** The newest email of the set that matches, for n8n's test step. */
export async function findInSet(mailbox: Poll): Promise<INodeExecutionData[][]> {
	const poll = whereverItLies(mailbox);
	const set = await watchedSet(poll);
	const { now } = await lookAt(poll, set);
	return await firstThatMatches(poll, (await listSet(poll, set)).reverse(), now);
}

/** Whoever flags, labels or moves an email wants it, also in Sent Items or Junk Email. */
function whereverItLies(poll: Poll): Poll {
	const arrivalOf = async () => await Promise.resolve<Arrival>('incoming');
	return { ...poll, places: { ...poll.places, arrivalOf } };
}
