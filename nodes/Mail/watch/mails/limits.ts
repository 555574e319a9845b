import type { LookLimits } from '../../../shared/watch/watch';
import { MAX_ATTEMPTS } from '../attempts';
import type { MailSettings } from './fields';

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
