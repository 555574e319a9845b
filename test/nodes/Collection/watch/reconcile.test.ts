import { z } from 'zod';
import { systemClock } from '../../../../nodes/shared/http/clock';
import { betweenPages } from '../../../harness/betweenPages';
import { API, arrived, pat, provider, useCollection, world } from '../../../harness/collection';
import type { CollectionTriggerBench } from '../../../harness/collectionTrigger';
import { expectDescribedEvents, startCollectionTrigger } from '../../../harness/collectionTrigger';
import { failureOf } from '../../../harness/steps';
import { clientDelivery, deliver, requestDelivery } from '../../../simulator/collection/deliveries';

useCollection();

/** As long as n8n waits for a poll. */
const N8N_BUDGET_MS = 300_000;

let bench: CollectionTriggerBench;

const EVENTS = [
	'request_created',
	'request_published',
	'request_completed',
	'request_reopened',
	'request_archived',
	'request_draft',
	'request_destroyed',
	'client_created',
	'client_updated',
	'client_destroyed',
	'team_member_created',
	'team_member_updated',
	'team_member_destroyed',
];

beforeEach(async () => {
	bench = await startCollectionTrigger(provider(), { events: EVENTS });
});
afterEach(async () => {
	await bench.stop();
	expectDescribedEvents(bench);
});

const told = async () => (await bench.poll()).map(({ json }) => `${json.event} ${json.id}`);

function request(name: string, status: 'draft' | 'published' | 'completed' | 'archived') {
	return world().addRequest({ name, status, clients: [] });
}

