import { z } from 'zod';
import type { Attempt } from '../../../shared/watch/watch';
import { findAnswered, THREAD } from '../../email/answered';
import type { Message } from '../../email/message';
import { expandProperty } from '../../graph/odata';
import type { SenderVerdict } from '../../graph/senderVerified';
import { headersOf, readHeaders, senderVerified, valuesOf } from '../../graph/senderVerified';
import type { MailboxPoll } from './mailboxPoll';
import { NOT_AUTOMATIC, ONLY_ANSWERS, ONLY_VERIFIED } from './outputFields';
import { isYoung } from './readMail';

/**
 * How long Sent Items may not show yet what was sent, in milliseconds; a choice. An automatic answer comes within
 * seconds.
 */
const SENT_ITEMS_DELAY_MS = 60_000;

/** What the headers of a mail tell about it. */
export interface Told {
	senderVerified?: SenderVerdict;
	/** The mail in Sent Items that it answers. */
	answersMessageId?: string;
	/** The option by which it starts no workflow. */
	unmet?: string;
	/** Sent Items may not show yet what it answers. */
	isEarly?: boolean;
}

/** Reads the headers of a mail that matches. What it answers is looked for only if nothing else leaves it out. */
export async function readTold(
	{ settings, graph, now }: MailboxPoll & Attempt,
	message: Message,
): Promise<Told> {
	const { checkSender, onlyVerifiedSenders, onlyAnswers, leaveOutAutomatic } = settings.options;
	const asksSender = checkSender || onlyVerifiedSenders;
	if (settings.event === 'sent' || !(asksSender || onlyAnswers || leaveOutAutomatic)) return {};
	const besides = onlyAnswers ? THREAD : [];
	const mail = await readHeaders(graph, message.id, besides, leaveOutAutomatic ? CLASS : undefined);
	const verdict = asksSender ? senderVerified(mail) : undefined;
	if (onlyVerifiedSenders && verdict !== 'pass') return { unmet: ONLY_VERIFIED };
	if (leaveOutAutomatic && isAutomatic(mail)) return { unmet: NOT_AUTOMATIC };
	if (!onlyAnswers) return { senderVerified: verdict };
	const { id: answersMessageId, namesSome } = await findAnswered(graph, mail, message);
	if (answersMessageId !== undefined) return { senderVerified: verdict, answersMessageId };
	const isEarly = namesSome && isYoung(now, message, SENT_ITEMS_DELAY_MS);
	return { isEarly, unmet: ONLY_ANSWERS };
}

/** The class of a mail (PidTagMessageClass), in which Exchange keeps what is a report, such as a read receipt. */
const CLASS = expandProperty('String 0x001A');
const report = z.object({
	singleValueExtendedProperties: z
		.array(z.object({ value: z.string().regex(/^REPORT\./i) }))
		.min(1),
});

/** Whether a program sent a mail by itself, or wants to hear of no answer (fact: automatic-headers, fact: receipt-class). */
function isAutomatic(mail: unknown): boolean {
	const headers = headersOf(mail);
	return (
		report.safeParse(mail).success ||
		valuesOf(headers, /^auto-submitted$/i).some((value) => !/^\s*no\s*(?:[;(]|$)/i.test(value)) ||
		valuesOf(headers, /^return-path$/i).some((value) => /^\s*<\s*>/.test(value))
	);
}
