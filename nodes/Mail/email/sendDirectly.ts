import { InvalidInput, recover } from '../../shared/http/failures';
import { isLost } from '../../shared/provider/once';
import type { AttachmentSource } from '../attachments/attachment';
import { withAttachments } from '../attachments/attachOnce';
import { mailPath } from '../graph/paths';
import type { MailTransport } from '../graph/transport';
import { mayBeSent } from './draft';
import type { MessageProperties } from './messageProperties';

export interface SendOptions {
	/** Whether the mail may stay in Sent Items. */
	keepCopy: boolean;
}

/**
 * Sends a mail in one request, for accounts that may not keep drafts. Nothing tells afterwards
 * whether it went out, so that it is never repeated.
 * @throws InvalidInput when the attachments do not fit one request.
 * @throws MayBeSent when the answer was lost.
 * @see https://learn.microsoft.com/graph/api/user-sendmail
 */
export async function sendDirectly(
	transport: MailTransport,
	properties: MessageProperties,
	sources: AttachmentSource[],
	{ keepCopy }: SendOptions,
): Promise<void> {
	await withAttachments(transport, properties, sources, async (attachments) => {
		if (attachments.fit !== 'oneRequest') {
			throw new InvalidInput(
				'Attachments of 3 MB and more need the permission Mail.ReadWrite',
				'attachments',
				'Give the credential a permission set with Mail.ReadWrite, or attach less.',
			);
		}
		const message = { ...properties, ...(await attachments.toProperty()) };
		const body = keepCopy ? { message } : { message, saveToSentItems: false };
		const sending = { method: 'POST' as const, path: mailPath`/sendMail`, body };
		await transport.graph.request(sending).catch(
			recover(isLost, (failure) => {
				throw mayBeSent(failure, 'Sent Items');
			}),
		);
	});
}
