import type { z } from 'zod';
import { ProviderFailure, rethrow } from '../../shared/http/failures';
import { addressKey } from '../../shared/outgoing/allowedAddresses';
import { filterText, selectOf } from '../graph/odata';
import { MAX_PAGE } from '../graph/pages';
import { mailPath } from '../graph/paths';
import { headersOf, valuesOf } from '../graph/senderVerified';
import type { GraphClient } from '../graph/types';
import type { Message } from './message';
import { messageShape, RECIPIENTS, toAddress, toAddresses } from './message';

/** How many of the mails that a mail names are looked for, the nearest first: one filter names them all. */
const MAX_NAMED = 10;
/** IDs in a mail, no longer than any that Exchange writes: whoever wrote the mail chose them (fact: answer-headers). */
const MESSAGE_ID = /<[!-;=?-~]{1,150}>/g;
const NAMING = [/^in-reply-to$/i, /^references$/i];

const sentShape = messageShape.pick({
	id: true,
	internetMessageId: true,
	sentDateTime: true,
	...RECIPIENTS,
});
type SentMail = z.output<typeof sentShape>;
const thread = messageShape.pick({ conversationId: true, internetMessageId: true });
/** What `findAnswered` needs of a mail beside its headers. */
export const THREAD = Object.keys(thread.shape);

/**
 * Which mail in Sent Items a mail answers: the nearest that its headers name. If they name none, it is the last mail of
 * the conversation that went to its sender. The conversation is no proof: a subject is enough to get into it. Headers are
 * none either: what counts is that the mail which they name was sent (fact: sent-by-message-id).
 * @param raw The mail as Graph gives it, with its headers and `THREAD`.
 * @returns the ID of that mail, undefined where there is none; and whether the headers name mails, sent from here or not.
 * @throws ProviderFailure where Sent Items cannot be searched: never that there is none.
 */
export async function findAnswered(
	graph: GraphClient,
	raw: unknown,
	{ from, sender, receivedDateTime }: Pick<Message, 'from' | 'sender' | 'receivedDateTime'>,
): Promise<{ id?: string; namesSome: boolean }> {
	const named = namedIn(raw);
	if (named.length > 0) {
		const $filter = named.map((id) => `internetMessageId eq ${filterText(id)}`).join(' or ');
		const sent = await searchSent(graph, $filter);
		const sentAs = (id: string) => sent.find((mail) => mail.internetMessageId === id);
		return { id: named.flatMap((id) => sentAs(id) ?? [])[0]?.id, namesSome: true };
	}
	const { conversationId, internetMessageId } = thread.parse(raw);
	const writer = toAddress(from ?? sender)?.address;
	if (!conversationId || !writer) return { namesSome: false };
	const sent = await searchSent(graph, `conversationId eq ${filterText(conversationId)}`);
	// A mail to oneself lies in Sent Items, too.
	const others = sent.filter((mail) => mail.internetMessageId !== internetMessageId);
	const [last] = others
		.filter((mail) => wentTo(mail, writer) && timeOf(mail) <= Date.parse(receivedDateTime ?? ''))
		.sort((one, other) => timeOf(other) - timeOf(one));
	return { id: last?.id, namesSome: false };
}

/** The mails that a mail names: the one that it answers, then those before it, from the nearest on. */
function namedIn(raw: unknown): string[] {
	const headers = headersOf(raw);
	const [parents = [], references = []] = NAMING.map((name) =>
		valuesOf(headers, name).flatMap((value) => value.match(MESSAGE_ID) ?? []),
	);
	return [...new Set([...parents, ...references.reverse()])].slice(0, MAX_NAMED);
}

async function searchSent(graph: GraphClient, $filter: string): Promise<SentMail[]> {
	const query = { $filter, $select: selectOf(sentShape) };
	const path = mailPath`/mailFolders/${'sentitems'}/messages`;
	return await graph.list(path, sentShape, { query, limit: MAX_PAGE }).catch(
		rethrow(
			// Callers take `notFound` for a mail that is gone, and would forget the one that is asked about.
			'notFound',
			({ details }) => new ProviderFailure('unavailable', 'Sent Items were not found', details),
		),
	);
}

function wentTo({ toRecipients, ccRecipients, bccRecipients }: SentMail, writer: string): boolean {
	return [toRecipients, ccRecipients, bccRecipients]
		.flatMap(toAddresses)
		.some(({ address }) => addressKey(address) === addressKey(writer));
}

const timeOf = ({ sentDateTime }: SentMail) => Date.parse(sentDateTime ?? '');
