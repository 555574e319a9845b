import type { INodeProperties } from 'n8n-workflow';

/** What can be stored about a client beside email and name. */
export const clientProfileField = {
	displayName: 'Profile Fields',
	name: 'profile',
	type: 'collection',
	placeholder: 'Add field',
	default: {},
	description: 'Phone, language, companies and the parts of the name',
	options: [
		{
			displayName: 'Companies',
			name: 'companies',
			type: 'string',
			default: '',
			placeholder: 'e.g. Contoso, Fabrikam',
			description: 'Names of the companies the client belongs to, with commas between them',
		},
		{
			displayName: 'First Name',
			name: 'firstName',
			type: 'string',
			default: '',
			description: 'Given name of the client',
		},
		{
			displayName: 'Language',
			name: 'languageCode',
			type: 'options',
			options: [
				{ name: 'Dutch', value: 'nl' },
				{ name: 'English', value: 'en' },
				{ name: 'English (UK)', value: 'en-gb' },
				{ name: 'French', value: 'fr' },
				{ name: 'German', value: 'de' },
				{ name: 'Portuguese (Brazil)', value: 'pt-br' },
				{ name: 'Spanish', value: 'es' },
			],
			default: 'en',
			description: 'Language of the pages and mails the client gets',
		},
		{
			displayName: 'Last Name',
			name: 'lastName',
			type: 'string',
			default: '',
			description: 'Family name of the client',
		},
		{
			displayName: 'Phone',
			name: 'phone',
			type: 'string',
			default: '',
			description: 'Phone number of the client, with country code',
		},
	],
} as const satisfies INodeProperties;
