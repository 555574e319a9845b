import type { ICredentialDataDecryptedObject } from 'n8n-workflow';
import { NodeHelpers } from 'n8n-workflow';
import { InvalidInput } from '../../nodes/shared/http/failures';
import { createOrigin } from '../../nodes/shared/http/origin';
import { shippedCredentials } from '../../scripts/shippedClasses';
import { resolveCredential } from '../harness/credentials';

const AUTH_REFUSAL = 'sign-in-url-must-be-https-or-http-on-localhost:';
const TOKEN_REFUSAL = 'token-url-must-be-https-or-http-on-localhost:';

const credentials = [
	{ type: 'mailOAuth2Api', choice: { cloud: 'custom' } },
	{ type: 'collectionOAuth2Api', choice: { server: 'custom' } },
] as const;

/** The notices about addresses that n8n shows for these values. */
function noticesOf(
	type: (typeof credentials)[number]['type'],
	values: ICredentialDataDecryptedObject,
): string[] {
	const properties =
		shippedCredentials().find(({ instance }) => instance.name === type)?.instance.properties ?? [];
	const defaults = properties.map(({ name, default: value }) => [name, value]);
	const filled = { ...Object.fromEntries(defaults), ...values };
	return properties
		.filter(({ name }) => /^custom.*Notice$/.test(name))
		.filter((notice) => NodeHelpers.displayParameter(filled, notice, null, null))
		.map(({ displayName }) => displayName);
}

const accepted = [
	'https://login.example.com',
	'https://login.example.com:8443/oauth2/authorize?a=b#c',
	'HTTPS://LOGIN.EXAMPLE.COM/x',
	'http://localhost/authorize',
	'http://localhost:5679',
	'http://127.0.0.1:4010/oauth/token',
	'http://127.10.20.30/oauth/token',
	'http://[::1]:4010/oauth/token',
];

const refused = [
	'',
	'   ',
	'login.example.com/authorize',
	'http://login.example.com/authorize',
	'http://localhost.example.com/authorize',
	'http://localhost@login.example.com/authorize',
	'http://127.0.0.1@login.example.com/authorize',
	'http://127.0.0.1.example.com/authorize',
	'http://localhost:80@login.example.com/authorize',
	'http://localhost\\@login.example.com/authorize',
	'http://128.0.0.1/authorize',
	'http://10.0.0.1/authorize',
	'http://[::2]/authorize',
	'https://user@login.example.com/authorize',
	'https:///authorize',
	'https://login.example.com/a b',
	'ftp://login.example.com/authorize',
	'javascript:alert(1)',
	'//login.example.com/authorize',
];

describe.each(credentials)('own addresses of $type', ({ type, choice }) => {
	it.each(accepted)('accepts %s', (url) => {
		expect(
			resolveCredential(type, { ...choice, customAuthUrl: url, customTokenUrl: url }),
		).toMatchObject({ authUrl: url, accessTokenUrl: url });
	});

	it.each(refused)('refuses "%s" with a scheme that says what to change', (url) => {
		expect(
			resolveCredential(type, { ...choice, customAuthUrl: url, customTokenUrl: url }),
		).toMatchObject({ authUrl: AUTH_REFUSAL, accessTokenUrl: TOKEN_REFUSAL });
	});

	it('says below the field how an address begins, before n8n refuses it, and only then', () => {
		const shownFor = (url: string, chosen: object = choice) =>
			noticesOf(type, { ...chosen, customAuthUrl: url });
		const safe = accepted.filter((url) => !url.startsWith('HTTPS:'));
		for (const url of ['', ...safe])
			expect({ url, shown: shownFor(url) }).toEqual({ url, shown: [] });
		for (const url of ['http://login.example.com', 'login.example.com/x', 'ftp://example.com']) {
			const shown = [expect.stringMatching(/^Sign-in URL has to start with https:/)];
			expect({ url, shown: shownFor(url) }).toEqual({ url, shown });
			expect(shownFor(url, {})).toEqual([]);
		}
	});

	it('gives n8n a refusal that it recognises as neither http nor https', () => {
		expect(new URL(AUTH_REFUSAL).protocol).toBe(AUTH_REFUSAL);
		expect(new URL(TOKEN_REFUSAL).protocol).toBe(TOKEN_REFUSAL);
	});
});

describe('own addresses of mailAppOAuth2Api', () => {
	const tokenUrlFor = (customTokenUrl: string) =>
		resolveCredential('mailAppOAuth2Api', { cloud: 'custom', customTokenUrl }).accessTokenUrl;

	it.each(accepted)('accepts %s', (url) => expect(tokenUrlFor(url)).toBe(url));

	it.each(refused)('refuses "%s" with a scheme that says what to change', (url) =>
		expect(tokenUrlFor(url)).toBe(TOKEN_REFUSAL),
	);
});

it.each(refused)('"%s" is refused as the API root', (url) => {
	expect(() => createOrigin(url.trim())).toThrow(InvalidInput);
});
