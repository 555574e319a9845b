import type { INodeProperties } from 'n8n-workflow';
import { customUrl } from './customUrl';

/** When addresses of one's own are asked for. */
export const CUSTOM_CLOUD = { cloud: ['custom'] };

/** In which of Microsoft's clouds the mailboxes are. */
export const cloud: INodeProperties = {
	displayName: 'Cloud',
	name: 'cloud',
	type: 'options',
	options: [
		{
			name: 'Global',
			value: 'global',
			description: 'Outlook.com and Microsoft 365, US Government GCC included',
		},
		{ name: 'US Government L4', value: 'usGovernment', description: 'GCC High' },
		{ name: 'US Government L5 (DoD)', value: 'usGovernmentDod' },
		{ name: 'China', value: 'china', description: 'Operated by 21Vianet' },
		{
			name: 'Custom',
			value: 'custom',
			description: 'Own sign-in addresses and API root, such as a private gateway',
		},
	],
	default: 'global',
	description: 'Where the mailbox lives. Accounts exist in one cloud only.',
};

/** Which organization it is. */
export const tenantId: INodeProperties = {
	displayName: 'Tenant',
	name: 'tenantId',
	type: 'string',
	required: true,
	displayOptions: { hide: CUSTOM_CLOUD },
	default: '',
	placeholder: 'e.g. contoso.onmicrosoft.com',
	description:
		'Directory (tenant) ID, or a domain of the organization. Found on the overview page of the application.',
};

/**
 * Where the tokens of a custom cloud come from, and where they go.
 * @param purpose What n8n does at the token URL, as a sentence.
 */
export function customAddresses(purpose: string): INodeProperties[] {
	return [
		...customUrl(CUSTOM_CLOUD, {
			displayName: 'Token URL',
			name: 'customTokenUrl',
			default: '',
			placeholder: 'e.g. https://login.example.com/oauth2/token',
			description: purpose,
		}),
		...customUrl(CUSTOM_CLOUD, {
			displayName: 'API Root',
			name: 'customApiRoot',
			default: '',
			placeholder: 'e.g. https://graph.example.com',
			description: 'Address before /v1.0. The access is sent there and nowhere else.',
		}),
	];
}
