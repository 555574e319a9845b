import { isTimeout } from '../../../shared/http/clock';
import { ProviderFailure } from '../../../shared/http/failures';
import { DryRun } from '../../../shared/outgoing/dryRun';
import { despiteConflicts } from '../../../shared/provider/conflicts';
import { anything } from '../../../shared/provider/understand';
import type { Attempt, Loaded, LookLimits } from '../../../shared/watch/watch';
import { mailPath } from '../../graph/paths';
import { MAX_ATTEMPTS } from '../attempts';
import type { MailSettings } from './fields';
import type { ListedMail } from './listedMail';
import { loadMail } from './loadMail';
import type { MailboxPoll } from './mailboxPoll';

/** Mails loaded side by side: one of Graph's batches. */
const SIDE_BY_SIDE = 20;
/** With files to download, which cannot be batched: Graph's requests at once for one mailbox. */
const SIDE_BY_SIDE_WITH_FILES = 4;
/**
 * Mails that are tried again in later polls at most, for their IDs are saved in full; beyond, they are
 * delivered with a note.
 */
export const MAX_FAILED = 25;
/** More mails than are ever stored with their IDs: what was stored with more was not written here. */
export const MAX_OPEN = 200;

/** How many mails a look loads and hands over, and how often it tries. */
export function limitsOf(
	{ downloadAttachments, options }: MailSettings,
	{ loads, waiting }: Pick<LookLimits, 'loads' | 'waiting'>,
): LookLimits {
	return {
		most: options.maxMails,
		loads,
		width: downloadAttachments ? SIDE_BY_SIDE_WITH_FILES : SIDE_BY_SIDE,
		mayBeCut: true,
		tries: MAX_ATTEMPTS,
		failed: MAX_FAILED,
		waiting,
	};
}

/** Loads a mail; one that the workflow gets is marked as read, where that is wanted. */
export async function loadAndMark(
	poll: MailboxPoll,
	mail: ListedMail,
	{ now, isLast }: Attempt,
): Promise<Loaded> {
	const { unreadId, ...loaded } = await loadMail({ ...poll, now }, mail, isLast);
	const isWanted = poll.settings.options.markAsRead && poll.context.getMode() !== 'manual';
	if (unreadId !== undefined && isWanted) await markAsRead(poll, unreadId);
	return loaded;
}

/**
 * A mail that cannot be marked is delivered all the same: one in hand also where the poll's time is up, or a dry run
 * tells no sender of it.
 */
async function markAsRead({ graph, context }: MailboxPoll, id: string): Promise<void> {
	const marking = despiteConflicts(
		async () => await graph.patch(mailPath`/messages/${id}`, { isRead: true }, anything),
	);
	await marking.catch((error: unknown) => {
		if (isTimeout(error) || error instanceof DryRun) return;
		if (!(error instanceof ProviderFailure)) throw error;
		context.logger.warn(`Mail Trigger: a mail was not marked as read. ${error.message}`);
	});
}
