import { ExecuteContext } from 'n8n-core';
import type { INodeExecutionData, INodeParameters } from 'n8n-workflow';
import { LEFT_OUT } from '../../../nodes/shared/provider/understand';
import { arrived, pat, provider, runStep, useCollection, world } from '../../harness/collection';
import type { CollectionTriggerBench } from '../../harness/collectionTrigger';
import { startCollectionTrigger } from '../../harness/collectionTrigger';
import { locator } from '../../harness/locator';
import { searchList } from '../../harness/searchList';
import { clientDelivery, deliver, requestDelivery } from '../../simulator/collection/deliveries';
import { isJsonObject } from '../../simulator/exchange';

useCollection();

/** Entries of which nothing can be made. */
const POISONS = [null, 5, 'text', true, [], {}, { id: null }, { id: {} }, { id: '' }];

/** A body with an entry of this kind in front of, and behind, every entry of all its lists of records. */
function poisoned(body: unknown, poison: unknown): unknown {
	if (Array.isArray(body)) {
		const entries = body.map((entry) => poisoned(entry, poison));
		return body.length > 0 && body.every(isJsonObject) ? [poison, ...entries, poison] : entries;
	}
	if (!isJsonObject(body)) return body;
	return Object.fromEntries(
		Object.entries(body).map(([key, value]) => [key, poisoned(value, poison)]),
	);
}

/** What the package reads of records, beside IDs and lists of records. */
const READ =
	/^(name|email|full_name|phone|status|due|share_link|updated_at|client|clients|enabled|subscriptions|type|required|internal|values|values_flat|link|row|text|field_columns|rejection_message|filename|byte_size)$/;

/** A body in which everything that is read of records is of this kind. */
function oddly(body: unknown, odd: unknown): unknown {
	if (Array.isArray(body)) return body.map((entry) => oddly(entry, odd));
	if (!isJsonObject(body)) return body;
	return Object.fromEntries(
		Object.entries(body).map(([key, value]) => [key, READ.test(key) ? odd : oddly(value, odd)]),
	);
}

function fillWorld() {
	const client = pat();
	client.client_companies = [world().company('Acme')];
	const [template] = world().requestTemplates;
	const request = world().addRequest({
		name: 'Onboarding',
		status: 'published',
		clients: [client],
		pages: template?.pages ?? [],
	});
	world().answer(request, 'Legal name', { text: 'Example Bakery' });
	world().answer(request, 'Logo', { file: { filename: 'logo.png', content: 'PNG' } });
	world().webhooks.push({
		id: 'wh_1',
		type: 'Webhook',
		url: 'https://example.com/hook',
		enabled: true,
		subscriptions: ['request_completed'],
	});
	return { client, request };
}

const jsonOf = (items: INodeExecutionData[]) => items.map(({ json }) => json);

const id = (value: string) => locator('id', value);

/** Steps that read lists, or records with lists in them; what they need is made for each test. */
const STEPS: Array<
	[step: string, parameters: (made: ReturnType<typeof fillWorld>) => INodeParameters]
> = [
	['client.listClients', () => ({ returnAll: true })],
	['client.listClients', () => ({ limit: 1 })],
	['client.listCompanies', () => ({ returnAll: true })],
	['client.findClient', () => ({ search: 'pat@example.com' })],
	['client.getClient', () => ({ client: locator('email', 'pat@example.com') })],
	['client.upsertClient', () => ({ email: 'pat@example.com', name: 'Pat Doe' })],
	['request.listRequests', () => ({ returnAll: true })],
	['request.listRequests', () => ({ filters: { client: locator('email', 'pat@example.com') } })],
	['request.getRequest', ({ request }) => ({ request: id(request.id) })],
	['request.getAnswers', ({ request }) => ({ request: id(request.id) })],
	['request.getAnswers', ({ request }) => ({ request: id(request.id), output: 'fields' })],
	['request.downloadFiles', ({ request }) => ({ request: id(request.id) })],
	['advanced.listTeamMembers', () => ({ returnAll: true })],
	['advanced.getTeamMember', () => ({ member: locator('email', 'owner@contoso.com') })],
	...['request', 'page', 'section'].map((kind): (typeof STEPS)[number] => [
		'template.listTemplates',
		() => ({ kind, returnAll: true }),
	]),
	['template.listFolders', () => ({ returnAll: true })],
	['template.listSchedules', () => ({ returnAll: true })],
	['advanced.listWebhooks', () => ({ returnAll: true })],
];

