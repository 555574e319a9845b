import { z } from 'zod';
import { recover, undefinedOn } from '../../shared/http/failures';
import { rememberPerRun } from '../../shared/provider/perRun';
import { askMailTips } from '../graph/mailTips';
import type { GraphClient } from '../graph/types';

const organization = z.object({
	value: z.array(z.object({ verifiedDomains: z.array(z.object({ name: z.string() })).nullish() })),
});

/**
 * The domains of the account's organization, in lower case. Undefined where the account may not ask for them, or
 * belongs to none: then they let nobody through.
 * @see https://learn.microsoft.com/graph/api/organization-list
 */
export const ownDomains = rememberPerRun(
	async (graph: GraphClient): Promise<ReadonlySet<string> | undefined> => {
		const query = { $select: 'verifiedDomains' };
		const answer = await graph
			.fromRoot('v1.0')
			.get('/organization', organization, { query })
			.catch(undefinedOn('forbidden', 'rejected', 'notFound'));
		const domains = answer?.value.flatMap(({ verifiedDomains }) => verifiedDomains ?? []);
		return domains && new Set(domains.map(({ name }) => name.toLowerCase()));
	},
);

const mailTips = z.object({
	value: z.array(
		z.object({
			emailAddress: z.object({ address: z.string().nullish() }).nullish(),
			externalMemberCount: z.number().nullish(),
			recipientScope: z.string().nullish(),
		}),
	),
});

/**
 * The addresses that lead out of the organization, in lower case: guests, contacts and mail users with an address of
 * its domains, and groups with members outside. An address about which Graph tells nothing counts as one.
 * @see https://learn.microsoft.com/graph/api/user-getmailtips
 */
export async function leadingOutside(
	graph: GraphClient,
	addresses: string[],
): Promise<ReadonlySet<string>> {
	const tips = 'externalMemberCount, recipientScope';
	const answers = await askMailTips(graph, addresses, tips, mailTips).catch(
		recover(
			({ kind }) => kind !== 'auth' && kind !== 'throttled' && kind !== 'unavailable',
			() => [],
		),
	);
	const inside = answers
		.flatMap(({ value }) => value)
		.filter((tips) => tips.externalMemberCount === 0 && tips.recipientScope === 'internal')
		.map(({ emailAddress }) => emailAddress?.address?.toLowerCase());
	const keys = addresses.map((address) => address.toLowerCase());
	return new Set(keys.filter((address) => !inside.includes(address)));
}
