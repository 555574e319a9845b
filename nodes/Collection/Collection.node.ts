import type {
	IExecuteFunctions,
	INodeExecutionData,
	INodeType,
	INodeTypeDescription,
} from 'n8n-workflow';
import { NodeConnectionTypes } from 'n8n-workflow';
import { runItems } from '../shared/step/runItems';
import { listSearch } from './listSearch';
import { ITEMS_AT_ONCE, openContexts } from './openContexts';
import { collectionRegistry } from './registry';

export class Collection implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Collection',
		name: 'collection',
		icon: { light: 'file:collection.svg', dark: 'file:collection.dark.svg' },
		group: ['transform'],
		version: 1,
		subtitle: collectionRegistry.subtitle,
		description:
			'Collect content, answers and documents from clients with Content Snare; starts a workflow when they answer',
		defaults: { name: 'Collection' },
		usableAsTool: true,
		builderHint: {
			searchHint:
				'For Content Snare. As a tool it is complete with resource and operation: leave its other fields out.',
		},
		inputs: [NodeConnectionTypes.Main],
		outputs: [NodeConnectionTypes.Main],
		credentials: [{ name: 'collectionOAuth2Api', required: true }],
		// A share link opens a request without a sign-in, and the address of a file may do so.
		sensitiveOutputFields: [
			'share_link',
			'files[*].url',
			'pages[*].sections[*].fields[*].files[*].url',
		],
		properties: [...collectionRegistry.properties],
	};

	methods = { listSearch };

	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		return await runItems(this, collectionRegistry, ITEMS_AT_ONCE, openContexts);
	}
}
