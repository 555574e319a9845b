import { isTimeout } from '../../../shared/http/clock';
import { ProviderFailure } from '../../../shared/http/failures';
import { DryRun } from '../../../shared/outgoing/dryRun';
import { anything } from '../../../shared/provider/understand';
import type { Message } from '../../email/message';
import { mailPath } from '../../graph/paths';
import type { MailboxPoll } from './mailboxPoll';

/**
 * Marks a mail that the workflow gets as read, where that is wanted. A mail that cannot be marked is delivered all the
 * same, also where the poll's time is up. A dry run leaves it unread: marking may tell its sender.
 */
export async function markAsRead(
	{ graph, context, settings }: MailboxPoll,
	{ id, isRead }: Message,
): Promise<void> {
	const isWanted = settings.options.markAsRead && context.getMode() !== 'manual';
	if (isRead !== false || !isWanted) return;
	const marking = graph.patch(mailPath`/messages/${id}`, { isRead: true }, anything);
	await marking.catch((error: unknown) => {
		if (isTimeout(error) || error instanceof DryRun) return;
		if (!(error instanceof ProviderFailure)) throw error;
		context.logger.warn(`Mail Trigger: a mail was not marked as read. ${error.message}`);
	});
}
