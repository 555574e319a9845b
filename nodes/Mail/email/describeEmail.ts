import { mailPath } from '../graph/paths';
import type { GraphClient } from '../graph/types';
import type { Message } from './message';
import { messageShape, toAddresses } from './message';

const shape = messageShape
	.pick({
		subject: true,
		bodyPreview: true,
		from: true,
		sender: true,
		toRecipients: true,
		ccRecipients: true,
		bccRecipients: true,
		isDraft: true,
	})
	.extend({ replyTo: messageShape.shape.toRecipients });
const $select = Object.keys(shape.shape).join(',');

/**
 * What the ID of an email stands for, for people: its subject and sender, and to which addresses it,
 * or an answer to it, goes. Names are left out: anybody can call themselves anything.
 * @param answers Whom an answer is for.
 * @throws ProviderFailure where it cannot be read.
 * @see https://learn.microsoft.com/graph/api/message-createreply
 */
export async function describeEmail(
	graph: GraphClient,
	id: string,
	answers: 'nobody' | 'sender' | 'all',
): Promise<string> {
	const mail = await graph.get(mailPath`/messages/${id}`, shape, { query: { $select } });
	const from = addresses([mail.from ?? mail.sender]);
	const to = addresses(mail.toRecipients);
	const cc = addresses(mail.ccRecipients);
	// Answers go to Reply-To where the mail has one.
	const author = addresses(mail.replyTo) || from;
	const everybody = [author, to, cc].filter((list) => list !== '').join(', ');
	return [
		`Subject: ${(mail.subject ?? '').replace(/[\r\n]/g, ' ')}`,
		...(mail.isDraft
			? [
					`A draft that goes to: ${[to, cc, addresses(mail.bccRecipients)].filter((list) => list !== '').join(', ')}`,
					`Begins with: ${(mail.bodyPreview ?? '').replace(/[\r\n]/g, ' ')}`,
				]
			: [`From: ${from}`]),
		...(answers === 'sender' ? [`The answer goes to: ${author}`] : []),
		...(answers === 'all' ? [`The answer goes to everybody: ${everybody}`] : []),
	].join('\n');
}

function addresses(list: Message['toRecipients']): string {
	return toAddresses(list)
		.map(({ address }) => address)
		.join(', ');
}
