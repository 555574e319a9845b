import { z } from 'zod';
import { attachmentShape, fileNameOf, WITH_ATTACHMENTS } from '../attachments/attachment';
import { mailPath } from '../graph/paths';
import type { GraphClient } from '../graph/types';
import type { Message } from './message';
import { messageShape, toAddresses } from './message';

const shape = messageShape
	.pick({
		subject: true,
		body: true,
		from: true,
		sender: true,
		toRecipients: true,
		ccRecipients: true,
		bccRecipients: true,
		isDraft: true,
	})
	.extend({
		replyTo: messageShape.shape.toRecipients,
		attachments: z.array(attachmentShape).nullish(),
	});
const $select = Object.keys(shape.shape)
	.filter((name) => name !== 'attachments')
	.join(',');
/** Microsoft's text of a body leaves out nothing that its HTML hides. */
const prefer = ['outlook.body-content-type="text"'];

/**
 * What the ID of an email stands for, for people: its subject and sender, its files, and to which addresses it,
 * or an answer to it, goes; of a draft also its whole text. Names of people are left out: anybody can call
 * themselves anything.
 * @param answers Whom an answer is for.
 * @throws ProviderFailure where it cannot be read.
 * @see https://learn.microsoft.com/graph/api/message-createreply
 */
export async function describeEmail(
	graph: GraphClient,
	id: string,
	answers: 'nobody' | 'sender' | 'all',
): Promise<string> {
	const query = { $select, $expand: WITH_ATTACHMENTS };
	const mail = await graph.get(mailPath`/messages/${id}`, shape, { query, prefer });
	const from = addresses([mail.from ?? mail.sender]);
	const to = addresses(mail.toRecipients);
	const cc = addresses(mail.ccRecipients);
	// Answers go to Reply-To where the mail has one.
	const author = addresses(mail.replyTo) || from;
	const everybody = [author, to, cc].filter((list) => list !== '').join(', ');
	const answersTo = addresses(mail.replyTo);
	const everywhere = [to, cc, addresses(mail.bccRecipients)]
		.filter((list) => list !== '')
		.join(', ');
	const files = (mail.attachments ?? []).map(
		(file) => `${fileNameOf(file)} (${file.size ?? 'unknown'} bytes)`,
	);
	return [
		`Subject: ${oneLine(mail.subject ?? '')}`,
		...(mail.isDraft
			? [
					`A draft that goes to: ${everywhere}`,
					...(answersTo === '' ? [] : [`Answers to it go to: ${answersTo}`]),
				]
			: [`From: ${from}`]),
		...(answers === 'sender' ? [`The answer goes to: ${author}`] : []),
		...(answers === 'all' ? [`The answer goes to everybody: ${everybody}`] : []),
		...(files.length === 0 ? [] : [`Files: ${oneLine(files.join(', '))}`]),
		// No line of it can be taken for one of those above.
		...(mail.isDraft
			? ['Its text:', ...(mail.body?.content ?? '').split('\n').map((line) => `> ${line}`)]
			: []),
	].join('\n');
}

const oneLine = (text: string) => text.replace(/[\r\n]/g, ' ');

function addresses(list: Message['toRecipients']): string {
	return toAddresses(list)
		.map(({ address }) => address)
		.join(', ');
}
