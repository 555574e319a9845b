import type { INodeProperties } from 'n8n-workflow';

/** The lines of a postal address. */
export const postalAddressFields = [
	{
		displayName: 'City',
		name: 'city',
		type: 'string',
		default: '',
		description: 'City or town',
	},
	{
		displayName: 'Country or Region',
		name: 'countryOrRegion',
		type: 'string',
		default: '',
		description: 'Country or region of the address',
	},
	{
		displayName: 'Postal Code',
		name: 'postalCode',
		type: 'string',
		default: '',
		description: 'Postal code of the address',
	},
	{
		displayName: 'State',
		name: 'state',
		type: 'string',
		default: '',
		description: 'State or province',
	},
	{
		displayName: 'Street',
		name: 'street',
		type: 'string',
		default: '',
		description: 'Street and number',
	},
] as const satisfies INodeProperties[];
