import { z } from 'zod';
import { changed, collection, field } from '../../../shared/field';
import { htmlToText, linesToHtml } from '../../../shared/html';
import { optionalText } from '../../../shared/inputSchemas';
import { questionMail } from '../../approval/mail';
import type { Question } from '../../approval/question';
import { questionShape } from '../../approval/question';
import { UNTITLED } from '../../approval/texts';
import { decisionItem } from '../../approval/webhook';
import { findAttachments } from '../../attachments/chosenAttachments';
import { toBody } from '../../email/messageProperties';
import { sendOnce } from '../../email/sendOnce';
import { sendReply } from '../../email/sendReply';
import { attachments, otherAttachments } from '../../fields/attachments';
import { message, messageFormat, subject, toMessageProperties } from '../../fields/message';
import { to } from '../../fields/recipients';
import { approvalOptions, limitWaitTime, responseType, toDeadline } from '../../fields/sendAndWait';
import { defineMailOperation } from '../../operation';

/** @see https://docs.n8n.io/advanced-ai/human-in-the-loop-tools */
export const sendAndWait = defineMailOperation({
	id: 'sendAndWait',
	label: 'Send and Wait for Approval',
	action: 'Send a question by email and wait for the answer and return the decision',
	summary:
		'Ask one or more people by email and continue with their decision; asks once for all items',
	once: true,
	returns: 'the answer, once a person has given it',
	permission: ['Mail.ReadWrite', 'Mail.Send'],
	// Where nobody answers in time, the input can be passed on.
	output: z
		.object({ data: decisionItem.optional(), question: questionShape.optional() })
		.passthrough(),
	fields: [
		changed(to, {
			required: true,
			description: 'Email addresses of the people who may answer; the first answer counts',
		}),
		subject,
		changed(message, { required: true, description: 'What is asked, plain or HTML' }),
		messageFormat,
		responseType,
		approvalOptions,
		attachments,
		collection(
			{
				displayName: 'Options',
				name: 'options',
				placeholder: 'Add Option',
				description: 'Deadline, conversation and other attachments',
			},
			[
				limitWaitTime,
				otherAttachments,
				field(
					{
						displayName: 'Reply in Conversation of Message ID',
						name: 'inReplyTo',
						type: 'string',
						default: '',
						description:
							'ID of an email to ask about: the question quotes it and joins its conversation, but goes only to the addresses in To',
					},
					optionalText,
				),
			],
		),
	],
	rules: [
		{ holds: ({ to }) => to.length > 0, field: 'to', message: 'Enter whom to ask' },
		{ holds: ({ message }) => message.trim() !== '', field: 'message', message: 'is required' },
	],
	async run(input, context) {
		const { subject = UNTITLED, options, responseType } = input;
		const { limitWaitTime, inReplyTo } = options;
		const { approvalType, declineLabel, ...approval } = input.approvalOptions;
		const until = limitWaitTime && toDeadline(limitWaitTime, context.now, context.timeZone);
		const isHtml = toBody(input.message, input.messageFormat)?.contentType === 'html';
		const question: Question = {
			...approval,
			subject,
			message: isHtml ? htmlToText(input.message) : input.message,
			responseType,
			declineLabel: approvalType === 'double' ? declineLabel : undefined,
		};
		const messageHtml = isHtml ? input.message : linesToHtml(input.message);
		const message = questionMail(question, messageHtml, context.parking.link);
		const written = { to: input.to, subject, message, messageFormat: 'html' as const };
		const properties = toMessageProperties(written, context);
		const sources = await findAttachments(context, { ...input, ...options });
		if (inReplyTo === undefined) await sendOnce(context, properties, sources);
		else {
			const reply = { kind: 'createReply' as const, messageId: inReplyTo, saveAsDraft: false };
			await sendReply(context, { ...reply, properties, sources, onlyTo: true });
		}
		const timedOut = { approved: false, timedOut: true };
		return await context.parking.park(
			question,
			until,
			limitWaitTime?.unanswered === 'decline' ? timedOut : undefined,
		);
	},
});
