import { z } from 'zod';
import { recover } from '../../shared/failures';
import { rememberPerRun } from '../../shared/provider/perRun';
import type { GraphClient } from '../graph/types';

const organization = z.object({
	value: z.array(z.object({ verifiedDomains: z.array(z.object({ name: z.string() })).nullish() })),
});

/**
 * The domains of the account's organization, in lower case. A personal account has none, and an account
 * that may not ask is told none: nobody is let through by that.
 * @see https://learn.microsoft.com/graph/api/organization-list
 */
export const ownDomains = rememberPerRun(
	async (graph: GraphClient): Promise<ReadonlySet<string>> => {
		const query = { $select: 'verifiedDomains' };
		const { value } = await graph
			.fromRoot('v1.0')
			.get('/organization', organization, { query })
			.catch(
				recover(
					({ kind }) => kind === 'forbidden' || kind === 'rejected' || kind === 'notFound',
					() => ({ value: [] }),
				),
			);
		const domains = value.flatMap(({ verifiedDomains }) => verifiedDomains ?? []);
		return new Set(domains.map(({ name }) => name.toLowerCase()));
	},
);
