import { resolveCredential } from '../harness/credentials';

const signInHosts = {
	global: 'https://login.microsoftonline.com',
	usGovernment: 'https://login.microsoftonline.us',
	usGovernmentDod: 'https://login.microsoftonline.us',
	china: 'https://login.partner.microsoftonline.cn',
};

/** What national clouds want before a scope. */
const resources = {
	global: 'https://graph.microsoft.com',
	usGovernment: 'https://graph.microsoft.us',
	usGovernmentDod: 'https://dod-graph.microsoft.us',
	china: 'https://microsoftgraph.chinacloudapi.cn',
};

const signIn = ['openid', 'profile', 'offline_access'];
const ownMailbox = [
	'User.Read',
	'Mail.ReadWrite',
	'Mail.Send',
	'Calendars.ReadWrite',
	'Contacts.ReadWrite',
	'MailboxSettings.Read',
];
const shared = [
	'Mail.ReadWrite.Shared',
	'Mail.Send.Shared',
	'Calendars.ReadWrite.Shared',
	'Contacts.ReadWrite.Shared',
];
const graphScopes = {
	mailCalendarContacts: ownMailbox,
	sharedMailboxes: [...ownMailbox, ...shared],
	meetings: [...ownMailbox, ...shared, 'OnlineMeetings.Read', 'OnlineMeetingTranscript.Read.All'],
	draftsOnly: [
		'User.Read',
		'Mail.ReadWrite',
		'Calendars.Read',
		'Contacts.ReadWrite',
		'MailboxSettings.Read',
	],
	readOnly: ['User.Read', 'Mail.Read', 'Calendars.Read', 'Contacts.Read', 'MailboxSettings.Read'],
};

const clouds = ['global', 'usGovernment', 'usGovernmentDod', 'china'] as const;
const presets = [
	'mailCalendarContacts',
	'sharedMailboxes',
	'meetings',
	'draftsOnly',
	'readOnly',
] as const;

const tenants = [
	{ accountType: 'common', tenantId: undefined, segment: 'common' },
	{ accountType: 'organizations', tenantId: undefined, segment: 'organizations' },
	{
		accountType: 'tenant',
		tenantId: 'contoso.onmicrosoft.com',
		segment: 'contoso.onmicrosoft.com',
	},
	{
		accountType: 'tenant',
		tenantId: ' 5b3a1c1e-0000-4000-8000-00000000abcd ',
		segment: '5b3a1c1e-0000-4000-8000-00000000abcd',
	},
];

function resolve(entered: Record<string, string | undefined>) {
	const data: Record<string, string> = {};
	for (const [name, value] of Object.entries(entered)) if (value !== undefined) data[name] = value;
	return resolveCredential('mailOAuth2Api', data);
}

describe('MailOAuth2Api', () => {
	it('signs in to the global cloud for any account when nothing was chosen', () => {
		expect(resolve({ clientId: 'id', clientSecret: 'secret' })).toMatchObject({
			clientId: 'id',
			clientSecret: 'secret',
			grantType: 'pkce',
			authentication: 'body',
			authQueryParameters: 'prompt=select_account',
			authUrl: 'https://login.microsoftonline.com/common/oauth2/v2.0/authorize',
			accessTokenUrl: 'https://login.microsoftonline.com/common/oauth2/v2.0/token',
			scope:
				'openid profile offline_access User.Read Mail.ReadWrite Mail.Send Calendars.ReadWrite Contacts.ReadWrite MailboxSettings.Read',
		});
	});

	describe.each(clouds)('in the cloud %s', (cloud) => {
		it.each(tenants)('signs $accountType in at $segment', ({ accountType, tenantId, segment }) => {
			expect(resolve({ cloud, accountType, tenantId })).toMatchObject({
				authUrl: `${signInHosts[cloud]}/${segment}/oauth2/v2.0/authorize`,
				accessTokenUrl: `${signInHosts[cloud]}/${segment}/oauth2/v2.0/token`,
			});
		});

		it.each(presets)('asks for the scopes of %s', (permissions) => {
			const prefix = cloud === 'global' ? '' : `${resources[cloud]}/`;
			const expected = [...signIn, ...graphScopes[permissions].map((scope) => prefix + scope)];
			expect(resolve({ cloud, permissions }).scope).toBe(expected.join(' '));
		});
	});

	it('signs personal accounts in at consumers', () => {
		expect(resolve({ accountType: 'consumers' })).toMatchObject({
			authUrl: 'https://login.microsoftonline.com/consumers/oauth2/v2.0/authorize',
			accessTokenUrl: 'https://login.microsoftonline.com/consumers/oauth2/v2.0/token',
		});
	});

	it.each(['usGovernment', 'usGovernmentDod', 'china'])(
		'refuses personal accounts in %s',
		(cloud) => {
			expect(resolve({ cloud, accountType: 'consumers' })).toMatchObject({
				authUrl: 'personal-accounts-exist-only-in-the-global-cloud:',
				accessTokenUrl: 'personal-accounts-exist-only-in-the-global-cloud:',
			});
		},
	);

	it.each(['', '  ', 'contoso.com/evil', '../common', 'contoso.com?x=', 'a b', '@example.com'])(
		'refuses the tenant "%s"',
		(tenantId) => {
			expect(resolve({ accountType: 'tenant', tenantId })).toMatchObject({
				authUrl: 'tenant-must-be-an-id-or-a-domain:',
				accessTokenUrl: 'tenant-must-be-an-id-or-a-domain:',
			});
		},
	);

	it('asks for custom scopes as entered, without empty ones', () => {
		const customScopes = ' offline_access,  Mail.Read\nUser.Read ';
		expect(resolve({ permissions: 'custom', customScopes }).scope).toBe(
			'offline_access Mail.Read User.Read',
		);
	});

	it('puts the resource of a national cloud before custom scopes that have none', () => {
		const customScopes = 'email offline_access Mail.Read https://graph.microsoft.us/Mail.Send';
		expect(resolve({ cloud: 'usGovernment', permissions: 'custom', customScopes }).scope).toBe(
			'email offline_access https://graph.microsoft.us/Mail.Read https://graph.microsoft.us/Mail.Send',
		);
	});

	it('takes the addresses of a custom cloud as entered and leaves its scopes alone', () => {
		const custom = {
			cloud: 'custom',
			customAuthUrl: ' https://login.example.com/authorize?tenant=a ',
			customTokenUrl: 'http://127.0.0.1:4010/oauth/token',
		};
		expect(resolve(custom)).toMatchObject({
			authUrl: 'https://login.example.com/authorize?tenant=a',
			accessTokenUrl: 'http://127.0.0.1:4010/oauth/token',
			scope: [...signIn, ...ownMailbox].join(' '),
		});
	});

	it('does not take saved addresses over the computed ones', () => {
		const saved = {
			authUrl: 'https://evil.example.com',
			accessTokenUrl: 'https://evil.example.com',
		};
		expect(resolve(saved)).toMatchObject({
			authUrl: 'https://login.microsoftonline.com/common/oauth2/v2.0/authorize',
			accessTokenUrl: 'https://login.microsoftonline.com/common/oauth2/v2.0/token',
		});
	});
});
