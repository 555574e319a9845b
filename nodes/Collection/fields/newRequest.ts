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

export const requestNameField = {
	displayName: 'Name',
	name: 'name',
	type: 'string',
	required: true,
	default: '',
	placeholder: 'e.g. Onboarding - Contoso',
	description: 'Name of the request, as the client sees it',
} as const satisfies INodeProperties;

export const dueDateField = {
	displayName: 'Due Date',
	name: 'dueDate',
	type: 'dateTime',
	default: '',
	placeholder: 'e.g. 2026-12-01',
	description:
		"Day until which the client should answer, as YYYY-MM-DD or any ISO date, in the workflow's time zone. Leave empty for the account's default, 14 days from today.",
} as const satisfies INodeProperties;

export const sendToClientField = {
	displayName: 'Send to Client',
	name: 'sendToClient',
	type: 'boolean',
	default: true,
	description:
		'Whether the client gets the request at once. Switch off to keep it as a draft that only the team sees.',
} as const satisfies INodeProperties;

/** The rest of what can be said about a new request. */
export const newRequestOptionsField = {
	displayName: 'Options',
	name: 'options',
	type: 'collection',
	placeholder: 'Add option',
	default: {},
	description: 'Owner, folder, reminders, access and client details of the request',
	options: [
		allowPastDueDateOption,
		{
			displayName: 'Client Email',
			name: 'clientEmail',
			type: 'string',
			placeholder: 'e.g. pat@example.com',
			default: '',
			description:
				'For safety: the request is refused when the chosen client has another email than this',
		},
		{
			displayName: 'Client Name',
			name: 'clientFullName',
			type: 'string',
			default: '',
			description:
				'Needed when the email is of a new client. Overwrites the name of a client that exists.',
		},
		{
			displayName: 'Client Phone',
			name: 'clientPhone',
			type: 'string',
			default: '',
			description: 'Overwrites the phone of a client that exists',
		},
		commentsOption,
		scheduleOption,
		{
			displayName: 'Company Name',
			name: 'companyName',
			type: 'string',
			default: '',
			description: 'Company to attach to the client; created when it is new',
		},
		folderOption,
		ownerOption,
		passcodeOption,
		shareLinkOption,
	],
} as const satisfies INodeProperties;
