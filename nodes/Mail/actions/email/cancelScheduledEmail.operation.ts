import { z } from 'zod';
import { despiteConflicts } from '../../../shared/provider/conflicts';
import { oncePerRun, rememberDeeds } from '../../../shared/provider/perRun';
import { takeBack } from '../../email/schedule';
import { scheduledId } from '../../fields/messageId';
import { runIn } from '../../graph/deleteOnce';
import { defineMailOperation } from '../../operation';

const cancellations = rememberDeeds<Awaited<ReturnType<typeof takeBack>>>();

/** @see https://learn.microsoft.com/graph/api/message-delete */
export const cancelScheduledEmail = defineMailOperation({
	label: 'Cancel Scheduled Email',
	action: 'Cancel a scheduled email',
	summary: 'Cancel a scheduled email before it is sent',
	returns: 'ID and subject of the email, and that it was cancelled',
	toolText:
		'Refuses an email that has left already. List Scheduled Emails has the IDs. The email is deleted, not kept as a draft.',
	permission: ['Mail.ReadWrite'],
	effects: ['deleteMessage'],
	output: z.object({ subject: z.string(), cancelled: z.literal(true), id: z.string() }),
	fields: [scheduledId],
	inTurnBy: ({ messageId }) => messageId,
	async run({ messageId }, { graph, clock }) {
		const take = async () => await takeBack(graph, messageId, clock.now());
		const cancel = async () => await despiteConflicts(take);
		const { draft } = await oncePerRun(await cancellations(...runIn(graph)), messageId, cancel);
		return [{ json: { id: draft.id, subject: draft.subject ?? '', cancelled: true } }];
	},
});
