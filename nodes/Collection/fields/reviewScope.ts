import type { INodeProperties } from 'n8n-workflow';
import { requestField } from './request';

/** What a review in bulk covers. */
export const reviewScopeField = {
	displayName: 'Scope',
	name: 'scope',
	type: 'options',
	options: [
		{ name: 'Page', value: 'page', description: 'All fields of one page' },
		{ name: 'Request', value: 'request', description: 'All fields of the request' },
		{ name: 'Section', value: 'section', description: 'All fields of one section' },
	],
	default: 'request',
	description: 'Whether the whole request is meant, or one page or section of it',
} as const satisfies INodeProperties;

export const scopedRequestField = {
	...requestField,
	displayOptions: { show: { scope: ['request'] } },
} as const satisfies INodeProperties;

export const partIdField = {
	displayName: 'Page or Section ID',
	name: 'partId',
	type: 'string',
	required: true,
	default: '',
	placeholder: 'e.g. pag_Aa11Bb22Cc33Dd',
	description: 'ID of the page or section, as Get Answers returns it',
	displayOptions: { show: { scope: ['page', 'section'] } },
} as const satisfies INodeProperties;
