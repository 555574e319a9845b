import type { Icon, ICredentialType, INodeProperties } from 'n8n-workflow';
import { CONTENT_SNARE_ROOTS } from './apiRoots';
import { customUrl, OWN_SIGN_IN } from './customUrl';
import { hidden, noOtherNodes } from './hidden';
import { collectionPolicy, dryRun } from './policyFields';

const API_ROOT = CONTENT_SNARE_ROOTS.contentSnare;
// fact: oauth-authorize, fact: oauth-redirect, fact: api-access
const AUTHORIZATION_URL = `${API_ROOT}/oauth/authorization`;
const TOKEN_URL = `${API_ROOT}/oauth/token`;

const CLIENTS_AND_REQUESTS =
	'read_clients write_clients read_requests write_requests review_requests read_templates';

const SCOPES = {
	clientsAndRequests: CLIENTS_AND_REQUESTS,
	everything: `${CLIENTS_AND_REQUESTS} read_team_members write_team_members administration`,
};

/** When addresses of one's own are asked for. */
const CUSTOM = { server: ['custom'] };

export class CollectionOAuth2Api implements ICredentialType {
	name = 'collectionOAuth2Api';

	extends = ['oAuth2Api'];

	displayName = 'Collection (Content Snare) OAuth2 API';

	icon: Icon = { light: 'file:collection.svg', dark: 'file:collection.dark.svg' };

	documentationUrl =
		'https://github.com/n8n-nodes-mail-collection/n8n-nodes-mail-collection/blob/main/docs/connect-collection.md';

	readonly restrictToSupportedNodes = true;

	properties: INodeProperties[] = [
		{
			displayName:
				'In Content Snare, open Settings > Integrations > API, create an application and paste the OAuth Redirect URL shown here as its callback. Client ID and Client Secret come from that application. If there is no API page, ask Content Snare support to switch API access on.',
			name: 'registrationNotice',
			type: 'notice',
			default: '',
		},
		{
			displayName: 'Server',
			name: 'server',
			type: 'options',
			options: [
				{ name: 'Content Snare', value: 'contentSnare' },
				{
					name: 'Custom',
					value: 'custom',
					description: 'Own sign-in addresses and API root, such as a private gateway',
				},
			],
			default: 'contentSnare',
			description: 'Which addresses to sign in at and to send requests to',
		},
		...customUrl(CUSTOM, {
			displayName: 'Sign-in URL',
			name: 'customAuthUrl',
			default: AUTHORIZATION_URL,
			description: 'Where the browser is sent to sign in.',
		}),
		...customUrl(CUSTOM, {
			displayName: 'Token URL',
			name: 'customTokenUrl',
			default: TOKEN_URL,
			description: 'Where n8n gets and refreshes the access.',
		}),
		...customUrl(CUSTOM, {
			displayName: 'API Root',
			name: 'customApiRoot',
			default: API_ROOT,
			description: 'Address before /partner_api/v1. The access is sent there and nowhere else.',
		}),
		{
			displayName: 'Permissions',
			name: 'permissions',
			type: 'options',
			options: [
				{
					name: 'Clients and Requests',
					value: 'clientsAndRequests',
					description: 'Clients, requests, reviews and templates',
				},
				{ name: 'Custom', value: 'custom', description: 'Scopes of your own choice' },
				{
					name: 'Everything',
					value: 'everything',
					description:
						'Also team members and webhooks: the Collection Trigger needs it. Sign in as an administrator.',
				},
			],
			default: 'clientsAndRequests',
			description:
				'What n8n may do with the account. After a change, press Switch account and sign in again: a sign-in keeps the permissions it was given.',
		},
		{
			displayName: 'Scopes',
			name: 'customScopes',
			type: 'string',
			required: true,
			typeOptions: { rows: 3 },
			displayOptions: { show: { permissions: ['custom'] } },
			default: CLIENTS_AND_REQUESTS,
			description: 'Separated by spaces',
		},
		...collectionPolicy,
		dryRun,
		// Whether the provider supports PKCE is not documented.
		hidden('Grant Type', 'grantType', 'authorizationCode'),
		hidden(
			'Authorization URL',
			'authUrl',
			`={{ $self["server"] === "custom" ? ${OWN_SIGN_IN.authorize} : "${AUTHORIZATION_URL}" }}`,
		),
		hidden(
			'Access Token URL',
			'accessTokenUrl',
			`={{ $self["server"] === "custom" ? ${OWN_SIGN_IN.token} : "${TOKEN_URL}" }}`,
		),
		hidden(
			'Scope',
			'scope',
			String.raw`={{ ($self["permissions"] === "custom" ? ($self["customScopes"] ?? "") : (${JSON.stringify(SCOPES)})[$self["permissions"]]).split(/[\s,]+/).filter((scope) => scope !== "").join(" ") }}`,
		),
		hidden('Auth URI Query Parameters', 'authQueryParameters', ''),
		hidden('Authentication', 'authentication', 'body'),
		noOtherNodes,
	];
}
