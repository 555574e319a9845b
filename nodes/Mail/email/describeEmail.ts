import { DateTime } from 'luxon';
import { nowText } from '../../shared/text/moments';
import { fileOf, readAttachments } from '../attachments/attachment';
import { deferralShape, SEND_TIME_EXPAND, sendTimeOf } from '../graph/deferral';
import { mailPath } from '../graph/paths';
import type { GraphClient } from '../graph/types';
import type { Message } from './message';
import { messageShape, RECIPIENTS, toAddresses } from './message';

const shape = messageShape
	.pick({ subject: true, body: true, from: true, sender: true, isDraft: true, ...RECIPIENTS })
	.extend({ replyTo: messageShape.shape.toRecipients })
	.merge(deferralShape);
/** Microsoft's text of a body leaves out nothing that its HTML hides. */
const prefer = ['outlook.body-content-type="text"'];

/** Whom a tool answers, as far as that can be told before it runs. */
export type Answers = 'nobody' | 'sender' | 'all' | 'unknown';

/** Lines of a mail that are shown beside an answer to it, and characters of one: a glance on a phone. */
const FIRST_LINES = 4;
const LINE_LENGTH = 160;

/**
 * Shows a person which email an ID stands for: subject, sender, files, and the addresses that get it or the answer.
 * A draft is shown with its whole text, another email with its first lines. Names of people are left out: anybody can
 * call themselves anything.
 * @param answers Whom an answer is for.
 * @throws ProviderFailure where it cannot be read.
 * @see https://learn.microsoft.com/graph/api/message-createreply
 */
export async function describeEmail(graph: GraphClient, id: string, answers: Answers) {
	const query = { $expand: SEND_TIME_EXPAND };
	// Not with the mail itself, where only some may come.
	const [mail, attachments] = await Promise.all([
		graph.part(mailPath`/messages/${id}`, shape, { query, prefer }),
		readAttachments(graph, id),
	]);
	const from = addresses([mail.from ?? mail.sender]);
	const [to, cc, bcc] = [mail.toRecipients, mail.ccRecipients, mail.bccRecipients].map(addresses);
	const answersTo = addresses(mail.replyTo);
	// Answers go to Reply-To where the mail has one.
	const author = answersTo || from;
	const sendTime = sendTimeOf(mail);
	const files = attachments.map((file) => `${fileOf(file).name} (${file.size ?? 'unknown'} bytes)`);
	const lines = (mail.body?.content ?? '').split(/\r\n?|\n/);
	const first = lines.filter((line) => line.trim() !== '').slice(0, FIRST_LINES);
	return {
		facts: [
			...(mail.isDraft
				? [`Goes to: ${[to, cc, bcc].filter(Boolean).join(', ')}`]
				: {
						nobody: [],
						sender: [`The answer goes to: ${author}`],
						all: [`The answer goes to everybody: ${[author, to, cc].filter(Boolean).join(', ')}`],
						unknown: ['The workflow decides who gets the answer: you do not see it here'],
					}[answers]),
			...(mail.isDraft && answersTo !== '' ? [`Answers to it go to: ${answersTo}`] : []),
			...(sendTime === undefined
				? []
				: [`Waits until: ${nowText(DateTime.fromMillis(sendTime, { zone: 'utc' }))}`]),
			`Subject: ${mail.subject ?? ''}`,
			...(mail.isDraft && from === '' ? [] : [`From: ${from}`]),
			...(files.length === 0 ? [] : [`Files: ${files.join(', ')}`]),
		],
		text: mail.isDraft
			? { title: 'Text of the draft', lines }
			: { title: 'The email begins', lines: first.map((line) => line.slice(0, LINE_LENGTH)) },
	};
}

function addresses(list: Message['toRecipients']): string {
	return toAddresses(list)
		.map(({ address }) => address)
		.join(', ');
}
