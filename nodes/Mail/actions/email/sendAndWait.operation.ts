import { z } from 'zod';
import { InvalidInput } from '../../../shared/http/failures';
import { changed, narrowing, optionsOf } from '../../../shared/step/field';
import { readInitial } from '../../approval/form';
import { describeNamed } from '../../approval/named';
import { readApproved } from '../../approval/page';
import type { Question } from '../../approval/question';
import { createQuestionId } from '../../approval/question';
import { visibleText } from '../../approval/questionHtml';
import { questionMail } from '../../approval/questionMail';
import { textToApprove, UNREADABLE, untitled, word } from '../../approval/texts';
import { decisionItem } from '../../approval/webhook';
import { findAttachments } from '../../attachments/chosenAttachments';
import { askAll } from '../../email/askAll';
import type { Draft } from '../../email/draft';
import { removeSentCopy, sendOnce } from '../../email/sendOnce';
import { sendReply } from '../../email/sendReply';
import { attachments, otherAttachments } from '../../fields/attachments';
import { formFields, hasFormFields } from '../../fields/formFields';
import { itemId, itemIds } from '../../fields/itemId';
import { toMessageProperties } from '../../fields/message';
import { to } from '../../fields/recipients';
import {
	approvalOptions,
	inReplyTo,
	limitWaitTime,
	questionFormat,
	questionLanguage,
	questionSubject,
	questionText,
	responseType,
	toDeadline,
} from '../../fields/sendAndWait';
import { describeThing } from '../../mailbox/describeThing';
import { defineMailOperation } from '../../operation';

/** @see https://docs.n8n.io/advanced-ai/human-in-the-loop-tools */
export const sendAndWait = defineMailOperation({
	label: 'Send and Wait for Approval',
	action: 'Send an email and wait for approval',
	summary:
		'Ask one or more people by email and continue with their decision; asks once for all items',
	firstItemOnly: true,
	returns: 'the answer, once a person has given it',
	toolText: undefined,
	permission: ['Mail.ReadWrite', 'Mail.Send'],
	effects: ['createReply', 'sending', 'deleteForGood'],
	// When nobody answers in time, what was asked stands beside the decision, and the input where that is wanted.
	output: z.object({ data: decisionItem.optional() }).passthrough(),
	fields: [
		changed(to, {
			required: true,
			description:
				'Email addresses of the people who may answer; each gets an email with links of their own, and the first answer counts',
		}),
		questionSubject,
		questionText,
		questionFormat,
		responseType,
		formFields,
		approvalOptions,
		attachments,
		optionsOf('Language, deadline, conversation and other attachments', [
			questionLanguage,
			narrowing(limitWaitTime),
			otherAttachments,
			inReplyTo,
		]),
	],
	rules: [
		{ holds: ({ to }) => to.length > 0, field: 'to', message: 'Enter whom to ask' },
		hasFormFields,
		{ holds: ({ message }) => message.trim() !== '', field: 'message', message: 'is required' },
	],
	async run(input, context) {
		const { options, responseType } = input;
		const { limitWaitTime, inReplyTo } = options;
		const { approvalType, approveLabel, declineLabel, ...approval } = input.approvalOptions;
		const call = context.parking.gatedCall();
		if (call && responseType !== 'approval') {
			throw new InvalidInput('must be Approval in front of a tool', 'responseType');
		}
		// n8n runs a tool with what the agent wrote, whatever the person made of it.
		const text = call ? undefined : readApproved(approval.text);
		const deadline = limitWaitTime && toDeadline(limitWaitTime, context, call !== undefined);
		const { named = [] } = call ?? {};
		const ids = { one: itemId, several: itemIds };
		const described = await describeNamed(named, ids, async (thing) => {
			const graph = thing.mailbox ? context.graph.forMailbox(thing.mailbox) : context.graph;
			return await describeThing(graph, thing);
		});
		if ('declined' in described) return [{ json: { data: described.declined } }];
		const { facts, texts } = described;
		const question: Question = {
			...approval,
			id: createQuestionId(),
			subject: visibleText(input.subject ?? untitled(call?.nodes)),
			language: options.language,
			origin: context.parking.origin(context.now),
			deadline,
			message: call ? input.message.replace(UNREADABLE, '').trim() : input.message,
			// Text that others had a part in must not turn a question into HTML that hides something.
			isHtml: input.messageFormat === 'html' && !call,
			// What is touched, and whom it reaches, stands before texts of any length.
			sections: call
				? [
						{
							title: call.title,
							entries: [...call.head, ...facts, ...call.rest, ...texts, ...call.unasked],
						},
					]
				: textToApprove(text),
			text,
			details: call?.details ?? [],
			approvers: input.to.map(({ emailAddress }) => emailAddress.address),
			responseType,
			form: responseType === 'form' ? readInitial(input.formFields) : [],
			approveLabel: visibleText(approveLabel ?? word('approve')),
			declineLabel:
				approvalType === 'double' ? visibleText(declineLabel ?? word('decline')) : undefined,
		};
		const sources = await findAttachments(context, { ...input, ...options });
		const send = async (approver: number): Promise<Draft | undefined> => {
			const mail = questionMail(question, approver, (choice) =>
				context.parking.link({ choice, question: question.id, approver }),
			);
			const written = { ...mail, to: input.to.slice(approver, approver + 1) };
			const properties = toMessageProperties(written, context);
			if (inReplyTo === undefined) {
				return await sendOnce(context, properties, sources, { keepCopy: false });
			}
			// What others wrote must not stand where a decision is read.
			const reply = { kind: 'createReply' as const, messageId: inReplyTo, saveAsDraft: false };
			return await sendReply(context, { ...reply, properties, sources, alone: true });
		};
		const asked = await askAll(context.graph, question.approvers, send);
		for (const advice of context.parking.linkAdvice()) context.notices.hint(advice);
		const removed = await Promise.all(
			asked.sent.map(async (draft) => !draft || (await removeSentCopy(context, draft))),
		);
		const sent: Question = {
			...question,
			...(asked.notReached.length > 0 ? { notReached: asked.notReached } : {}),
			...(removed.includes(false) || asked.mayLeave ? { copyKept: true } : {}),
		};
		return await context.parking.park(sent);
	},
});
