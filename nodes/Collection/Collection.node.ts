import { DateTime } from 'luxon';
import { NodeConnectionTypes } from 'n8n-workflow';
import type {
	IExecuteFunctions,
	INodeExecutionData,
	INodeType,
	INodeTypeDescription,
} from 'n8n-workflow';
import { createBinaryFiles } from '../shared/binary';
import { runItems } from '../shared/runItems';
import { collectionRegistry } from './actions/registry';
import { connectCollection } from './api/connect';
import { listSearch } from './methods/listSearch';

export class Collection implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Collection',
		name: 'collection',
		icon: { light: 'file:collection.svg', dark: 'file:collection.dark.svg' },
		group: ['transform'],
		version: 1,
		subtitle: '={{ $parameter["operation"] + ": " + $parameter["resource"] }}',
		description: 'Collect content, answers and documents from clients with Content Snare',
		defaults: { name: 'Collection' },
		usableAsTool: true,
		inputs: [NodeConnectionTypes.Main],
		outputs: [NodeConnectionTypes.Main],
		credentials: [{ name: 'collectionOAuth2Api', required: true }],
		properties: [
			{
				displayName: 'Resource',
				name: 'resource',
				type: 'options',
				noDataExpression: true,
				options: [
					{ name: 'Advanced', value: 'advanced' },
					{ name: 'Client', value: 'client' },
					{ name: 'Request', value: 'request' },
				],
				default: 'client',
			},
			...collectionRegistry.properties,
		],
	};

	methods = { listSearch };

	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		return await runItems.call(this, collectionRegistry, async () => {
			const api = await connectCollection(this, { signal: this.getExecutionCancelSignal() });
			const timeZone = this.getTimezone();
			return (itemIndex) => ({
				api,
				files: createBinaryFiles(this, itemIndex),
				itemIndex,
				now: DateTime.now().setZone(timeZone),
				timeZone,
			});
		});
	}
}
