import { execFileSync } from 'node:child_process';
import path from 'node:path';
import type { CredentialName } from '../harness/credentials';
import { resolveCredential } from '../harness/credentials';

const ENGINE_TIMEOUT_MS = 60_000;

const own = (url: string) => ({ customAuthUrl: url, customTokenUrl: url, customApiRoot: url });

const cases: Array<[CredentialName, Record<string, string>]> = [
	['mailOAuth2Api', {}],
	['mailOAuth2Api', { cloud: 'china', accountType: 'tenant', tenantId: 'contoso.com' }],
	['mailOAuth2Api', { cloud: 'usGovernmentDod', permissions: 'meetings' }],
	['mailOAuth2Api', { cloud: 'usGovernment', accountType: 'consumers' }],
	['mailOAuth2Api', { permissions: 'custom', customScopes: 'offline_access,\n Mail.Read' }],
	['mailOAuth2Api', { cloud: 'custom', ...own('http://127.0.0.1:4010/') }],
	['mailOAuth2Api', { cloud: 'custom', ...own('http://login.example.com') }],
	['mailAppOAuth2Api', { cloud: 'china', tenantId: 'contoso.com' }],
	['mailAppOAuth2Api', { cloud: 'custom', ...own('http://127.0.0.1:4010/') }],
	['collectionOAuth2Api', { permissions: 'everything' }],
	['collectionOAuth2Api', { server: 'custom', ...own('https://gateway.example.com//') }],
];

it("resolve both credentials alike, n8n's isolated engine and its older one", () => {
	const printed = execFileSync(
		process.execPath,
		['--import', 'tsx', path.join(__dirname, 'resolveIsolated.ts')],
		{ input: JSON.stringify(cases), encoding: 'utf8', timeout: ENGINE_TIMEOUT_MS },
	);
	expect(JSON.parse(printed)).toEqual({
		engine: 'vm',
		resolved: cases.map(([type, data]) => resolveCredential(type, data)),
	});
});
