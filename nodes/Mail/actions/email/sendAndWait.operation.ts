import { z } from 'zod';
import { htmlToText, linesToHtml } from '../../../shared/html';
import { optionalText } from '../../../shared/inputSchemas';
import { questionMail } from '../../approval/mail';
import type { Question } from '../../approval/question';
import { findAttachments } from '../../attachments/chosenAttachments';
import { toBody } from '../../email/messageForm';
import { recipients } from '../../email/recipients';
import { sendAnswer } from '../../email/reply';
import { sendNew } from '../../email/sendOnce';
import { approvalFields, limitWaitField } from '../../fields/approval';
import { attachmentsField, otherAttachmentsField } from '../../fields/attachments';
import { messageField, messageFormatField, subjectField } from '../../fields/message';
import { toField } from '../../fields/recipients';
import { defineMailOperation } from '../../operation';
import { approvalInput, limitWaitInput, toDeadline } from '../../schemas/approval';
import { attachmentsInput, otherAttachments } from '../../schemas/attachments';
import { messageText, subjectLine } from '../../schemas/message';

/** @see https://docs.n8n.io/advanced-ai/human-in-the-loop-tools */
export const sendAndWait = defineMailOperation({
	id: 'sendAndWait',
	label: 'Send and Wait for Approval',
	action: 'Send a question by email and wait for the answer and return the decision',
	summary:
		'Ask one or more people by email and continue with their decision; asks once for all items',
	once: true,
	fields: [
		{
			...toField,
			required: true,
			description: 'Email addresses of the people who may answer; the first answer counts',
		},
		subjectField,
		{ ...messageField, required: true, description: 'What is asked, plain or HTML' },
		messageFormatField,
		...approvalFields,
		attachmentsField,
		{
			displayName: 'Options',
			name: 'options',
			type: 'collection',
			placeholder: 'Add Option',
			default: {},
			description: 'Deadline, conversation and other attachments',
			options: [
				limitWaitField,
				otherAttachmentsField,
				{
					displayName: 'Reply in Conversation of Message ID',
					name: 'inReplyTo',
					type: 'string',
					default: '',
					description:
						'ID of an email to ask about: the question quotes it and joins its conversation, but goes only to the addresses in To',
				},
			],
		},
	],
	input: z.object({
		to: recipients,
		subject: subjectLine,
		...messageText,
		...approvalInput,
		...attachmentsInput,
		options: z
			.object({ limitWaitTime: limitWaitInput, otherAttachments, inReplyTo: optionalText })
			.default({}),
		mailbox: optionalText,
	}),
	rules: [
		{ holds: ({ to }) => to.length > 0, field: 'to', message: 'Enter whom to ask' },
		{ holds: ({ message }) => message.trim() !== '', field: 'message', message: 'is required' },
	],
	async run(input, context) {
		const { subject = 'A question for you', approvalOptions, options, mailbox } = input;
		const { limitWaitTime, inReplyTo } = options;
		const until = limitWaitTime && toDeadline(limitWaitTime, context.now, context.timeZone);
		const isHtml = toBody(input.message, input.messageFormat)?.contentType === 'html';
		const question: Question = {
			...approvalOptions,
			subject,
			message: isHtml ? htmlToText(input.message) : input.message,
			responseType: input.responseType,
			declineLabel:
				approvalOptions.approvalType === 'double' ? approvalOptions.declineLabel : undefined,
		};
		const messageHtml = isHtml ? input.message : linesToHtml(input.message);
		const properties = {
			subject,
			toRecipients: input.to,
			...(mailbox?.includes('@') ? { from: { emailAddress: { address: mailbox } } } : {}),
			body: {
				contentType: 'html' as const,
				content: questionMail(question, messageHtml, context.parking.link),
			},
		};
		const sources = await findAttachments(context, { ...input, ...options });
		if (inReplyTo === undefined) await sendNew(context, properties, sources);
		else {
			const answer = { kind: 'createReply' as const, messageId: inReplyTo, saveAsDraft: false };
			await sendAnswer(context, { ...answer, properties, sources, onlyTo: true });
		}
		const timedOut = { approved: false, timedOut: true };
		return await context.parking.park(
			question,
			until,
			limitWaitTime?.unanswered === 'decline' ? timedOut : undefined,
		);
	},
});
