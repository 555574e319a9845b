import type { IDataObject, INodeExecutionData, INodeParameters } from 'n8n-workflow';
import type { Clock } from '../../../nodes/shared/http/clock';
import { ownCredentialId } from '../../harness/collection';
import { startCollectionTrigger } from '../../harness/collectionTrigger';
import type { ExecuteOptions } from '../../harness/executeNode';
import { executeNode } from '../../harness/executeNode';
import { createSkippingClock } from '../../harness/skippingClock';
import { during } from '../../simulator/activity';
import { deliver, requestDelivery } from '../../simulator/collection/deliveries';
import type { Simulator } from '../../simulator/simulator';
import { startSimulator } from '../../simulator/simulator';

/** The provider's quota: 20 writes in any 10 seconds. */
const WRITES = 20;
const WINDOW_MS = 10_000;
/** How long a request and its answer take, in milliseconds. */
const LATENCY_MS = 100;

let clock: Clock;
let simulator: Simulator;

beforeEach(async () => {
	clock = createSkippingClock();
	simulator = await startSimulator({ clock: clock.now });
	simulator.collection.latencyMs = 0;
});

afterEach(async () => {
	await simulator.stop();
});

const people = (count: number, prefix = 'c'): IDataObject[] =>
	Array.from({ length: count }, (_, index) => ({
		email: `${prefix}${index}@example.com`,
		name: `Client ${prefix}${index}`,
	}));

/** Runs a step of the Collection node on the test's clock, on which requests take their time. */
async function run(
	step: string,
	parameters: INodeParameters,
	items: IDataObject[],
	options: Partial<ExecuteOptions> = {},
): Promise<INodeExecutionData[]> {
	const [resource = '', operation = ''] = step.split('.');
	const result = await executeNode({
		node: 'collection',
		simulator,
		clock,
		latencyMs: LATENCY_MS,
		credentialId: ownCredentialId(),
		parameters: { resource, operation, ...parameters },
		items: items.map((json) => ({ json })),
		...options,
	});
	return result.items;
}

async function createClients(credentialId: string, items: IDataObject[]) {
	const parameters = { email: '={{ $json.email }}', name: '={{ $json.name }}' };
	return await run('client.createClient', parameters, items, { credentialId });
}

/** The least time in which the provider takes this many writes. */
const allowedMs = (writes: number) => (Math.ceil(writes / WRITES) - 1) * WINDOW_MS;

const refused = () => simulator.requests.all.filter(({ status }) => status === 429).length;

it('200 clients and then 200 requests run at 0.95 of the allowed speed or more, without a 429', async () => {
	const credentialId = ownCredentialId();
	const begin = clock.now();
	const clients = await createClients(credentialId, people(200));
	const requests = await run(
		'request.createRequest',
		{
			client: { __rl: true, mode: 'id', value: '={{ $json.id }}' },
			template: { __rl: true, mode: 'name', value: 'Onboarding' },
			name: '={{ "For " + $json.name }}',
		},
		clients.map(({ json: { id, full_name: name } }) => ({ id, name })),
		{ credentialId },
	);
	const elapsed = clock.now() - begin;
	expect(requests.map(({ json }) => json.name)).toEqual(
		people(200).map(({ name }) => `For ${String(name)}`),
	);
	expect(new Set(simulator.collection.requests.map(({ id }) => id)).size).toBe(200);
	expect({ refused: refused(), writes: simulator.requests.count({ method: 'POST' }) }).toEqual({
		refused: 0,
		writes: 400,
	});
	expect(allowedMs(400) / elapsed).toBeGreaterThanOrEqual(0.95);
}, 60_000);

it('two executions at once share the quota of their account', async () => {
	const credentialId = ownCredentialId();
	const begin = clock.now();
	const [one, other] = await Promise.all([
		createClients(credentialId, people(60, 'a')),
		createClients(credentialId, people(60, 'b')),
	]);
	expect([one.length, other.length, refused()]).toEqual([60, 60, 0]);
	expect(simulator.collection.clients).toHaveLength(120);
	expect(allowedMs(120) / (clock.now() - begin)).toBeGreaterThanOrEqual(0.95);
});

it('two accounts do not wait for each other', async () => {
	const begin = clock.now();
	// The simulator counts by account; only the lanes are under test here.
	simulator.collection.rate.writes = 1_000;
	await Promise.all([
		createClients(ownCredentialId(), people(20, 'a')),
		createClients(ownCredentialId(), people(20, 'b')),
	]);
	expect(clock.now() - begin).toBeLessThan(WINDOW_MS);
});

it('a second process that takes half of the quota loses nothing and doubles nothing', async () => {
	const { access_token: token } = simulator.tokens.issue('collection');
	let done = false;
	let foreign = 0;
	const secondProcess = async () => {
		while (!done) {
			const body = JSON.stringify({ email: `other${++foreign}@example.com`, full_name: 'Other' });
			await during(async () => {
				const answer = await fetch(`${simulator.collectionRoot}/partner_api/v1/clients`, {
					method: 'POST',
					headers: { authorization: `Bearer ${token}` },
					body,
				});
				return await answer.arrayBuffer();
			});
			await clock.wait(WINDOW_MS / (WRITES / 2));
		}
	};
	const other = secondProcess();
	const clients = await createClients(ownCredentialId(), people(100));
	done = true;
	await other;
	expect(clients.map(({ json }) => json.full_name)).toEqual(people(100).map(({ name }) => name));
	const own = simulator.collection.clients.filter(({ email }) => email.startsWith('c'));
	expect(own).toHaveLength(100);
	expect(refused()).toBeGreaterThan(0);
}, 60_000);

