import type { INodeProperties } from 'n8n-workflow';
import {
	allowPastDueDateOption,
	commentsOption,
	folderOption,
	ownerOption,
	passcodeOption,
	scheduleOption,
	shareLinkOption,
} from './requestSettings';

/** What can be changed about a request beside name and due date. */
export const requestChangesField = {
	displayName: 'Changes',
	name: 'changes',
	type: 'collection',
	placeholder: 'Add change',
	default: {},
	description: 'What else to change; only what is added here is changed',
	options: [
		allowPastDueDateOption,
		{
			displayName: 'Clients',
			name: 'clients',
			type: 'string',
			default: '',
			placeholder: 'e.g. acc_Aa11Bb22Cc33Dd, acc_Ee44Ff55Gg66Hh',
			description:
				'IDs of all clients the request is for, with commas between them; the first becomes the primary client',
		},
		commentsOption,
		{
			...scheduleOption,
			description:
				'The schedule of reminders that the client gets. By name, "None" switches reminders off.',
		},
		folderOption,
		{
			displayName: 'Instructions',
			name: 'instructions',
			type: 'string',
			typeOptions: { rows: 3 },
			default: '',
			description: 'Text above the request, HTML allowed. An empty text hides it.',
		},
		ownerOption,
		passcodeOption,
		shareLinkOption,
	],
} as const satisfies INodeProperties;
