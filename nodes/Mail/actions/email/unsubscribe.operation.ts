import { z } from 'zod';
import { InvalidInput } from '../../../shared/http/failures';
import { toggleOn } from '../../../shared/step/fieldKinds';
import { isListSigned, oneClickLinks, postOneClick, publicAddress } from '../../email/unsubscribe';
import { messageId } from '../../fields/messageId';
import { mailPath } from '../../graph/paths';
import { readHeaders, senderVerified } from '../../graph/senderVerified';
import { defineMailOperation } from '../../operation';

/** @see https://www.rfc-editor.org/rfc/rfc8058 */
export const unsubscribe = defineMailOperation({
	label: 'Unsubscribe',
	action: 'Unsubscribe from a mailing list',
	summary: 'Leave the mailing list of an email by the one-click link in its headers',
	returns: 'the ID, and the host that took the mailbox off its list',
	toolText:
		'The sender is told immediately, and learns that the mailbox is read. Only for lists that the person wants to leave.',
	permission: ['Mail.Read'],
	effects: ['unsubscribe'],
	output: z.object({ unsubscribed: z.literal(true), host: z.string(), id: z.string() }),
	fields: [
		messageId,
		toggleOn(
			'onlyVerified',
			'Only Verified Senders',
			"Whether to refuse an email whose sender is not verified, or whose signature doesn't cover the link",
			{ narrows: true },
		),
	],
	async run({ messageId: id, onlyVerified }, { graph, sendAnonymous, clock }) {
		const raw = await readHeaders(graph, id);
		const links = oneClickLinks(raw);
		if (links.length === 0) {
			throw refusal(
				'offers no one-click way to leave its list',
				'A person can use the link in the email.',
			);
		}
		if (onlyVerified && !(senderVerified(raw) === 'pass' && isListSigned(raw))) {
			throw refusal(
				'has no verified sender, so its link may be a trap',
				'A person can switch off Only Verified Senders to follow it all the same.',
			);
		}
		const [address] = links.flatMap((link) => publicAddress(link) ?? []);
		if (!address) throw refusal('has a link that leads to no public address', 'Do not follow it.');
		await graph.permit({ method: 'POST', path: mailPath`/messages/${id}/unsubscribe` });
		await postOneClick(sendAnonymous, clock, address);
		return [{ json: { id, unsubscribed: true, host: address.hostname } }];
	},
});

const refusal = (what: string, hint: string) => new InvalidInput(what, 'messageId', hint);
