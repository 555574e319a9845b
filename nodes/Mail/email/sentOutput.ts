import { z } from 'zod';
import type { Draft } from './draft';
import { addressItem, toAddresses } from './message';
import type { MessageProperties } from './messageProperties';

export const sentItem = z.object({
	subject: z.string(),
	to: z.array(addressItem),
	cc: z.array(addressItem).optional(),
	bcc: z.array(addressItem).optional(),
	/** False for a draft. */
	sent: z.boolean(),
	/** Why the IDs are missing, or why nothing was sent. */
	note: z.string().optional(),
	internetMessageId: z.string().optional(),
	conversationId: z.string().optional(),
	id: z.string().optional(),
});

/** The keys of such a mail that a language model gets. */
export const SENT_KEYS = ['sent', 'note', 'id'] as const;

/** What an output says where the credential lets nothing be sent. */
const LEFT = 'The credential sends nothing: the email is in Drafts, for a person to send.';

/** What a sending step says about a draft that the credential leaves to a person. */
export function toLeftJson(draft: Draft): z.infer<typeof sentItem> {
	return { ...toSentJson(draft, { sent: false }), note: LEFT };
}

/**
 * What a step says about a mail it sent or saved.
 * @param draft What Graph made of it; undefined where the account cannot see it.
 * @param made Whether it is sent, and what was asked for.
 */
export function toSentJson(
	draft: Draft | undefined,
	{ sent, properties = {} }: { sent: boolean; properties?: MessageProperties },
): z.infer<typeof sentItem> {
	const to = toAddresses(draft?.toRecipients ?? properties.toRecipients);
	const cc = toAddresses(draft?.ccRecipients ?? properties.ccRecipients);
	const bcc = toAddresses(draft?.bccRecipients ?? properties.bccRecipients);
	return {
		...(draft
			? {
					id: draft.id,
					conversationId: draft.conversationId ?? undefined,
					internetMessageId: draft.internetMessageId ?? undefined,
				}
			: { note: 'The credential may send but not read drafts, so the email has no ID here.' }),
		subject: draft?.subject ?? properties.subject ?? '',
		to,
		...(cc.length > 0 ? { cc } : {}),
		...(bcc.length > 0 ? { bcc } : {}),
		sent,
	};
}
