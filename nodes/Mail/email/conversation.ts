import type { z } from 'zod';
import { withoutInvisible } from '../../shared/html/invisible';
import { createPauses, mapWithPauses } from '../../shared/http/pauses';
import { together } from '../../shared/provider/together';
import { deferralShape, deferredTo, SEND_TIME_EXPAND } from '../graph/deferral';
import { filterText } from '../graph/odata';
import { mailPath } from '../graph/paths';
import type { GraphClient } from '../graph/types';
import { asideFolders, askNames } from './besideList';
import { ToldPhrases, withoutTold } from './history';
import { gather, mailPages } from './mailPages';
import { bodyOf, bodyPreference, messageShape, PAGE_WITH_BODY, simplifiedSelect } from './message';

const conversationOf = messageShape.pick({ id: true, conversationId: true, subject: true });

const mailShape = messageShape.merge(deferralShape);
type ConversationMail = z.infer<typeof mailShape>;

const $select = `${simplifiedSelect('text', ['bccRecipients'])},internetMessageId,isDraft`;
const query = { $select, $expand: SEND_TIME_EXPAND };

/**
 * The conversation that a mail belongs to, each mail once: without those that were deleted, suspected or
 * not sent, unless it is the mail itself.
 * @returns the mails, oldest first, and `askedFor`, the ID of the one itself as it stands among them.
 * @throws ProviderFailure where the mail cannot be read.
 * @see https://learn.microsoft.com/graph/api/resources/message (conversationId)
 */
export async function readConversation(graph: GraphClient, id: string) {
	const [mail, aside] = await together([
		graph.part(mailPath`/messages/${id}`, conversationOf),
		asideFolders(graph),
		askNames(graph),
	]);
	const { conversationId } = mail;
	const prefer = bodyPreference('text');
	const damaged = new Set<string>();
	// Graph refuses an order beside this filter.
	const $filter = `conversationId eq ${filterText(conversationId ?? '')}`;
	const asked = { query: { ...query, $filter, $top: PAGE_WITH_BODY }, prefer, readsAll: true };
	const all = conversationId
		? await gather(mailPages(graph, mailPath`/messages`, mailShape, asked, damaged))
		: [await graph.get(mailPath`/messages/${id}`, mailShape, { query, prefer })];
	const mails = onceEach(
		all.filter(
			({ id, parentFolderId, isDraft }) =>
				id === mail.id || !(isDraft || aside.includes(parentFolderId ?? '')),
		),
		mail.id,
	);
	mails.sort((one, other) => timeOf(one) - timeOf(other));
	const pause = createPauses();
	const told = new ToldPhrases();
	const withText = async (message: ConversationMail) => {
		const ownText = await withoutTold(await bodyOf(message, 'text', pause), told, pause);
		await told.add(ownText, pause);
		return { message, ownText };
	};
	return {
		conversationId: conversationId ?? undefined,
		subject: withoutInvisible(mail.subject ?? ''),
		askedFor: mail.id,
		mails: await mapWithPauses(mails, withText, pause),
		damaged: mails.filter(({ id }) => damaged.has(id)).length,
	};
}

/** Leaves out the second copy of a mail to oneself, which lies in the mailbox as sent and as received. */
function onceEach(mails: ConversationMail[], id: string): ConversationMail[] {
	const known = new Map<string, ConversationMail>();
	for (const mail of mails) {
		const key = mail.internetMessageId ?? mail.id;
		if (!known.has(key) || mail.id === id) known.set(key, mail);
	}
	return [...known.values()];
}

/** When it came, or left: one that was scheduled bears the time at which it was handed over. */
function timeOf(mail: ConversationMail): number {
	const time = Date.parse(mail.receivedDateTime ?? mail.sentDateTime ?? '') || 0;
	return Math.max(time, deferredTo(mail) ?? 0);
}