/** Every list of the API that something of the package reads. */
const LISTS = [
	'/client_companies',
	'/clients',
	'/communication_templates',
	'/folders',
	'/page_templates',
	'/request_templates',
	'/requests',
	'/section_templates',
	'/team_members',
	'/webhooks',
];

describe('an entry that cannot be read', () => {
	const read = new Set<string>();

	it.each(STEPS)(
		'in any list of %s costs no other entry, and is told',
		async (step, parameters) => {
			const given = parameters(fillWorld());
			const healthy = await runStep(step, given);
			expect(healthy.length).toBeGreaterThan(0);
			const hints = jest.spyOn(ExecuteContext.prototype, 'addExecutionHints');
			for (const poison of POISONS) {
				hints.mockClear();
				provider().requests.clear();
				world().distort = (body) => poisoned(body, poison);
				expect(jsonOf(await runStep(step, given))).toEqual(jsonOf(healthy));
				expect(hints.mock.calls).toEqual([[{ message: LEFT_OUT, location: 'outputPane' }]]);
				for (const one of arrived()) read.add(one.replace('GET ', ''));
			}
			hints.mockRestore();
		},
	);

	it('is told to a language model, too, also where nothing else is found', async () => {
		fillWorld();
		world().distort = (body) => poisoned(body, null);
		const [found] = await runStep('client.findClient', { search: 'pat' }, { asTool: true });
		expect(found?.json).toMatchObject({ email: 'pat@example.com', more: LEFT_OUT });
		world().distort = (body) => (isJsonObject(body) ? { ...body, results: [null] } : body);
		const [none] = await runStep('client.findClient', { search: 'pat' }, { asTool: true });
		expect(none?.json).toMatchObject({ found: 0, more: expect.stringContaining(LEFT_OUT) });
	});

	it('was put into every list that the steps read', () => {
		expect([...read].filter((path) => LISTS.includes(path)).sort()).toEqual(LISTS);
	});

	it('is not told where there is none', async () => {
		const made = fillWorld();
		const hints = jest.spyOn(ExecuteContext.prototype, 'addExecutionHints');
		for (const [step, parameters] of STEPS) await runStep(step, parameters(made));
		expect(hints).not.toHaveBeenCalled();
		hints.mockRestore();
	});

	it('leaves the lists of the editor as they are', async () => {
		fillWorld();
		for (const method of [
			'searchClients',
			'searchRequests',
			'searchTeamMembers',
			'searchRequestTemplates',
			'searchFolderNames',
			'searchSchedules',
		]) {
			const search = async () =>
				await searchList({ node: 'collection', method, simulator: provider() });
			world().distort = (body) => body;
			const healthy = await search();
			world().distort = (body) => poisoned(body, null);
			expect(await search()).toEqual(healthy);
		}
	});

	it('of several that are all so is no empty list', async () => {
		fillWorld();
		world().distort = (body) => (isJsonObject(body) ? { ...body, results: [null, null] } : body);
		await expect(runStep('client.listClients', { returnAll: true })).rejects.toThrow(
			"Content Snare's answer could not be read",
		);
		world().distort = (body) => (isJsonObject(body) ? { ...body, results: [null] } : body);
		expect(await runStep('client.listClients', { returnAll: true })).toEqual([]);
	});

	it('is no way around the policy of the credential', async () => {
		const { request } = fillWorld();
		const policy = { whoMayBeWrittenTo: 'listed', allowedAddresses: 'example.com' };
		const publish = async () =>
			await runStep(
				'request.updateRequest',
				{ request: id(request.id), status: 'published' },
				{ credentialData: policy },
			);
		for (const poison of POISONS.filter((one) => !isJsonObject(one))) {
			world().distort = (body) => poisoned(body, poison);
			await expect(publish()).rejects.toThrow();
			expect(provider().requests.count({ method: 'PUT' })).toBe(0);
		}
	});
});

