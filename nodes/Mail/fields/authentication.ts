import type { INodeCredentialDescription } from 'n8n-workflow';
import { choice } from '../../shared/step/fieldKinds';

/** Who works on the mailbox: the value is the type of the credential, as n8n's own nodes have it. */
export const authentication = choice(
	'authentication',
	'Authentication',
	'Who works on the mailbox',
	{
		page: 'connect-mail-app.md',
		noDataExpression: true,
		options: [
			{
				name: 'OAuth2 (A Person Signs In)',
				value: 'mailOAuth2Api',
				description: 'The account of a person, and mailboxes that are shared with it',
			},
			{
				name: 'App-Only (No Sign-In)',
				value: 'mailAppOAuth2Api',
				description:
					'An application of the organization, with a certificate or a secret; Mailbox is required then',
			},
		],
		default: 'mailOAuth2Api',
	},
);

/** The credentials of a node, each shown for its choice. */
export const accounts: INodeCredentialDescription[] = ['mailOAuth2Api', 'mailAppOAuth2Api'].map(
	(name) => ({ name, required: true, displayOptions: { show: { authentication: [name] } } }),
);
