import type { ILoadOptionsFunctions, INodeListSearchResult } from 'n8n-workflow';
import { optionalText } from '../../shared/inputSchemas';
import { toNodeError } from '../../shared/toNodeError';
import type { GraphClient } from '../graph/client';
import { connectGraph } from '../graph/connect';

type ListSearch = (this: ILoadOptionsFunctions, filter?: string) => Promise<INodeListSearchResult>;

/**
 * The list behind a resource locator: what `load` finds in the chosen mailbox, narrowed to the
 * entries whose name holds the search text.
 */
export function mailboxSearch(
	load: (graph: GraphClient) => Promise<Array<{ name: string; value: string }>>,
): ListSearch {
	return async function (filter = '') {
		try {
			const mailbox = optionalText.parse(this.getCurrentNodeParameter('mailbox'));
			const entries = await load((await connectGraph(this)).forMailbox(mailbox));
			const wanted = filter.toLowerCase();
			return { results: entries.filter(({ name }) => name.toLowerCase().includes(wanted)) };
		} catch (error) {
			throw toNodeError(this.getNode(), error);
		}
	};
}
