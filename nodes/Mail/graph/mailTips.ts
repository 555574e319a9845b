import { toChunks } from '../../shared/provider/chunks';
import type { Shape } from '../../shared/provider/understand';
import { mailPath } from './paths';
import type { GraphClient } from './types';

/**
 * Addresses of one request; Graph tells no limit, Exchange's own interface this one (fact: mail-tips-limit):
 * https://learn.microsoft.com/exchange/client-developer/web-service-reference/maxrecipientspergetmailtipsrequest
 */
const MAX_ADDRESSES = 50;

/**
 * What Graph knows of addresses before they are written to, in any number: one answer for each request that it takes.
 * @param MailTipsOptions What is asked of each address, by Graph's names with commas between them.
 * @see https://learn.microsoft.com/graph/api/user-getmailtips
 */
export async function askMailTips<T>(
	graph: GraphClient,
	addresses: string[],
	MailTipsOptions: string,
	answer: Shape<T>,
): Promise<T[]> {
	return await Promise.all(
		toChunks(addresses, MAX_ADDRESSES).map(async (EmailAddresses) => {
			const body = { EmailAddresses, MailTipsOptions };
			return await graph.post(mailPath`/getMailTips`, body, answer, { repeatable: true });
		}),
	);
}
