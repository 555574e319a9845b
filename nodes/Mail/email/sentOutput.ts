import type { IDataObject } from 'n8n-workflow';
import type { Draft } from './draft';
import { toAddresses } from './message';
import type { MessageProperties } from './messageForm';

/**
 * What a step says about a mail it sent or saved.
 * @param draft What Graph made of it; undefined where the account cannot see it.
 * @param made Whether it is sent, and what was asked for.
 */
export function sentResult(
	draft: Draft | undefined,
	{ sent, properties = {} }: { sent: boolean; properties?: MessageProperties },
): IDataObject {
	const to = toAddresses(draft?.toRecipients ?? properties.toRecipients);
	const cc = toAddresses(draft?.ccRecipients ?? properties.ccRecipients);
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
		sent,
	};
}
