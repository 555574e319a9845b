import type { INodeType, INodeTypeDescription } from 'n8n-workflow';
import { NodeConnectionTypes } from 'n8n-workflow';
import { accounts, authentication } from '../fields/authentication';
import { listSearch } from '../listSearch';
import { contactTriggerProperties } from '../watch/contacts/fields';
import { poll } from '../watch/contacts/poll';

export class ContactTrigger implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Contact Trigger',
		name: 'contactTrigger',
		icon: { light: 'file:contact.svg', dark: 'file:contact.dark.svg' },
		group: ['trigger'],
		version: 1,
		subtitle: '={{ ($parameter["event"] || []).join(", ") }}',
		description:
			'Starts a workflow when a contact in Outlook or Microsoft 365 is created, updated or deleted. To create or change contacts, use Mail',
		defaults: { name: 'Contact Trigger' },
		polling: true,
		inputs: [],
		outputs: [NodeConnectionTypes.Main],
		credentials: accounts,
		properties: [authentication.property, ...contactTriggerProperties],
	};

	methods = { listSearch: { searchContactFolders: listSearch.searchContactFolders } };

	poll = poll;
}
