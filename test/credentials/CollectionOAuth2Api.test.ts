import { CollectionOAuth2Api } from '../../credentials/CollectionOAuth2Api.credentials';
import { resolveCredential } from '../harness/credentials';

describe('CollectionOAuth2Api', () => {
	it('signs in to Content Snare for clients and requests when nothing was chosen', () => {
		expect(resolveCredential('collectionOAuth2Api', { clientId: 'id' })).toMatchObject({
			clientId: 'id',
			grantType: 'authorizationCode',
			authentication: 'body',
			authQueryParameters: '',
			authUrl: 'https://api.contentsnare.com/oauth/authorization',
			accessTokenUrl: 'https://api.contentsnare.com/oauth/token',
			scope:
				'read_clients write_clients read_requests write_requests review_requests read_templates',
		});
	});

	it('says which permissions the Collection Trigger needs, as those by default are not enough', () => {
		const permissions = new CollectionOAuth2Api().properties.find(
			({ name }) => name === 'permissions',
		);
		expect(permissions?.options).toContainEqual({
			name: 'Everything',
			value: 'everything',
			description: expect.stringContaining('the Collection Trigger needs it'),
		});
	});

	it('asks for all nine scopes with Everything', () => {
		const { scope } = resolveCredential('collectionOAuth2Api', { permissions: 'everything' });
		expect(String(scope).split(' ').sort()).toEqual([
			'administration',
			'read_clients',
			'read_requests',
			'read_team_members',
			'read_templates',
			'review_requests',
			'write_clients',
			'write_requests',
			'write_team_members',
		]);
	});

	it('asks for custom scopes as entered, without empty ones', () => {
		const data = { permissions: 'custom', customScopes: ' read_clients,\n read_requests ' };
		expect(resolveCredential('collectionOAuth2Api', data).scope).toBe('read_clients read_requests');
	});

	it('takes the addresses of a gateway as entered', () => {
		const custom = {
			server: 'custom',
			customAuthUrl: 'https://gateway.example.com/authorize',
			customTokenUrl: 'http://localhost:4010/oauth/token',
		};
		expect(resolveCredential('collectionOAuth2Api', custom)).toMatchObject({
			authUrl: 'https://gateway.example.com/authorize',
			accessTokenUrl: 'http://localhost:4010/oauth/token',
		});
	});

	it('offers the vendor addresses as the start of an own server', () => {
		expect(resolveCredential('collectionOAuth2Api', { server: 'custom' })).toMatchObject({
			authUrl: 'https://api.contentsnare.com/oauth/authorization',
			accessTokenUrl: 'https://api.contentsnare.com/oauth/token',
		});
	});

	it('ignores own addresses that were entered before switching back', () => {
		const data = { server: 'contentSnare', customTokenUrl: 'https://gateway.example.com' };
		expect(resolveCredential('collectionOAuth2Api', data).accessTokenUrl).toBe(
			'https://api.contentsnare.com/oauth/token',
		);
	});
});
