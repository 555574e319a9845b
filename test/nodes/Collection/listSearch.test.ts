import { API, provider, requestTo, useCollection, world } from '../../harness/collection';
import { searchList } from '../../harness/searchList';

useCollection();

const search = async (method: string, filter?: string, paginationToken?: string) =>
	await searchList({
		node: 'collection',
		method,
		simulator: provider(),
		filter,
		paginationToken,
	});

describe('the lists behind the locators', () => {
	it('show clients with their email, 50 at a time, searched by the API', async () => {
		for (let number = 1; number <= 60; number++) {
			world().addClient({ email: `c${number}@example.com`, full_name: `Client ${number}` });
		}
		const first = await search('searchClients', 'client');
		expect(first.results).toHaveLength(50);
		expect(first.results[0]).toEqual({
			name: 'Client 1 (c1@example.com)',
			value: world().clients[0]?.id,
		});
		expect(requestTo('GET', '/clients').query).toMatchObject({ q: 'client', limit: '50' });
		const second = await search('searchClients', 'client', String(first.paginationToken));
		expect(second.results.map(({ name }) => name)).toContain('Client 60 (c60@example.com)');
		expect(second.paginationToken).toBeUndefined();
	});

	it('show the clients who come from an integration too', async () => {
		world().addClient({ email: 'ann@example.com', full_name: 'Ann', external: true });
		expect((await search('searchClients', 'ann')).results).toEqual([
			{ name: 'Ann (ann@example.com)', value: world().clients[0]?.id },
		]);
	});

	it('show requests with their status', async () => {
		const { id } = world().addRequest({ name: 'Onboarding', status: 'published' });
		expect((await search('searchRequests')).results).toEqual([
			{ name: 'Onboarding (published)', value: id },
		]);
	});

	it('show team members with their email', async () => {
		expect((await search('searchTeamMembers')).results).toEqual([
			{ name: 'Olive Owner (owner@contoso.com)', value: world().team[0]?.id },
		]);
	});

	it.each([
		['searchRequestTemplates', ['Onboarding', 'Tax return'], 'TAX', ['Tax return']],
		['searchPageTemplates', ['Business', 'Files'], 'fil', ['Files']],
		['searchSectionTemplates', ['Basics', 'Uploads'], 'up', ['Uploads']],
		['searchFolders', ['Bookkeeping', 'Default Folder'], 'book', ['Bookkeeping']],
		['searchSchedules', ['Default', 'Gentle'], 'gen', ['Gentle']],
	])(
		'%s loads all in alphabetical order and searches them here',
		async (method, all, text, found) => {
			expect((await search(method)).results.map(({ name }) => name)).toEqual(all);
			expect((await search(method, text)).results.map(({ name }) => name)).toEqual(found);
		},
	);

	it('call by something else what has an empty name', async () => {
		const rows = [
			{ id: 'A', full_name: '', name: '', email: 'pat@example.com' },
			{ id: 'B', full_name: '', name: '', email: '' },
		];
		provider().faults.next({ times: 4 }, { status: 200, body: { results: rows } });
		const names = async (method: string) =>
			(await search(method)).results.map(({ name }) => name).sort();
		expect(await names('searchClients')).toEqual(['B', 'pat@example.com']);
		expect(await names('searchTeamMembers')).toEqual(['B', 'pat@example.com']);
		expect(await names('searchRequests')).toEqual(['A', 'B']);
		expect(await names('searchFolders')).toEqual(['A', 'B']);
	});

	it('say what is wrong when the account may not see them', async () => {
		provider().faults.next({ path: `${API}/folders` }, { status: 403 });
		await expect(search('searchFolders')).rejects.toThrow('The account is not allowed to do this');
	});
});
