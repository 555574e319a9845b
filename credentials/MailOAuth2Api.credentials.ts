import type { Icon, ICredentialType, INodeProperties } from 'n8n-workflow';
import { cloud, CUSTOM_CLOUD, customAddresses, tenantId } from './cloudFields';
import { customUrl } from './customUrl';
import { hidden, noOtherNodes } from './hidden';
import { OWN_MAILBOX, personUrl, scopes } from './microsoftCloud';
import { PERMISSIONS_WITHOUT_SENDING } from './outgoingPolicy';
import { dryRun, mailboxFields, mailPolicy, SETTLED_BY_PERMISSIONS } from './policyFields';

export class MailOAuth2Api implements ICredentialType {
	name = 'mailOAuth2Api';

	extends = ['oAuth2Api'];

	displayName = 'Mail (Outlook, Microsoft 365, Office) OAuth2 API';

	icon: Icon = { light: 'file:mail.svg', dark: 'file:mail.dark.svg' };

	documentationUrl =
		'https://github.com/n8n-nodes-mail-collection/n8n-nodes-mail-collection/blob/main/docs/connect-mail.md';

	readonly restrictToSupportedNodes = true;

	properties: INodeProperties[] = [
		{
			displayName:
				'Register an application in Microsoft Entra, add the OAuth Redirect URL shown here to it under the platform "Web", and create a client secret. Client ID and Client Secret come from that application.',
			name: 'registrationNotice',
			type: 'notice',
			default: '',
		},
		cloud,
		{
			displayName: 'Account Type',
			name: 'accountType',
			type: 'options',
			displayOptions: { hide: CUSTOM_CLOUD },
			options: [
				{
					name: 'Any Account',
					value: 'common',
					description: 'Personal accounts, and work accounts of any organization',
				},
				{
					name: 'One Organization',
					value: 'tenant',
					description: 'Only accounts of the tenant entered below; for single-tenant applications',
				},
				{
					name: 'Personal Accounts',
					value: 'consumers',
					description: 'Only Outlook.com, Hotmail and Live accounts; in the global cloud',
				},
				{
					name: 'Work Accounts',
					value: 'organizations',
					description: 'Work or school accounts of any organization',
				},
			],
			default: 'common',
			description: 'Who may sign in. Has to match what the application was registered for.',
		},
		{
			...tenantId,
			displayOptions: { show: { accountType: ['tenant'] }, hide: CUSTOM_CLOUD },
		},
		...customUrl(CUSTOM_CLOUD, {
			displayName: 'Sign-in URL',
			name: 'customAuthUrl',
			default: '',
			placeholder: 'e.g. https://login.example.com/oauth2/authorize',
			description: 'Where the browser is sent to sign in.',
		}),
		...customAddresses('Where n8n gets and refreshes the access.'),
		{
			displayName: 'Permissions',
			name: 'permissions',
			type: 'options',
			options: [
				{ name: 'Custom', value: 'custom', description: 'Scopes of your own choice' },
				{
					name: PERMISSIONS_WITHOUT_SENDING.draftsOnly,
					value: 'draftsOnly',
					description:
						'Sorts mail and writes drafts for a person to send; reads calendars, and sends nothing',
				},
				{
					name: 'Mail, Calendar and Contacts',
					value: 'mailCalendarContacts',
					description: "The account's own mailbox; for personal and work accounts",
				},
				{
					name: 'Mail, Calendar and Contacts + Shared Mailboxes',
					value: 'sharedMailboxes',
					description: 'Also mailboxes that others share with the account; work accounts only',
				},
				{
					name: 'Meetings and Collaboration',
					value: 'meetings',
					description:
						'Also meeting transcripts; work accounts only, and an administrator has to consent',
				},
				{
					name: PERMISSIONS_WITHOUT_SENDING.readOnly,
					value: 'readOnly',
					description: 'Reads mail, calendars and contacts; changes and sends nothing',
				},
			],
			default: 'mailCalendarContacts',
			description:
				'What n8n may do with the account. After a change, press Switch account and sign in again: a sign-in keeps the permissions it was given.',
		},
		{
			displayName:
				'Shared mailboxes need a work account. Their owner also has to grant access to the mailbox in Exchange.',
			name: 'sharedMailboxesNotice',
			type: 'notice',
			displayOptions: { show: { permissions: ['sharedMailboxes'] } },
			default: '',
		},
		{
			displayName:
				'Meeting transcripts need a work account and the consent of an administrator of the organization (OnlineMeetingTranscript.Read.All). Until it is given, the sign-in ends with "Need admin approval".',
			name: 'meetingsNotice',
			type: 'notice',
			displayOptions: { show: { permissions: ['meetings'] } },
			default: '',
		},
		{
			displayName: 'Scopes',
			name: 'customScopes',
			type: 'string',
			required: true,
			typeOptions: { rows: 3 },
			displayOptions: { show: { permissions: ['custom'] } },
			default: OWN_MAILBOX,
			description:
				'Separated by spaces. Keep offline_access, or the account disconnects after about an hour. In a national cloud its resource is put before each scope.',
		},
		...mailboxFields(
			{
				any: 'Also those that others share with the account',
				ownAndListed: 'The own mailbox, and those below',
				own: 'Mailbox in a step stays empty',
			},
			'any',
		),
		...mailPolicy(SETTLED_BY_PERMISSIONS),
		dryRun,
		hidden('Grant Type', 'grantType', 'pkce'),
		hidden('Authorization URL', 'authUrl', personUrl('authorize')),
		hidden('Access Token URL', 'accessTokenUrl', personUrl('token')),
		hidden('Scope', 'scope', scopes()),
		// With several accounts signed in, the browser asks which one to connect.
		hidden('Auth URI Query Parameters', 'authQueryParameters', 'prompt=select_account'),
		hidden('Authentication', 'authentication', 'body'),
		noOtherNodes,
	];
}
