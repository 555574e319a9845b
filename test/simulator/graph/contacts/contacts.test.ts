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

	it.each(['title', 'middleName', 'generation'])(
		'makes a new display name of all parts when %s changes',
		async (part) => {
			const [pat] = rowsOf(await call('GET', '/me/contacts'));
			const path = `/me/contacts/${String(pat?.id)}`;
			await call('PATCH', path, { displayName: 'Patty' });
			const changed = await call('PATCH', path, { [part]: 'New' });
			const made = { title: 'New Pat Doe', middleName: 'Pat New Doe', generation: 'Pat Doe New' };
			expect(Object.entries(made)).toContainEqual([part, textOf(changed, 'displayName')]);
		},
	);

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

	it('lists one level of folders at a time', async () => {
		const { contacts } = simulator.graph.mailbox('me@contoso.com');
		const top = contacts.addFolder('Customers');
		const below = contacts.addFolder('Partners', top.id);
		const ids = async (path: string) => rowsOf(await call('GET', path)).map(({ id }) => id);
		expect(await ids('/me/contactFolders')).toContain(top.id);
		expect(await ids('/me/contactFolders')).not.toContain(below.id);
		const path = `/me/contactFolders/${encodeURIComponent(top.id)}/childFolders`;
		expect(await ids(path)).toEqual([below.id]);
	});

	describe('told by their changes', () => {
		const FIRST = '/me/contactFolders/contacts/contacts/delta';
		const follow = async (link: string) => await call('GET', link);
		const linkOf = ({ body }: { body: unknown }, name: string) =>
			String(Object(body)[`@odata.${name}`]);

		it('come in pages, then as what changed since, and what is gone by its ID', async () => {
			const prefer = { prefer: 'odata.maxpagesize=1' };
			const first = await call('GET', `${FIRST}?$select=displayName`, undefined, prefer);
			expect(rowsOf(first)).toHaveLength(1);
			const second = await follow(linkOf(first, 'nextLink'));
			const link = linkOf(second, 'deltaLink');
			expect(rowsOf(await follow(link))).toEqual([]);
			const [pat, kim] = rowsOf(await call('GET', '/me/contacts'));
			await call('PATCH', `/me/contacts/${String(pat?.id)}`, { companyName: 'Contoso' });
			await call('DELETE', `/me/contacts/${String(kim?.id)}`);
			expect(rowsOf(await follow(link))).toEqual([
				{ id: kim?.id, '@removed': { reason: 'deleted' } },
				expect.objectContaining({ id: pat?.id, displayName: 'Pat Doe' }),
			]);
		});

		it.each(['$top=1', '$filter=displayName eq 1', '$orderby=displayName', '$search=x'])(
			'take no %s',
			async (option) => {
				expect((await call('GET', `${FIRST}?${option}`)).status).toBe(400);
			},
		);

		it('are told no more by a link that is given up', async () => {
			const link = linkOf(await call('GET', FIRST), 'deltaLink');
			simulator.graph.mailbox('me@contoso.com').contacts.delta.expire();
			const answer = await follow(link);
			expect([answer.status, textOf(answer, 'error.code')]).toEqual([410, 'SyncStateNotFound']);
		});
	});
});
