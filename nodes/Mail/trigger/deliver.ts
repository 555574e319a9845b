import { isTimeout } from '../../shared/clock';
import { recover } from '../../shared/failures';
import { anything } from '../../shared/provider/understand';
import { mailPath } from '../graph/paths';
import type { ListedMail } from './cursor';
import type { Delivery, Loaded, MailReader } from './loadMail';
import { loadMail, MAX_ATTEMPTS } from './loadMail';
import type { Poll } from './openPoll';
import type { Verdict } from './settle';

/** Mails loaded side by side: one of Graph's batches. */
const SIDE_BY_SIDE = 20;
/** With files to download, which cannot be batched: Graph's requests at once for one mailbox. */
const SIDE_BY_SIDE_WITH_FILES = 4;
/**
 * Mails that are tried again in later polls at most, for their IDs are saved in full; beyond, they are
 * delivered with a note.
 */
export const MAX_FAILED = 25;

/** A mail to load. */
export interface Task extends ListedMail {
	/** Polls that tried to. */
	attempts?: number;
}

interface Deliveries {
	/** By the IDs of the mails that were loaded. */
	verdicts: ReadonlyMap<string, Verdict>;
	/** Oldest first. */
	deliveries: Delivery[];
}

/**
 * Loads mails in their order and decides on each, until enough are to be delivered or the time is
 * up; the rest has no verdict then.
 * @param most how many mails to deliver at most.
 * @throws what stopped it, when there is nothing to deliver.
 */
export async function loadDeliveries(
	reader: MailReader,
	tasks: Task[],
	most: number,
): Promise<Deliveries> {
	const verdicts = new Map<string, Verdict>();
	const found: Array<{ received: number; delivery: Delivery }> = [];
	const width = reader.settings.downloadAttachments ? SIDE_BY_SIDE_WITH_FILES : SIDE_BY_SIDE;
	let failed = tasks.filter(({ attempts = 0 }) => attempts > 0).length;
	let next = 0;
	while (next < tasks.length && found.length < most && !(next > 0 && reader.budget.isLate())) {
		const chunk = tasks.slice(next, next + Math.min(width, most - found.length));
		next += chunk.length;
		const results = await Promise.allSettled(
			chunk.map(async (task) => await loadMail(reader, task, isLast(task, failed))),
		);
		const stopped: unknown[] = [];
		for (const [index, task] of chunk.entries()) {
			const result = results[index];
			if (result?.status === 'rejected') stopped.push(result.reason);
			if (result?.status !== 'fulfilled') continue;
			const { verdict, delivery }: Loaded = result.value;
			verdicts.set(task.id, verdict);
			if (verdict === 'failed' && !task.attempts) failed++;
			if (delivery) found.push({ received: task.received, delivery });
		}
		if (stopped.length === 0) continue;
		if (found.length === 0) throw stopped[0];
		reader.context.logger.warn('Mail Trigger: the poll was cut short; the next one continues');
		break;
	}
	found.sort((a, b) => a.received - b.received);
	return { verdicts, deliveries: found.map(({ delivery }) => delivery) };
}

function isLast({ attempts = 0 }: Task, failed: number): boolean {
	return attempts + 1 >= MAX_ATTEMPTS || (attempts === 0 && failed >= MAX_FAILED);
}

/** Marks what is delivered as read; a mail that cannot be marked is delivered all the same. */
export async function markAsRead({ graph, context }: Poll, deliveries: Delivery[]): Promise<void> {
	await Promise.all(
		deliveries.map(async ({ unreadId }) => {
			if (unreadId === undefined) return;
			await graph
				.patch(mailPath`/messages/${unreadId}`, { isRead: true }, anything)
				.catch(
					recover(
						() => true,
						({ message }) => {
							context.logger.warn(`Mail Trigger: a mail was not marked as read. ${message}`);
						},
					),
				)
				.catch(tooLate);
		}),
	);
}

/** For `catch`: mails in hand are delivered although the poll's time is up. */
function tooLate(error: unknown): void {
	if (!isTimeout(error)) throw error;
}
