import { type ApiClient, graphClient, rowsOf, textOf } from '../../apiClient';
import { type Simulator, startSimulator } from '../../simulator';

describe('the simulated contacts', () => {
	let simulator: Simulator;
	let call: ApiClient;

	beforeEach(async () => {
		simulator = await startSimulator();
		call = graphClient(simulator, 'me@contoso.com');
		for (const name of ['Pat', 'Kim']) {
			await call('POST', '/me/contacts', {
				givenName: name,
				surname: 'Doe',
				emailAddresses: [{ address: `${name.toLowerCase()}@example.com`, name }],
			});
		}
	});

	afterEach(() => simulator.stop());

	async function names(filter: string): Promise<unknown[]> {
		const answer = await call('GET', `/me/contacts?$filter=${encodeURIComponent(filter)}`);
		return rowsOf(answer).map(({ displayName }) => displayName);
	}

	it('finds by equal address and by parts of names', async () => {
		expect(await names("emailAddresses/any(a:a/address eq 'KIM@example.com')")).toEqual([
			'Kim Doe',
		]);
		expect(await names("startswith(displayName,'pa')")).toEqual(['Pat Doe']);
		expect(await names("contains(surname,'oe') and givenName eq 'Kim'")).toEqual(['Kim Doe']);
	});

	it.each([
		"emailAddresses/any(a:startswith(a/address,'kim'))",
		"emailAddresses/any(a:a/name eq 'Kim')",
		"startswith(displayName,'x') or emailAddresses/any(a:a/address eq 'kim@example.com')",
	])('refuses the filter %s', async (filter) => {
		const answer = await call('GET', `/me/contacts?$filter=${encodeURIComponent(filter)}`);
		expect(textOf(answer, 'error.code')).toBe('ErrorInvalidUrlQueryFilter');
	});

	it('refuses $search', async () => {
		expect((await call('GET', '/me/contacts?$search="kim"')).status).toBe(400);
	});

	it('makes a new display name when other name parts change without it', async () => {
		const [pat] = rowsOf(await call('GET', '/me/contacts'));
		const path = `/me/contacts/${String(pat?.id)}`;
		await call('PATCH', path, { displayName: 'Patty' });
		const changed = await call('PATCH', path, { surname: 'Roe' });
		expect(textOf(changed, 'displayName')).toBe('Pat Roe');
	});

	it('refuses properties that contacts do not have', async () => {
		const answer = await call('POST', '/me/contacts', { email: 'x@example.com' });
		expect(answer.status).toBe(400);
	});

	it('keeps folders apart', async () => {
		const created = await call('POST', '/me/contactFolders', { displayName: 'Suppliers' });
		const path = `/me/contactFolders/${textOf(created, 'id')}/contacts`;
		await call('POST', path, { givenName: 'Sam' });
		expect(rowsOf(await call('GET', path))).toHaveLength(1);
		expect(rowsOf(await call('GET', '/me/contacts'))).toHaveLength(2);
	});
});
