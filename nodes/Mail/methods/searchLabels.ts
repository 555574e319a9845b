import type { ILoadOptionsFunctions, INodeListSearchResult } from 'n8n-workflow';
import { toNodeError } from '../../shared/toNodeError';
import { connectGraph } from '../graph/connect';
import { listLabels } from '../graph/labels';
import { mailboxInput } from '../schemas/mailbox';

/** The labels of the chosen mailbox whose name holds the search text. */
export async function searchLabels(
	this: ILoadOptionsFunctions,
	filter = '',
): Promise<INodeListSearchResult> {
	try {
		const { mailbox } = mailboxInput.parse({ mailbox: this.getCurrentNodeParameter('mailbox') });
		const graph = (await connectGraph(this)).forMailbox(mailbox);
		const wanted = filter.toLowerCase();
		return {
			results: (await listLabels(graph))
				.map(({ displayName }) => ({ name: displayName, value: displayName }))
				.filter(({ name }) => name.toLowerCase().includes(wanted)),
		};
	} catch (error) {
		throw toNodeError(this.getNode(), error);
	}
}
