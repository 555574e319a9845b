import type { INodeProperties } from 'n8n-workflow';
import { WEBHOOK_EVENTS } from '../webhooks';

/** Words that are not written like others. */
const SPELLINGS: Record<string, string> = { sms: 'SMS' };

function toTitle(event: string): string {
	return event
		.split('_')
		.map((word) => SPELLINGS[word] ?? `${word.charAt(0).toUpperCase()}${word.slice(1)}`)
		.join(' ');
}

export const webhookIdField = {
	displayName: 'Webhook ID',
	name: 'webhookId',
	type: 'string',
	required: true,
	default: '',
	description: 'ID of the webhook, as List Webhooks returns it',
} as const satisfies INodeProperties;

export const webhookUrlField = {
	displayName: 'URL',
	name: 'url',
	type: 'string',
	required: true,
	default: '',
	placeholder: 'e.g. https://n8n.contoso.com/webhook/abc',
	description: 'Where Content Snare sends the events; must start with https://',
} as const satisfies INodeProperties;

export const webhookEventsField = {
	displayName: 'Events',
	name: 'events',
	type: 'multiOptions',
	options: WEBHOOK_EVENTS.map((event) => ({ name: toTitle(event), value: event })).sort((a, b) =>
		a.name.localeCompare(b.name),
	),
	default: [],
	description: 'What to send; by expression also a list of event names such as request_completed',
} as const satisfies INodeProperties;

export const webhookEnabledField = {
	displayName: 'Enabled',
	name: 'enabled',
	type: 'boolean',
	default: true,
	description: 'Whether events are sent now',
} as const satisfies INodeProperties;
