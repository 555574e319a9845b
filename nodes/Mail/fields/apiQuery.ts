import type { INodeProperties } from 'n8n-workflow';

/** Query parameters of an API call; entries of its Query Parameters collection. */
export const apiQueryFields = [
	{
		displayName: 'Custom Parameters',
		name: 'custom',
		type: 'json',
		default: '',
		placeholder: '{"startDateTime": "2026-03-01T00:00:00Z"}',
		description: 'Further parameters as a JSON object of names and values',
	},
	{
		displayName: 'Expand',
		name: '$expand',
		type: 'string',
		default: '',
		placeholder: 'e.g. attachments',
		description: 'Related objects to include ($expand)',
	},
	{
		displayName: 'Filter',
		name: '$filter',
		type: 'string',
		default: '',
		placeholder: "e.g. isRead eq false and from/emailAddress/address eq 'ann@contoso.com'",
		description: 'OData condition ($filter), not encoded',
	},
	{
		displayName: 'Order By',
		name: '$orderby',
		type: 'string',
		default: '',
		placeholder: 'e.g. receivedDateTime desc',
		description: 'Sort order ($orderby); its property has to stand first in the filter',
	},
	{
		displayName: 'Search',
		name: '$search',
		type: 'string',
		default: '',
		placeholder: 'e.g. subject:invoice',
		description: 'Search text ($search), without the surrounding quotes; not together with Filter',
	},
	{
		displayName: 'Select',
		name: '$select',
		type: 'string',
		default: '',
		placeholder: 'e.g. subject,from,receivedDateTime',
		description: 'Properties to return ($select), with commas between them',
	},
	{
		displayName: 'Skip',
		name: '$skip',
		type: 'number',
		default: 0,
		description: 'Results to pass over ($skip)',
	},
	{
		displayName: 'Top',
		name: '$top',
		type: 'number',
		typeOptions: { minValue: 1 },
		default: 10,
		description: 'Results in one page ($top), at most 1,000',
	},
] as const satisfies INodeProperties[];
