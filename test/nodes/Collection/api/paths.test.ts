import fc from 'fast-check';
import { belowApi, collectionPath, withApiPrefix } from '../../../../nodes/Collection/api/paths';
import { InvalidInput } from '../../../../nodes/shared/http/failures';

const ROOT = '/partner_api/v1';

describe('a path of the Partner API', () => {
	it('holds its ID as one segment', () => {
		expect(collectionPath`/clients/${'acc_1'}`).toBe(`${ROOT}/clients/acc_1`);
		expect(collectionPath`/requests/${'a/b?c#d'}/submit_all_fields`).toBe(
			`${ROOT}/requests/a%2Fb%3Fc%23d/submit_all_fields`,
		);
	});

	it.each(['', ' ', '.', '..', '. .', 'a/../b', '../x', 'x'.repeat(1_001)])(
		'refuses the ID %j',
		(id) => {
			expect(() => collectionPath`/clients/${id}`).toThrow(InvalidInput);
		},
	);

	it('keeps any ID in its place', () => {
		fc.assert(
			fc.property(fc.string({ unit: 'binary', minLength: 1 }), (id) => {
				let path: string;
				try {
					path = collectionPath`/clients/${id}/end`;
				} catch (error) {
					return error instanceof InvalidInput;
				}
				const { pathname, search, hash, origin } = new URL(`https://api.example.com${path}`);
				return (
					origin === 'https://api.example.com' &&
					pathname.split('/').length === 6 &&
					pathname.startsWith(`${ROOT}/clients/`) &&
					pathname.endsWith('/end') &&
					search + hash === ''
				);
			}),
		);
	});
});

describe('the endpoint of a user', () => {
	it.each([
		['/clients', `${ROOT}/clients`],
		['/', `${ROOT}/`],
		['/partner_api/v1/clients', `${ROOT}/clients`],
		['/partner_api/v1', ROOT],
		['/partner_api/v1?x=1', `${ROOT}?x=1`],
		['/partner_api/v2/clients', '/partner_api/v2/clients'],
		['/partner_api', `${ROOT}/partner_api`],
		['/partner_api/v1x', `${ROOT}/partner_api/v1x`],
		['/oauth/token', `${ROOT}/oauth/token`],
	])('%s becomes %s', (endpoint, path) => {
		expect(withApiPrefix(endpoint)).toBe(path);
	});
});

it('knows what a path names below the API, and none of another version', () => {
	expect(belowApi(collectionPath`/clients/${'acc_1'}`)).toBe('clients/acc_1');
	expect(belowApi('/partner_api/v2/clients')).toBeUndefined();
});
