import type { LookLimits } from '../../../shared/watch/watch';
import { MAX_ATTEMPTS } from '../attempts';
import type { MailSettings } from './fields';

/** How many mails are loaded side by side: as many as one batch of Graph's has requests. */
const SIDE_BY_SIDE = 20;
/** The same with files to download, which cannot be batched: Graph takes so many requests at once for one mailbox. */
const SIDE_BY_SIDE_WITH_FILES = 4;
/** The most mails that later polls try again: their IDs are saved in full. More are delivered with a note at once. */
export const MAX_FAILED = 25;
/** The most stored mails with an ID that `readLedger` accepts: more than are ever written. */
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
