import { z } from 'zod';
import { undefinedOn } from '../../shared/http/failures';
import { rememberPerRun } from '../../shared/provider/perRun';
import { mailPath } from './paths';
import type { GraphClient } from './types';

const ownUser = z.object({ mail: z.string().nullish(), userPrincipalName: z.string().nullish() });

/**
 * The address of the mailbox, where the account may see it; read once a run.
 * @see https://learn.microsoft.com/graph/api/user-get
 */
export const readOwnAddress = rememberPerRun(async (graph: GraphClient) => {
	const user = await graph.part(mailPath``, ownUser).catch(undefinedOn('forbidden', 'notFound'));
	return (user?.mail || user?.userPrincipalName) ?? undefined;
});

/**
 * The same, where the step may have named it: then nothing is read.
 * @param mailbox What the step names: an address, or a user ID.
 */
export async function ownAddress({ graph, mailbox }: { graph: GraphClient; mailbox?: string }) {
	return mailbox?.includes('@') ? mailbox : await readOwnAddress(graph);
}