it('a 429 stops the whole lane for as long as the provider asks', async () => {
	const credentialId = ownCredentialId();
	simulator.faults.next({ method: 'POST' }, { status: 429, headers: { 'retry-after': '7' } });
	await createClients(credentialId, people(1));
	const [first, second] = simulator.requests.matching({ method: 'POST' });
	expect((second?.startedAt ?? 0) - (first?.endedAt ?? 0)).toBeGreaterThanOrEqual(7_000);
	expect(simulator.collection.clients).toHaveLength(1);
});

it('12 deliveries of the trigger, each read refused once for a second, take their seconds', async () => {
	const bench = await startCollectionTrigger(simulator, {}, clock);
	await bench.activate();
	const { collection, faults } = simulator;
	const begin = clock.now();
	for (let index = 0; index < 12; index++) {
		const request = collection.addRequest({ name: `R${index}`, status: 'completed' });
		const path = new RegExp(`/requests/${request.id}$`);
		faults.next({ path }, { status: 429, headers: { 'retry-after': '1' } });
		await deliver(collection, requestDelivery('request_completed', request, collection));
	}
	await bench.settled();
	expect(bench.executions).toHaveLength(12);
	expect(refused()).toBe(12);
	expect(clock.now() - begin).toBeGreaterThanOrEqual(12_000);
	expect(clock.now() - begin).toBeLessThanOrEqual(24_000);
	await bench.stop();
});

it('a 429 stops the whole lane for minutes as well', async () => {
	simulator.faults.next({ method: 'POST' }, { status: 429, headers: { 'retry-after': '200' } });
	await createClients(ownCredentialId(), people(30));
	const posts = simulator.requests.matching({ method: 'POST' });
	const told = posts.find(({ status }) => status === 429)?.endedAt ?? 0;
	// What was under way when the refusal came does not count.
	const early = posts.filter(
		({ startedAt }) => startedAt > told + 1_000 && startedAt < told + 200_000,
	);
	expect(early).toEqual([]);
	expect(simulator.collection.clients).toHaveLength(30);
});

it('a 429 that asks for no wait is not answered by a burst', async () => {
	simulator.faults.next({ times: 5 }, { status: 429, headers: { 'retry-after': '0' } });
	await createClients(ownCredentialId(), people(1));
	const starts = simulator.requests.matching({ method: 'POST' }).map(({ startedAt }) => startedAt);
	expect(starts).toHaveLength(6);
	expect((starts[5] ?? 0) - (starts[0] ?? 0)).toBeGreaterThanOrEqual(5_000);
});

it('a request that is throttled for good is sent ten times at most, and fails in under two minutes', async () => {
	const begin = clock.now();
	simulator.faults.next(
		{ method: 'POST', times: 1_000 },
		{ status: 429, headers: { 'retry-after': '10' } },
	);
	await expect(createClients(ownCredentialId(), people(1))).rejects.toThrow(
		'Content Snare is limiting requests for this account',
	);
	expect(simulator.requests.count({ method: 'POST' })).toBeLessThanOrEqual(10);
	// Nine pauses of the ten seconds that were asked for, and what the attempts themselves take.
	expect(clock.now() - begin).toBeGreaterThanOrEqual(90_000);
	expect(clock.now() - begin).toBeLessThan(105_000);
});

it('a provider that asks for more than a few minutes is not waited for', async () => {
	simulator.faults.next({ times: 2 }, { status: 429, headers: { 'retry-after': '3600' } });
	await expect(createClients(ownCredentialId(), people(1))).rejects.toThrow(
		'Content Snare is limiting requests for this account',
	);
});

it.each([1, 2, 3, 4, 5])('faults at random (seed %i) create nothing twice', async (seed) => {
	simulator.faults.random({ seed, rate: 0.25, kinds: [429, 503, 'cut'] });
	const items = people(40);
	const outcomes = await run(
		'request.createRequest',
		{
			client: { __rl: true, mode: 'email', value: '={{ $json.email }}' },
			template: {
				__rl: true,
				mode: 'id',
				value: simulator.collection.requestTemplates[0]?.id ?? '',
			},
			name: '={{ "For " + $json.name }}',
			options: { clientFullName: '={{ $json.name }}' },
		},
		items,
		{ continueOnFail: true },
	);
	const names = simulator.collection.requests.map(({ name }) => name);
	expect(new Set(names).size).toBe(names.length);
	for (const [index, { json }] of outcomes.entries()) {
		const exists = names.includes(`For ${String(items[index]?.name)}`);
		if (json.error === undefined) expect(exists).toBe(true);
		else expect(String(json.error)).toContain('may exist');
	}
});
