import type { INodeParameters } from 'n8n-workflow';
import { resolveCredential } from '../harness/credentials';
import { fieldsShown } from './fieldsShown';

const TYPE = 'mailAppOAuth2Api';
const shownFor = (entered: INodeParameters) => fieldsShown(TYPE, entered);

describe('MailAppOAuth2Api', () => {
	it.each([
		['global', 'https://login.microsoftonline.com', 'https://graph.microsoft.com'],
		['usGovernment', 'https://login.microsoftonline.us', 'https://graph.microsoft.us'],
		['usGovernmentDod', 'https://login.microsoftonline.us', 'https://dod-graph.microsoft.us'],
		[
			'china',
			'https://login.partner.microsoftonline.cn',
			'https://microsoftgraph.chinacloudapi.cn',
		],
	])('asks the tenant in the cloud %s for all that was granted there', (cloud, host, resource) => {
		const tenantId = ' contoso.onmicrosoft.com ';
		expect(resolveCredential(TYPE, { cloud, tenantId })).toMatchObject({
			grantType: 'clientCredentials',
			clientCredentialType: 'certificate',
			authentication: 'body',
			accessTokenUrl: `${host}/contoso.onmicrosoft.com/oauth2/v2.0/token`,
			scope: `${resource}/.default`,
		});
	});

	it('takes the addresses of a custom cloud, and its resource', () => {
		const custom = {
			cloud: 'custom',
			customTokenUrl: ' https://login.example.com/token ',
			customScope: ' api://gateway/.default ',
		};
		expect(resolveCredential(TYPE, custom)).toMatchObject({
			accessTokenUrl: 'https://login.example.com/token',
			scope: 'api://gateway/.default',
		});
	});

	it.each(['', '  ', 'contoso.com/evil', '../common', 'contoso.com?x=', '@example.com'])(
		'refuses the tenant "%s"',
		(tenantId) => {
			const { accessTokenUrl } = resolveCredential(TYPE, { tenantId });
			expect(accessTokenUrl).toBe('tenant-must-be-an-id-or-a-domain:');
		},
	);

	it('asks for a certificate and its key, or for a secret', () => {
		const certificate = shownFor({});
		expect(certificate).toEqual(
			expect.arrayContaining(['privateKeyPem', 'certificatePem', 'tenantId']),
		);
		expect(certificate).not.toContain('clientSecret');
		const secret = shownFor({ clientCredentialType: 'clientSecret' });
		expect(secret).toContain('clientSecret');
		expect(secret).not.toContain('privateKeyPem');
	});

	it('offers the outgoing policy', () => {
		expect(shownFor({ whoMayBeWrittenTo: 'listed' })).toEqual(
			expect.arrayContaining([
				...['whoMayBeWrittenTo', 'allowedAddresses', 'mayAnswerSenders'],
				...['maximumEmailsPerHour', 'whatMayBeDeleted'],
			]),
		);
	});

	it('asks for verified senders only where senders may be answered', () => {
		const listed = { whoMayBeWrittenTo: 'listed' };
		expect(shownFor({ ...listed, mayAnswerSenders: true })).toContain('onlyVerifiedSenders');
		expect(shownFor(listed)).not.toContain('onlyVerifiedSenders');
		expect(shownFor({ mayAnswerSenders: true })).not.toContain('onlyVerifiedSenders');
	});

	it('lets nobody else add to what is sent to the token URL', () => {
		const added = { additionalBodyProperties: '{"scope":"other"}' };
		expect(resolveCredential(TYPE, added)).not.toHaveProperty('additionalBodyProperties');
	});
});
