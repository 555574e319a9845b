import { InvalidInput } from '../../../shared/http/failures';
import { readDraft } from '../../email/draft';
import { checkSeal } from '../../email/seal';
import { sendDraftOnce } from '../../email/sendOnce';
import { SENT_KEYS, sentItem, toLeftJson, toSentJson } from '../../email/sentOutput';
import { draftId } from '../../fields/messageId';
import { defineMailOperation } from '../../operation';
import { writes } from '../../outgoing/writes';

/** @see https://learn.microsoft.com/graph/api/message-send */
export const sendDraft = defineMailOperation({
	id: 'sendDraft',
	label: 'Send Draft',
	action: 'Send a draft',
	summary: 'Send a draft to its recipients as it is',
	returns: 'IDs of the email, and whether it was sent',
	toolText:
		'It leaves immediately and cannot be called back. A draft that was changed since a person approved it is refused.',
	permission: ['Mail.ReadWrite', 'Mail.Send'],
	effects: [writes.sendDraft],
	output: sentItem,
	modelKeys: SENT_KEYS,
	fields: [draftId],
	inTurnBy: ({ messageId }) => messageId,
	async run({ messageId }, { graph, clock, notices }) {
		const [draft] = await Promise.all([
			readDraft(graph, messageId),
			// Only an agent's call can be reviewed; a person may change a draft and send it by a workflow.
			...(notices.forModel ? [checkSeal(graph, messageId)] : []),
		]);
		if (draft.isDraft === false) {
			throw new InvalidInput(
				'is no draft: this email was already sent or received',
				'messageId',
				'Use Forward Email or Reply to Email for emails that are not drafts.',
			);
		}
		if (graph.draftsOnly) return [{ json: toLeftJson(draft) }];
		await sendDraftOnce(graph, clock, draft);
		return [{ json: toSentJson(draft, { sent: true }) }];
	},
});
