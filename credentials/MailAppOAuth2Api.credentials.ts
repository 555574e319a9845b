import type { Icon, ICredentialType, INodeProperties } from 'n8n-workflow';
import { cloud, CUSTOM_CLOUD, customAddresses, tenantId } from './cloudFields';
import { hidden, noOtherNodes } from './hidden';
import { applicationScope, DEFAULT_SCOPE, signInUrl } from './microsoftCloud';
import { dryRun, mailboxFields, mailPolicy } from './policyFields';

const WITH_CERTIFICATE = { clientCredentialType: ['certificate'] };
const WITH_SECRET = { clientCredentialType: ['clientSecret'] };

/** n8n reads a PEM text only where its lines are not indented. */
function withoutIndent(field: string): string {
	return `={{ ($self["${field}"] ?? "").replace(/^[ \\t]+/gm, "") }}`;
}

/**
 * The access of an application, without anybody who signs in. n8n fetches the tokens, signs the assertion of a
 * certificate (RS256 with x5t, from 2.12 on at the earliest), keeps nothing but the token, and renews it once for all who wait.
 *
 * A `preAuthentication` of its own would sign in older versions, too. But it is called by each request
 * that meets an expired token, and what it returns is stored with all other fields as they were read:
 * a certificate that was replaced meanwhile comes back, and secrets from a vault are written down
 * (credentials-helper, `preAuthentication`, in n8n 1.123.81 and 2.8.4).
 */
export class MailAppOAuth2Api implements ICredentialType {
	name = 'mailAppOAuth2Api';

	extends = ['oAuth2Api'];

	displayName = 'Mail App-Only (Microsoft 365, No Sign-In) OAuth2 API';

	icon: Icon = { light: 'file:mail.svg', dark: 'file:mail.dark.svg' };

	documentationUrl =
		'https://github.com/n8n-nodes-mail-collection/n8n-nodes-mail-collection/blob/main/docs/connect-mail-app.md';

	readonly restrictToSupportedNodes = true;

	properties: INodeProperties[] = [
		{
			displayName:
				'For mailboxes that nobody signs in to: an application of Microsoft Entra with application permissions, to which an administrator has consented. It reaches every mailbox of the organization until Exchange confines it. There is no Connect button: run any step to check the credential.',
			name: 'registrationNotice',
			type: 'notice',
			default: '',
		},
		{
			displayName: 'Client Credential',
			name: 'clientCredentialType',
			type: 'options',
			options: [
				{
					name: 'Certificate',
					value: 'certificate',
					description: 'Its key stays here; a new one can be added before the old one runs out',
				},
				{ name: 'Client Secret', value: 'clientSecret' },
			],
			default: 'certificate',
			description: 'How the application proves who it is. Certificates need n8n 2.12 or later.',
		},
		{
			displayName: 'Client Secret',
			name: 'clientSecret',
			type: 'string',
			typeOptions: { password: true },
			required: true,
			displayOptions: { show: WITH_SECRET },
			default: '',
			description: 'The value, not the ID, from Certificates & secrets of the application',
		},
		{
			displayName: 'Private Key',
			name: 'privateKeyPem',
			type: 'string',
			typeOptions: { password: true },
			required: true,
			displayOptions: { show: WITH_CERTIFICATE },
			default: '',
			description:
				'RSA key of the certificate as PEM, from -----BEGIN PRIVATE KEY----- on, without a password. Line breaks are optional.',
		},
		{
			displayName: 'Certificate',
			name: 'certificatePem',
			type: 'string',
			typeOptions: { password: true },
			required: true,
			displayOptions: { show: WITH_CERTIFICATE },
			default: '',
			placeholder: 'e.g. -----BEGIN CERTIFICATE-----',
			description:
				'The certificate as PEM, as it was uploaded to the application. Line breaks are optional.',
		},
		cloud,
		tenantId,
		...customAddresses('Where n8n gets the access.'),
		{
			displayName: 'Resource Scope',
			name: 'customScope',
			type: 'string',
			required: true,
			displayOptions: { show: CUSTOM_CLOUD },
			default: DEFAULT_SCOPE,
			description: 'What the access is asked for: the address of the resource, then /.default',
		},
		...mailboxFields(
			{
				listed: 'Those below',
				any: 'Every mailbox of the organization, unless an administrator confines the application in Exchange',
			},
			'',
		),
		...mailPolicy(),
		dryRun,
		...['privateKey', 'certificate'].map((name) => ({
			...hidden(name, name, withoutIndent(`${name}Pem`)),
			typeOptions: { password: true },
		})),
		hidden('Grant Type', 'grantType', 'clientCredentials'),
		hidden('Access Token URL', 'accessTokenUrl', signInUrl('token')),
		hidden('Scope', 'scope', applicationScope()),
		hidden('Authentication', 'authentication', 'body'),
		hidden('Send Additional Body Properties', 'sendAdditionalBodyProperties', false),
		noOtherNodes,
	];
}
