import type {
	IExecuteFunctions,
	INodeExecutionData,
	INodeType,
	INodeTypeDescription,
} from 'n8n-workflow';
import { NodeConnectionTypes, NodeOperationError } from 'n8n-workflow';
import { listSearch } from './listSearch';
import { triggerProperties } from './watch/fields';
import { receive } from './watch/receive';
import { reconcile } from './watch/reconcile';
import { lifecycle } from './watch/register';

export class CollectionTrigger implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Collection Trigger',
		name: 'collectionTrigger',
		icon: { light: 'file:collection.svg', dark: 'file:collection.dark.svg' },
		group: ['trigger'],
		version: 1,
		subtitle:
			'={{ [$parameter["events"], $parameter["moreEvents"]].flat().join(", ").replaceAll("_", " ") }}',
		description:
			'Collect content, answers and documents from clients with Content Snare; starts a workflow when they answer',
		defaults: { name: 'Collection Trigger' },
		inputs: [],
		outputs: [NodeConnectionTypes.Main],
		credentials: [{ name: 'collectionOAuth2Api', required: true }],
		// A share link opens a request without a sign-in, and the address of a file may do so.
		sensitiveOutputFields: [
			'request.share_link',
			'request.pages[*].sections[*].fields[*].files[*].url',
			'field.files[*].url',
			'delivered.share_link',
			'delivered.request.share_link',
		],
		webhooks: [
			{ name: 'default', httpMethod: 'POST', responseMode: 'onReceived', path: 'webhook' },
		],
		properties: [...triggerProperties],
	};

	methods = {
		listSearch: {
			searchClients: listSearch.searchClients,
			searchFolderNames: listSearch.searchFolderNames,
			searchTemplateNames: listSearch.searchTemplateNames,
		},
	};

	webhookMethods = { default: lifecycle };

	webhook = receive;

	poll = reconcile;

	/** Hands on what arrived: without this, n8n would poll when a person tests the trigger. */
	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		const items = this.getInputData();
		for (const { error } of items) {
			if (!error) continue;
			// Between two processes of n8n it has lost its class.
			const description = error.description ?? undefined;
			throw new NodeOperationError(this.getNode(), error.message, { description });
		}
		return [items];
	}
}
