import { DateTime } from 'luxon';
import { InvalidInput } from '../../../shared/http/failures';
import { together } from '../../../shared/provider/together';
import { optionsOf } from '../../../shared/step/field';
import { foldersIn, isThrownAway } from '../../email/besideList';
import { checkIsDraft } from '../../email/draft';
import { handOverDraft, readDraft, scheduledItem, toScheduledJson } from '../../email/schedule';
import { checkSeal } from '../../email/seal';
import { sendDraftOnce } from '../../email/sendOnce';
import { SENT_KEYS, toLeftJson, toSentJson } from '../../email/sentOutput';
import { draftId } from '../../fields/messageId';
import { chosenByModel, chosenSendTime } from '../../fields/sendAt';
import { timeZone } from '../../fields/timeZone';
import { localZone } from '../../graph/localZone';
import { defineMailOperation } from '../../operation';

/** @see https://learn.microsoft.com/graph/api/message-send */
export const sendDraft = defineMailOperation({
	label: 'Send Draft',
	action: 'Send a draft',
	summary: 'Send a draft to its recipients as it is',
	returns: 'ID of the email, and whether it was sent',
	toolText:
		'It leaves immediately and cannot be called back, unless Send At is later. A draft that was changed since a person approved it is refused.',
	permission: ['Mail.ReadWrite', 'Mail.Send'],
	effects: ['updateMessage', 'sendDraft'],
	output: scheduledItem,
	modelKeys: ['sendAt', 'to', 'cc', ...SENT_KEYS],
	fields: [draftId, optionsOf('A later time', [chosenByModel, timeZone])],
	inTurnBy: ({ messageId }) => messageId,
	async run({ messageId, options }, context) {
		const { graph, clock, notices } = context;
		const at = await chosenSendTime(context, options);
		// Only an agent's call can be reviewed; a person may change a draft and send it by a workflow.
		const check = notices.forModel
			? async () => await checkSeal(graph, messageId, context.callKey())
			: undefined;
		const [{ draft, sendTime = 0 }] = await together([
			readDraft(graph, messageId),
			// In the same batch, once a run: isThrownAway needs them.
			foldersIn(graph, 'deleteditems'),
			check?.(),
		]);
		checkIsDraft(draft, 'Forward Email or Reply to Email');
		if (await isThrownAway(graph, draft)) {
			throw new InvalidInput(
				'was cancelled or deleted before it was sent, and is in Deleted Items',
				'messageId',
				'Copy its text, and write it again.',
			);
		}
		const isDeferred = sendTime > clock.now();
		if (at && isDeferred) {
			throw new InvalidInput(
				'has a time already, and may wait for it',
				'messageId',
				'Copy its text, cancel it with Cancel Scheduled Email, and write it again.',
			);
		}
		if (graph.draftsOnly) return [{ json: toLeftJson(draft) }];
		if (!at && !isDeferred) {
			await sendDraftOnce(context, draft, { before: check });
			return [{ json: toSentJson(draft, { sent: true }) }];
		}
		const sendAt =
			at ?? DateTime.fromMillis(sendTime, { zone: await localZone(context, options.timeZone) });
		// The time that it gets here is no change of what was reviewed.
		await handOverDraft(context, draft, at, at ? undefined : check);
		return notices.cut(
			[{ json: toScheduledJson(draft, sendAt) }],
			notices.forModel && !at && WAITS,
		);
	},
});

/** What a model is told that sends what waits, as if it was to go now. */
const WAITS =
	'It waits for this time. To send it now, cancel it with Cancel Scheduled Email, and write it again.';