describe('what Content Snare did not deliver', () => {
	it('starts the workflow all the same, each event once', async () => {
		const client = pat();
		const [open, draft, done] = [
			request('A', 'published'),
			request('B', 'draft'),
			request('C', 'completed'),
		];
		await bench.activate();
		expect(await told()).toEqual([]);
		open.status = 'completed';
		draft.status = 'completed';
		done.status = 'published';
		client.phone = '+1 556';
		const [owner] = world().team;
		Object.assign(owner ?? {}, { role: 'editor' });
		const born = request('D', 'published');
		expect(await told()).toEqual([
			`request_completed ${open.id}`,
			`request_published ${draft.id}`,
			`request_completed ${draft.id}`,
			`request_reopened ${done.id}`,
			`request_created ${born.id}`,
			`request_published ${born.id}`,
			`client_updated ${client.id}`,
			`team_member_updated ${owner?.id}`,
		]);
		world().requests = world().requests.filter((one) => one !== born);
		world().clients = [];
		open.status = 'archived';
		expect(await told()).toEqual([
			`request_archived ${open.id}`,
			`request_destroyed ${born.id}`,
			`client_destroyed ${client.id}`,
		]);
		expect(await told()).toEqual([]);
	});

	it('is seen of clients of an integration too, but for those that were there', async () => {
		const imported = (name: string) =>
			world().addClient({ email: `${name}@example.com`, full_name: name, external: true });
		const client = imported('a');
		await bench.activate();
		expect(await told()).toEqual([]);
		client.phone = '+1 559';
		const born = imported('b');
		expect(await told()).toEqual([`client_updated ${client.id}`, `client_created ${born.id}`]);
		world().clients = [born];
		expect(await told()).toEqual([`client_destroyed ${client.id}`]);
	});

	it('is found by the next look where a publishing overtakes one', async () => {
		await bench.activate();
		const missed = request('A', 'published');
		const overtaken = bench.poll();
		await bench.deactivate();
		expect(await overtaken).toEqual([]);
		await bench.activate('update');
		expect(bench.executions.flat().map(({ json }) => json.event)).toEqual([
			'request_created',
			'request_published',
		]);
		expect(bench.executions.flat()[0]?.json.id).toBe(missed.id);
		expect(await told()).toEqual([]);
	});

	it('is not what another account holds that was chosen meanwhile', async () => {
		const client = pat();
		await bench.activate();
		bench.credentialId = `${bench.credentialId} other`;
		const other = request('Elsewhere', 'published');
		world().clients = [];
		await bench.activate('update');
		expect(bench.executions).toEqual([]);
		const born = request('New', 'draft');
		world().requests = world().requests.filter((one) => one !== other);
		world().clients = [client];
		expect(await told()).toEqual([
			`request_created ${born.id}`,
			`request_draft ${born.id}`,
			`request_destroyed ${other.id}`,
			`client_created ${client.id}`,
		]);
	});

	it('is not what another account holds to which the same credential was switched', async () => {
		request('A', 'published');
		request('B', 'published');
		pat();
		await bench.activate();
		const [own, ...others] = [request('C', 'completed'), request('D', 'published')];
		world().requests = [own, ...others];
		world().clients = [world().addClient({ email: 'sam@example.com', full_name: 'Sam' })];
		world().webhooks = [];
		const { message } = await failureOf(bench.poll());
		expect(message).toContain('Content Snare sends this trigger nothing any more');
		expect(bench.executions).toEqual([]);
		await bench.activate('init');
		expect(await told()).toEqual([]);
		own.status = 'published';
		expect(await told()).toEqual([`request_reopened ${own.id}`]);
	});

	it('is not that an empty account was chosen', async () => {
		request('A', 'published');
		pat();
		await bench.activate();
		world().requests = [];
		world().clients = [];
		world().webhooks = [];
		const { message } = await failureOf(bench.poll());
		expect(message).toContain('Content Snare sends this trigger nothing any more');
		expect(bench.executions).toEqual([]);
	});

	it('is told where nothing is left of the same account', async () => {
		const [early, client] = [request('A', 'published'), pat()];
		await bench.activate();
		world().requests = [];
		world().clients = [];
		expect(await told()).toEqual([
			`request_destroyed ${early.id}`,
			`client_destroyed ${client.id}`,
		]);
	});

	it('is told, too, where the webhook is there and was switched off', async () => {
		const [early, client] = [request('A', 'published'), pat()];
		await bench.activate();
		world().requests = [];
		world().clients = [];
		world().webhooks.forEach((webhook) => (webhook.enabled = false));
		const events = [`request_destroyed ${early.id}`, `client_destroyed ${client.id}`];
		expect(await told()).toEqual(events);
	});

	it('is told where all requests are others than before, and their client is the same', async () => {
		const [early, late] = [request('A', 'published'), request('B', 'published')];
		pat();
		await bench.activate();
		world().requests = [];
		const next = request('C', 'published');
		expect(await told()).toEqual(
			expect.arrayContaining([
				`request_created ${next.id}`,
				`request_destroyed ${early.id}`,
				`request_destroyed ${late.id}`,
			]),
		);
	});

	it('comes when n8n starts again, and what came before that does not', async () => {
		const [early, late] = [request('A', 'published'), request('B', 'published')];
		await bench.activate();
		early.status = 'completed';
		await deliver(world(), requestDelivery('request_completed', early, world()));
		await bench.settled();
		expect(bench.executions).toHaveLength(1);
		bench.kill();
		late.status = 'completed';
		expect(await deliver(world(), requestDelivery('request_completed', late, world()))).toEqual([
			0,
		]);
		await bench.start();
		const items = bench.executions.flat().map(({ json }) => json);
		expect(items.map(({ id, reconciled }) => [id, reconciled])).toEqual([
			[early.id, false],
			[late.id, true],
		]);
		await deliver(world(), requestDelivery('request_completed', late, world()));
		await bench.settled();
		expect(bench.executions).toHaveLength(2);
	});

	it.each([['another trigger told something'], ['that, after an update of the package', true]])(
		'comes when n8n starts again, and nothing that was delivered before %s',
		async (_, isUpdated = false) => {
			const one = request('A', 'published');
			await bench.activate();
			if (isUpdated) bench.reload();
			one.status = 'completed';
			await deliver(world(), requestDelivery('request_completed', one, world()));
			await bench.settled();
			bench.storeCopy();
			bench.kill();
			await bench.start();
			expect(bench.executions).toHaveLength(1);
			expect(await told()).toEqual([]);
		},
	);

	it('while the workflow was switched off is passed over when it is switched on', async () => {
		const one = request('A', 'published');
		await bench.activate();
		await bench.deactivate();
		one.status = 'completed';
		await bench.activate();
		expect(await told()).toEqual([]);
		expect(bench.executions).toEqual([]);
	});

	it('while the workflow was switched off is passed over, too, where switching it on failed at first', async () => {
		await bench.activate();
		await bench.deactivate();
		request('A', 'draft');
		provider().faults.next({ times: 99 }, { status: 401 });
		await expect(bench.activate()).rejects.toBeDefined();
		provider().faults.clear();
		// As n8n 2.41 calls it then.
		await bench.activate('update');
		expect(bench.executions).toEqual([]);
		const born = request('B', 'draft');
		expect(await told()).toEqual([`request_created ${born.id}`, `request_draft ${born.id}`]);
	});

	it('while the workflow was switched off is passed over, too, where its events were missing at first', async () => {
		await bench.activate();
		await bench.deactivate();
		request('A', 'draft');
		bench.parameters = { events: [] };
		await expect(bench.activate()).rejects.toBeDefined();
		bench.parameters = { events: EVENTS };
		await bench.activate('update');
		expect(bench.executions).toEqual([]);
	});

	// n8n 2.41 registers the webhook beside the first poll, and takes it off where that fails (clearRegisteredWebhook in
	// workflows/triggers/webhook-trigger-registrar). It calls what comes after that an update.
	it('while the workflow was switched off is passed over, too, where its webhook was refused at first', async () => {
		await bench.activate();
		await bench.deactivate();
		const missed = request('A', 'draft');
		const { name } = missed;
		let takingOff: Promise<void> | undefined;
		Object.defineProperty(missed, 'name', {
			get: () => ((takingOff ??= bench.deactivate()), name),
		});
		await bench.activate();
		await takingOff;
		await bench.activate('update');
		expect(bench.executions).toEqual([]);
		const born = request('B', 'draft');
		expect(await told()).toEqual([`request_created ${born.id}`, `request_draft ${born.id}`]);
	});

	it('while Recover Missed Events was off is passed over when it is on again', async () => {
		const one = request('A', 'published');
		await bench.activate();
		bench.parameters = { events: EVENTS, reconcile: false };
		await bench.activate('update');
		one.status = 'completed';
		bench.parameters = { events: EVENTS };
		await bench.activate('update');
		expect(bench.executions).toEqual([]);
	});

	it('before its event was chosen is passed over, also where no list could be read at first', async () => {
		const [one, other] = [request('A', 'published'), request('B', 'published')];
		bench.parameters = { events: ['request_created'] };
		await bench.activate();
		one.status = 'completed';
		bench.parameters = { events: ['request_created', 'request_completed'] };
		provider().faults.next({ path: /\/requests$/ }, { status: 403 });
		await expect(bench.activate('update')).rejects.toBeDefined();
		const born = request('C', 'draft');
		await bench.activate('update');
		expect(bench.executions.flat().map(({ json }) => json.id)).toEqual([born.id]);
		other.status = 'completed';
		expect(await told()).toEqual([`request_completed ${other.id}`]);
	});

	it('comes with the next look where the first one after a restart failed, of which n8n is told', async () => {
		await bench.activate();
		const born = request('A', 'draft');
		bench.kill();
		const lists = { path: /\/(clients|requests|team_members)$/, times: 3 };
		provider().faults.next(lists, { status: 403 });
		await bench.start();
		provider().faults.clear();
		expect(bench.failures).toHaveLength(1);
		expect(bench.executions).toEqual([]);
		expect(await told()).toEqual([`request_created ${born.id}`, `request_draft ${born.id}`]);
		expect(bench.failures).toHaveLength(1);
	});

	it('comes with the next look where Content Snare did not answer when a changed trigger was published', async () => {
		await bench.activate();
		const born = request('A', 'draft');
		provider().faults.next({ path: /\/requests/, times: Infinity }, { status: 503 });
		await bench.activate('update');
		expect(bench.failures).toHaveLength(1);
		provider().faults.clear();
		expect(await told()).toEqual([`request_created ${born.id}`, `request_draft ${born.id}`]);
	});

	it('is told after a rename, of which n8n keeps no memory', async () => {
		const one = request('A', 'published');
		await bench.activate();
		await bench.deactivate();
		bench.database = {};
		one.status = 'completed';
		await bench.activate('update');
		expect(bench.executions.flat().map(({ json }) => json.event)).toEqual(['request_completed']);
	});

	it('is passed over by a new trigger that gets the name of one that was renamed', async () => {
		const [one, other] = [request('A', 'published'), request('B', 'published')];
		bench.node = { nodeId: 'first' };
		await bench.activate();
		one.status = 'completed';
		bench.node = { nodeId: 'another', beside: { id: 'first', name: 'Renamed' } };
		await bench.activate('update');
		expect(bench.executions).toEqual([]);
		other.status = 'completed';
		expect(await told()).toEqual([`request_completed ${other.id}`]);
	});

	it('is told by a trigger that was made anew under the name of one that is gone', async () => {
		const one = request('A', 'published');
		bench.node = { nodeId: 'first' };
		await bench.activate();
		one.status = 'completed';
		bench.node = { nodeId: 'another' };
		await bench.activate('update');
		expect(bench.executions.flat().map(({ json }) => json.event)).toEqual(['request_completed']);
	});

	it('comes in portions of 100', async () => {
		await bench.activate();
		for (let index = 0; index < 250; index++) {
			world().addClient({ email: `${index}@example.com`, full_name: `Client ${index}` });
		}
		const portions = [await told(), await told(), await told(), await told()];
		expect(portions.map(({ length }) => length)).toEqual([100, 100, 50, 0]);
		expect(new Set(portions.flat()).size).toBe(250);
	});

	it('comes at once where there is no look but when n8n starts', async () => {
		await bench.stop();
		bench = await startCollectionTrigger(provider(), { events: EVENTS, reconcileEvery: 0 });
		await bench.activate();
		for (let index = 0; index < 150; index++) {
			world().addClient({ email: `${index}@example.com`, full_name: `Client ${index}` });
		}
		await bench.activate('init');
		expect(bench.executions.flat()).toHaveLength(150);
	});

	it('is no more than was done where a request had a status in between that nobody documents', async () => {
		const [one, other] = [request('A', 'published'), request('B', 'published')];
		await bench.activate();
		for (const request of [one, other]) Object.assign(request, { status: 'in_review' });
		expect(await told()).toEqual([]);
		one.status = 'completed';
		other.status = 'published';
		expect(await told()).toEqual([`request_completed ${one.id}`]);
	});

	it.each([
		['draft', 'scheduled', []],
		['scheduled', 'published', ['request_published']],
		['draft', 'waiting', ['request_published']],
		['published', 'waiting', []],
		['waiting', 'completed', ['request_completed']],
	])('is what a status means: %s, then %s', async (before, after, events) => {
		const one = request('A', 'draft');
		Object.assign(one, { status: before });
		await bench.activate();
		Object.assign(one, { status: after });
		expect(await told()).toEqual(events.map((event) => `${event} ${one.id}`));
	});

	it.each(['draft', 'scheduled', 'published', 'waiting', 'completed', 'archived'])(
		'is that a request is new, also where it is %s',
		async (status) => {
			await bench.activate();
			const { id } = Object.assign(request('A', 'draft'), { status });
			expect(await told()).toContain(`request_created ${id}`);
		},
	);

	it('is nothing where a completed request is taken out of the archive', async () => {
		const one = request('A', 'archived');
		await bench.activate();
		one.status = 'completed';
		expect(await told()).toEqual([]);
	});

	it('is none that was there all the time, and moved to a page that the first look had read', async () => {
		const first = request('First', 'completed');
		for (let index = 0; index < 250; index++) request(`${index}`, 'completed');
		const hasLeft = betweenPages(() => (world().requests = world().requests.slice(1)));
		await bench.activate();
		expect(hasLeft()).toBe(true);
		expect(await told()).toEqual([`request_destroyed ${first.id}`]);
	});

	it('is told but for what cannot be read, which comes with a later look', async () => {
		const [first, second] = [request('A', 'published'), request('B', 'published')];
		await bench.activate();
		first.status = 'completed';
		second.status = 'completed';
		const refuse = () =>
			provider().faults.next({ path: new RegExp(`/requests/${first.id}$`) }, { status: 403 });
		refuse();
		expect(await told()).toEqual([`request_completed ${second.id}`]);
		refuse();
		await expect(bench.poll()).rejects.toMatchObject({
			message: expect.stringContaining('not allowed'),
		});
		expect(await told()).toEqual([`request_completed ${first.id}`]);
	});

	it('is what it was while its request cannot be understood', async () => {
		const one = request('A', 'published');
		await bench.activate();
		one.status = 'completed';
		const path = new RegExp(`/requests/${one.id}$`);
		provider().faults.next({ path }, { status: 200, body: {} });
		expect(await told()).toEqual([]);
		expect(await told()).toEqual([`request_completed ${one.id}`]);
	});

	it.each([
		['page', 'answers', 403, /\/pages\//],
		['page', 'answers', 404, /\/pages\//],
		['file', 'files', 404, /\/files\//],
	])('is told but for a request of which a %s cannot be read', async (_, load, status, path) => {
		bench.parameters = { events: EVENTS, load };
		const [template] = world().requestTemplates;
		const bad = world().addRequest({
			...{ name: 'A', status: 'published', clients: [], pages: template?.pages ?? [] },
		});
		world().answer(bad, 'Logo', { file: { filename: 'logo.png', content: 'PNG' } });
		const good = request('B', 'published');
		const client = pat();
		await bench.activate();
		bad.status = 'completed';
		good.status = 'completed';
		client.phone = '+1 999';
		provider().faults.next({ method: 'GET', path, times: 9 }, { status });
		expect(await told()).toEqual([`request_completed ${good.id}`, `client_updated ${client.id}`]);
		await expect(bench.poll()).rejects.toBeDefined();
		provider().faults.clear();
		expect(await told()).toEqual([`request_completed ${bad.id}`]);
	});

	it.each(['/files/logo.png', 'http://files.example.com/logo.png'])(
		'is told but for a request of which a file lies at %s',
		async (address) => {
			bench.parameters = { events: EVENTS, load: 'files' };
			const [template] = world().requestTemplates;
			const bad = world().addRequest({
				...{ name: 'A', status: 'published', clients: [], pages: template?.pages ?? [] },
			});
			world().answer(bad, 'Logo', { file: { filename: 'logo.png', content: 'PNG' } });
			const good = request('B', 'published');
			await bench.activate();
			bad.status = 'completed';
			good.status = 'completed';
			world().distort = (body): unknown =>
				JSON.parse(JSON.stringify(body), (key, value: unknown) =>
					key === 'url' && String(value).includes('/files/') ? address : value,
				);
			expect(await told()).toEqual([`request_completed ${good.id}`]);
			await expect(bench.poll()).rejects.toMatchObject({
				message: expect.stringContaining('The address of a file is not an https address'),
			});
			world().distort = (body) => body;
			expect(await told()).toEqual([`request_completed ${bad.id}`]);
		},
	);

	it('ends the look at the second thing that Content Snare is not there for', async () => {
		const requests = ['A', 'B', 'C'].map((name) => request(name, 'published'));
		await bench.activate();
		for (const one of requests) one.status = 'completed';
		provider().faults.next({ path: /\/requests\/req_/, times: 99 }, { status: 503 });
		provider().requests.clear();
		await expect(bench.poll()).rejects.toBeDefined();
		const asked = provider().requests.all.map(({ path }) => /req_\w+/.exec(path)?.[0]);
		expect(new Set(asked.filter(Boolean)).size).toBe(2);
		provider().faults.clear();
		expect(await told()).toHaveLength(3);
	});

	it('is told but for what Content Snare is never there for', async () => {
		const bad = ['A', 'B', 'C'].map((name) => request(name, 'published'));
		const good = request('D', 'published');
		const client = pat();
		await bench.activate();
		for (const one of [...bad, good]) one.status = 'completed';
		client.phone = '+1 999';
		for (const { id } of bad) {
			provider().faults.next({ path: new RegExp(`/requests/${id}$`), times: 999 }, { status: 500 });
		}
		await expect(bench.poll()).rejects.toBeDefined();
		expect(await told()).toEqual([`request_completed ${good.id}`, `client_updated ${client.id}`]);
		await expect(bench.poll()).rejects.toBeDefined();
		provider().faults.clear();
		expect(await told()).toHaveLength(3);
	});

	it('comes with the next look where n8n does not wait for this one any more', async () => {
		await bench.stop();
		let late = 0;
		const clock = { ...systemClock, now: () => Date.now() + late };
		bench = await startCollectionTrigger(provider(), { events: EVENTS }, clock);
		const slow = request('A', 'published');
		await bench.activate();
		slow.status = 'completed';
		const { name } = slow;
		Object.defineProperty(slow, 'name', { get: () => ((late += N8N_BUDGET_MS), name) });
		await expect(bench.poll()).rejects.toMatchObject({
			message: 'The provider answered too slowly for one poll',
			description: expect.stringContaining('The next poll tries again.'),
		});
		Object.defineProperty(slow, 'name', { value: name });
		expect(await told()).toEqual([`request_completed ${slow.id}`]);
	});

	it.each([503, 429])(
		'comes with the next look after one that Content Snare refuses for a moment (%s), which says so',
		async (status) => {
			const open = request('A', 'published');
			await bench.activate();
			open.status = 'completed';
			// Longer than a poll waits.
			const refused = { status, headers: { 'retry-after': '3600' } };
			provider().faults.next({ path: /\/requests/, times: 99 }, refused);
			const { description } = await failureOf(bench.poll());
			expect(description).toMatch(/^The next poll tries again\. ?(?:\(|$)/);
			provider().faults.clear();
		},
	);

	it('is nothing where a row is missing of what is there', async () => {
		const client = pat();
		request('A', 'published');
		await bench.activate();
		for (const path of ['/clients', '/requests', '/team_members']) {
			provider().faults.next(
				{ path: `${API}${path}` },
				{ status: 200, body: { results: [], pagination: { total_count: 0 } } },
			);
		}
		expect(await told()).toEqual([]);
		expect(await told()).toEqual([]);
		world().clients = [];
		expect(await told()).toEqual([`client_destroyed ${client.id}`]);
	});

	it('is not looked for where Recover Missed Events is off', async () => {
		const one = request('A', 'published');
		bench.parameters = { events: EVENTS, reconcile: false };
		provider().requests.clear();
		await bench.activate();
		one.status = 'completed';
		expect(await told()).toEqual([]);
		expect(arrived().filter((path) => !path.includes('/webhooks'))).toEqual([]);
	});
});

describe('a webhook that sends nothing any more', () => {
	const failing = async () => await failureOf(bench.poll());
	const ways: Array<[string, () => void]> = [
		['was deleted', () => void (world().webhooks = [])],
		['was switched off', () => world().webhooks.forEach((one) => void (one.enabled = false))],
		[
			'was given another address',
			() => world().webhooks.forEach((one) => void (one.url = 'https://example.com/other')),
		],
		[
			'was given other events',
			() => world().webhooks.forEach((one) => void (one.subscriptions = ['client_created'])),
		],
	];

	it.each(ways)('fails each look with what to do, where it %s at Content Snare', async (_, end) => {
		bench.parameters = { events: ['field_completed'], reconcile: false };
		await bench.activate();
		end();
		for (const { message, description } of [await failing(), await failing()]) {
			expect(message).toMatch(
				/sends this trigger (nothing|no field_approved, field_completed, field_rejected) any more/,
			);
			expect(description).toContain('Unpublish the workflow and publish it again.');
		}
		await bench.activate();
		expect(await told()).toEqual([]);
	});

	it.each([
		['All Events are chosen', { events: [], moreEvents: ['all'] }, 'field_completed'],
		['it only undoes what is chosen', { events: ['request_completed'] }, 'request_reopened'],
	])('fails each look, too, where one event was taken out and %s', async (_, events, gone) => {
		bench.parameters = { ...events, reconcile: false };
		world().webhookEvents = world().webhookEvents.filter((one) => one !== 'request_draft');
		await bench.activate();
		expect(await told()).toEqual([]);
		const [webhook] = world().webhooks;
		if (webhook) webhook.subscriptions = webhook.subscriptions.filter((one) => one !== gone);
		const { message } = await failing();
		expect(message).toContain(`sends this trigger no ${gone} any more`);
		bench.kill();
		await bench.start();
		expect(await told()).toEqual([]);
	});

	it('holds up nothing that a list tells', async () => {
		const one = request('A', 'published');
		await bench.activate();
		world().webhooks = [];
		one.status = 'completed';
		expect(await told()).toEqual([`request_completed ${one.id}`]);
	});

	it.each(['init', 'update', 'activate'] as const)(
		'is not meant where the workflow chose other events meanwhile, in mode %s',
		async (mode) => {
			bench.parameters = { events: ['client_created'] };
			await bench.activate();
			bench.parameters = { events: ['comment_created'] };
			await bench.activate(mode);
			expect(await told()).toEqual([]);
			expect(world().webhooks.map(({ subscriptions }) => subscriptions)).toEqual([
				['comment_created'],
			]);
		},
	);

	it('is believed to be there where nobody can say', async () => {
		await bench.activate();
		world().webhooks = [];
		provider().faults.next({ path: /\/webhooks\// }, { status: 403 });
		expect(await told()).toEqual([]);
	});
});

describe('a look that tells nothing, with durable cursors', () => {
	beforeEach(async () => {
		await bench.stop();
		const events = ['client_updated', 'team_member_updated'];
		bench = await startCollectionTrigger(provider(), { events }, undefined, { durable: true });
		await bench.activate();
	});
	/** The client changes, nobody is told, and n8n dies and starts again. */
	async function changeAndKill(client: { phone: string | null }) {
		client.phone = '+1 556';
		bench.kill();
		await bench.start();
		return bench.executions.flat().map(({ json }) => `${json.event} ${json.id}`);
	}

	it('fails where Content Snare sends nothing any more', async () => {
		expect(await told()).toEqual([]);
		world().webhooks = [];
		await expect(bench.poll()).rejects.toThrow('sends this trigger nothing any more');
	});

	it('fails where Content Snare does not send all any more', async () => {
		expect(await told()).toEqual([]);
		for (const webhook of world().webhooks) webhook.subscriptions = ['team_member_updated'];
		await expect(bench.poll()).rejects.toThrow('sends this trigger no client_updated any more');
	});

	it('remembers what it saw', async () => {
		const client = pat();
		expect(await told()).toEqual([]);
		expect(await changeAndKill(client)).toEqual([`client_updated ${client.id}`]);
	});

	it('remembers what it saw when n8n started', async () => {
		bench.kill();
		const client = pat();
		await bench.start();
		expect(await changeAndKill(client)).toEqual([`client_updated ${client.id}`]);
	});

	it('remembers what a delivery told when n8n is started anew', async () => {
		expect(await told()).toEqual([]);
		const client = pat();
		expect(await told()).toEqual([]);
		client.phone = '+1 556';
		await deliver(world(), clientDelivery('client_updated', client));
		await bench.settled();
		bench.kill();
		await bench.start();
		expect(bench.executions).toHaveLength(1);
		client.phone = '+1 557';
		expect(await told()).toEqual([`client_updated ${client.id}`]);
	});

	it('remembers what one list told where another one cannot be read', async () => {
		const client = pat();
		provider().faults.next({ path: `${API}/team_members` }, { status: 403 });
		await expect(bench.poll()).rejects.toThrow('not allowed');
		expect(await changeAndKill(client)).toEqual([`client_updated ${client.id}`]);
	});
});

describe('what happened while the workflow was switched off', () => {
	it.each([
		['durable', true],
		['usual', false],
	])(
		'is passed over where the first look failed and n8n was restarted, with %s cursors',
		async (_, durable) => {
			await bench.stop();
			bench = await startCollectionTrigger(provider(), { events: EVENTS }, undefined, { durable });
			await bench.activate();
			expect(await told()).toEqual([]);
			await bench.deactivate();
			request('A', 'draft');
			bench.parameters = { events: [] };
			await expect(bench.activate()).rejects.toBeDefined();
			bench.parameters = { events: EVENTS };
			bench.kill();
			await bench.start();
			expect(bench.executions).toEqual([]);
			const born = request('B', 'draft');
			expect(await told()).toEqual([`request_created ${born.id}`, `request_draft ${born.id}`]);
		},
	);
});

describe('a delivery after a look', () => {
	it('of what the look told already starts nothing', async () => {
		const one = request('A', 'published');
		await bench.activate();
		one.status = 'completed';
		expect(await told()).toHaveLength(1);
		await deliver(world(), requestDelivery('request_completed', one, world()));
		const client = pat();
		expect(await told()).toEqual([`client_created ${client.id}`]);
		await deliver(world(), clientDelivery('client_created', client));
		await bench.settled();
		expect(bench.executions).toHaveLength(2);
	});

	it('of what is new is no reason to miss what happens to it later', async () => {
		await bench.activate();
		const client = pat();
		await deliver(world(), clientDelivery('client_created', client));
		await bench.settled();
		client.phone = '+1 556';
		expect(await told()).toEqual([`client_updated ${client.id}`]);
	});
});

describe('an account with more things than can be remembered', () => {
	it('is told which way out there is', async () => {
		for (let index = 0; index < 10_001; index++) request(`R${index}`, 'draft');
		await expect(bench.activate()).rejects.toMatchObject({
			message: expect.stringContaining(
				'Recover Missed Events: the account has more than 10000 requests',
			),
			description: 'Switch Recover Missed Events off, or choose other events.',
		});
	});
});

describe('what a delivery costs', () => {
	it('is one small request, and none while it says nothing new to the workflow', async () => {
		bench.parameters = { events: ['request_completed'] };
		const one = request('A', 'published');
		await bench.activate();
		provider().requests.clear();
		one.status = 'completed';
		await deliver(world(), requestDelivery('request_completed', one, world()));
		await deliver(world(), { event_name: 'client_created', id: 'acc_1' });
		await bench.settled();
		expect(arrived()).toEqual([`GET /requests/${one.id}`]);
		expect(provider().requests.bytesOut).toBeLessThan(1_000);
	});
});

/** The webhook that the trigger made, with all events that the trigger hears for this one. */
const WEBHOOK_BYTES = 600;

describe('what a look costs', () => {
	// fact: clients-active
	it('has a limit where clients are there, and the list does not show them any more', async () => {
		bench.parameters = { events: ['client_destroyed'] };
		for (let index = 0; index < 150; index++) {
			world().addClient({ email: `${index}@example.com`, full_name: `${index}` });
		}
		await bench.activate();
		const [shown, first, second] = world().clients;
		const listed = z.object({ results: z.array(z.object({ id: z.string() }).passthrough()) });
		world().distort = (body) => {
			const { data } = listed.safeParse(body);
			return data ? data.results.filter(({ id }) => id === shown?.id) : body;
		};
		provider().requests.clear();
		expect(await told()).toEqual([]);
		expect(arrived().length).toBeLessThan(110);
		world().clients = world().clients.filter((one) => one !== first);
		// What was looked at last comes after all others.
		expect([...(await told()), ...(await told())]).toEqual([`client_destroyed ${first?.id}`]);
		world().distort = (body) => body;
		world().clients = world().clients.filter((one) => one !== second);
		expect(await told()).toEqual([`client_destroyed ${second?.id}`]);
	});

	it.each([
		[0, 2],
		[200, 2],
		[201, 3],
		[1_000, 6],
	])('with %i requests in the account is %i requests to the API', async (count, wanted) => {
		bench.parameters = { events: ['request_completed'] };
		for (let index = 0; index < count; index++) request(`R${index}`, 'published');
		await bench.activate();
		provider().requests.clear();
		await bench.poll();
		expect(arrived()).toHaveLength(wanted);
		// A row holds ID, status, name and due date.
		expect(provider().requests.bytesOut).toBeLessThan(WEBHOOK_BYTES + 100 + count * 90);
	});
});