describe('a property that is not what it was', () => {
	it.each(STEPS.filter(([step]) => !/find|upsert|getClient|getTeam|listRequests/.test(step)))(
		'ends no %s, and takes no record with it',
		async (step, parameters) => {
			const given = parameters(fillWorld());
			const healthy = await runStep(step, given);
			for (const odd of [5, {}, [], [null], { a: 1 }, null]) {
				world().distort = (body) => oddly(body, odd);
				expect(await runStep(step, given)).toHaveLength(healthy.length);
			}
		},
	);
});

describe('the trigger', () => {
	const EVENTS = [
		'request_created',
		'request_completed',
		'client_created',
		'client_updated',
		'team_member_updated',
	];
	let bench: CollectionTriggerBench;

	beforeEach(async () => {
		bench = await startCollectionTrigger(provider(), { events: EVENTS });
	});
	afterEach(async () => {
		await bench.stop();
	});
	const told = async () => {
		const items = await bench.poll();
		return items.map(({ json }) => `${json.event} ${json.id}`);
	};

	it.each(POISONS)('looks through lists, registers and hears in spite of %j', async (poison) => {
		const { client, request } = fillWorld();
		world().distort = (body) => poisoned(body, poison);
		await bench.activate();
		expect(await told()).toEqual([]);
		client.phone = '+1 999';
		request.status = 'completed';
		expect(await told()).toEqual([
			`request_completed ${request.id}`,
			`client_updated ${client.id}`,
		]);
		const second = world().addRequest({ name: 'B', status: 'published', clients: [client] });
		expect(await told()).toEqual([`request_created ${second.id}`]);
		second.status = 'completed';
		await deliver(world(), requestDelivery('request_completed', second, world()));
		client.phone = '+1 998';
		await deliver(world(), clientDelivery('client_updated', client));
		await bench.settled();
		expect(
			bench.executions
				.slice(2)
				.flat()
				.map(({ json }) => json.event),
		).toEqual(['request_completed', 'client_updated']);
		expect(await told()).toEqual([]);
		await bench.deactivate();
		expect(world().webhooks.map(({ id: one }) => one)).toEqual(['wh_1']);
	});

	it('goes on where a record that it knows becomes unreadable, and takes up that one again', async () => {
		const { client, request } = fillWorld();
		await bench.activate();
		const [owner] = world().team;
		for (const spoilt of [null, {}, { id: null }, 'text']) {
			world().distort = (body) => {
				if (!isJsonObject(body)) return body;
				if (body.id === client.id || body.id === request.id) return spoilt;
				const results = Array.isArray(body.results) ? body.results : undefined;
				return results
					? {
							...body,
							results: results.map((row) =>
								row.id === client.id || row.id === request.id ? spoilt : row,
							),
						}
					: body;
			};
			Object.assign(owner ?? {}, { role: owner?.role === 'editor' ? 'admin' : 'editor' });
			expect(await told()).toEqual([`team_member_updated ${owner?.id}`]);
			expect(await told()).toEqual([]);
		}
		client.phone = '+1 997';
		request.status = 'completed';
		world().distort = (body) => body;
		expect(await told()).toEqual([
			`request_completed ${request.id}`,
			`client_updated ${client.id}`,
		]);
	});

	it('tells a request without a status it knows once', async () => {
		const { client } = fillWorld();
		await bench.activate();
		world().distort = (body) => oddly(body, {});
		const second = world().addRequest({ name: 'B', status: 'published', clients: [client] });
		expect(await told()).toContain(`request_created ${second.id}`);
		expect(await told()).toEqual([]);
	});
});
