import type { ICredentialDataDecryptedObject } from 'n8n-workflow';
import { arrived, pat, provider, useCollection, world } from '../../../harness/collection';
import type { CollectionTriggerBench } from '../../../harness/collectionTrigger';
import { startCollectionTrigger } from '../../../harness/collectionTrigger';
import { failureOf } from '../../../harness/steps';
import { clientDelivery, deliver, post } from '../../../simulator/collection/deliveries';

useCollection();

let bench: CollectionTriggerBench;

beforeEach(async () => {
	bench = await startCollectionTrigger(provider(), { events: ['client_created'] });
});
afterEach(async () => await bench.stop());

const urls = () => world().webhooks.map(({ url }) => url);
const writes = () => arrived().filter((one) => !one.startsWith('GET'));

describe('switching on', () => {
	it('is refused with a filter whose expression gives nothing, and registers nothing', async () => {
		bench.parameters = {
			events: ['client_created'],
			filters: { client: { __rl: true, mode: 'id', value: '={{ $vars.client }}' } },
		};
		await expect(bench.activate()).rejects.toMatchObject({
			message: expect.stringContaining('Filters > Client: its expression gives nothing'),
		});
		expect(urls()).toEqual([]);
	});

	it.each(['Pat Doe', 'Contoso'])(
		'is refused with the name %s in place of the ID of a client: nothing would fit',
		async (value) => {
			const client = { __rl: true, mode: 'id', value };
			bench.parameters = { events: ['client_created'], filters: { client } };
			await expect(bench.activate()).rejects.toMatchObject({
				message: expect.stringMatching(/^Filters > Client: .*neither an ID nor an email/),
			});
			expect(urls()).toEqual([]);
		},
	);

	it('is refused where no event is chosen: nothing would start the workflow', async () => {
		bench.parameters = { events: [], moreEvents: [] };
		await expect(bench.activate()).rejects.toMatchObject({
			message: 'Events: choose at least one event',
		});
		expect(urls()).toEqual([]);
	});

	it('is refused where the expression of Verify Events gives nothing: anyone could start the workflow', async () => {
		bench.parameters = { events: ['client_created'], readAgain: '={{ $vars.verify }}' };
		await expect(bench.activate()).rejects.toMatchObject({
			message: expect.stringContaining('Verify Events: its expression gives nothing'),
		});
		expect(urls()).toEqual([]);
	});

	it.each([
		['Events', { events: '={{ $vars.events }}', moreEvents: ['client_updated'] }],
		['More Events', { events: ['client_created'], moreEvents: '={{ $vars.more }}' }],
	])(
		'is refused where the expression of %s gives nothing: those would start nothing',
		async (label, parameters) => {
			bench.parameters = parameters;
			await expect(bench.activate()).rejects.toMatchObject({
				message: expect.stringContaining(`${label}: its expression gives nothing`),
			});
			expect(urls()).toEqual([]);
		},
	);

	it('is refused where the expression of Recover Missed Events gives nothing: what was missed would stay lost', async () => {
		bench.parameters = { events: ['client_created'], reconcile: '={{ $vars.recover }}' };
		await expect(bench.activate()).rejects.toMatchObject({
			message: expect.stringContaining('Recover Missed Events: its expression gives nothing'),
		});
		expect(urls()).toEqual([]);
	});

	it('is not refused for more events whose expression says that there may be none, nor for what is read', async () => {
		bench.parameters = {
			events: ['client_created'],
			moreEvents: '={{ $vars.more ?? [] }}',
			load: '={{ $vars.load }}',
		};
		await bench.activate();
		expect(world().webhooks[0]?.subscriptions).toEqual(['client_created']);
	});

	it('registers one webhook at the address of n8n, with a secret of 256 bits', async () => {
		await bench.activate();
		expect(world().webhooks).toEqual([
			expect.objectContaining({ enabled: true, subscriptions: ['client_created'] }),
		]);
		const [url = ''] = urls();
		expect(url.split('?key=')[0]).toBe(bench.address);
		expect(Buffer.from(url.split('?key=')[1] ?? '', 'base64url')).toHaveLength(32);
	});

	it('registers all steps of a request for one of them, as the others undo it', async () => {
		bench.parameters = { events: ['request_completed', 'all_fields_completed'] };
		await bench.activate();
		expect(world().webhooks[0]?.subscriptions).toEqual([
			'all_fields_completed',
			'field_rejected',
			'request_archived',
			'request_completed',
			'request_draft',
			'request_published',
			'request_reopened',
		]);
	});

	it('registers all events but the doubtful ones for All Events', async () => {
		bench.parameters = { events: [], moreEvents: ['all'] };
		await bench.activate();
		const subscriptions = world().webhooks[0]?.subscriptions ?? [];
		expect(subscriptions).toHaveLength(53);
		expect(subscriptions.filter((event) => /^(sms|team_member)_/.test(event))).toEqual([]);
	});

	it.each(['init', 'update', 'activate'] as const)(
		'keeps the webhook that it knows, and makes one anew that a crash left behind, in mode %s',
		async (mode) => {
			await bench.activate();
			const before = urls();
			await bench.activate(mode);
			expect(urls()).toEqual(before);
			bench.kill();
			await bench.start();
			expect(urls()).toEqual(before);
			bench.database = {};
			bench.kill();
			await bench.start();
			expect(urls()).toHaveLength(1);
			expect(urls()).not.toEqual(before);
			await deliver(world(), clientDelivery('client_created', pat()));
			await bench.settled();
			expect(bench.executions).toHaveLength(1);
		},
	);

	it.each([
		['before it was switched on', false],
		['while it was on, with its ID', true],
	])('takes over no secret that somebody else planted %s', async (_, isOn) => {
		if (isOn) await bench.activate();
		const planted = `${bench.address}?key=a`;
		const settings = { type: 'webhook', enabled: true, subscriptions: ['client_created'] };
		const id = world().webhooks[0]?.id ?? 'whk_planted';
		world().webhooks = [{ ...settings, id, url: planted }];
		await bench.activate(isOn ? 'init' : 'activate');
		expect(urls()).toHaveLength(1);
		expect(urls()).not.toContain(planted);
		expect(await post(planted, clientDelivery('client_created', pat()))).toBe(404);
	});

	it('deletes what is too much, and leaves the webhooks of others alone', async () => {
		const others = ['https://example.com/hook', `${bench.address}-other?key=1`];
		const own = [`${bench.address}`, `${bench.address}?key=one`, `${bench.address}?key=two`];
		for (const [index, url] of [...others, ...own].entries()) {
			world().webhooks.push({
				id: `whk_${index}`,
				type: 'webhook',
				url,
				enabled: true,
				subscriptions: [],
			});
		}
		// One of another kind may have no address.
		world().distort = (body) =>
			JSON.parse(JSON.stringify(body).replace('"https://example.com/hook"', 'null')) as unknown;
		await bench.activate();
		expect(urls()).toHaveLength(3);
		expect(urls()).toEqual([...others, expect.stringContaining(`${bench.address}?key=`)]);
	});

	it.each([
		['was switched off', { enabled: false }],
		['has other events', { subscriptions: ['sms_failed'] }],
	])('puts right a webhook that %s', async (_, changes) => {
		await bench.activate();
		Object.assign(world().webhooks[0] ?? {}, changes);
		await bench.activate('init');
		expect(world().webhooks).toEqual([
			expect.objectContaining({ enabled: true, subscriptions: ['client_created'] }),
		]);
	});

	it('finds the webhook whose registration lost its answer, and makes no second one', async () => {
		provider().faults.next({ method: 'POST', path: /\/webhooks$/ }, { cut: 'after' });
		await bench.activate();
		expect(urls()).toHaveLength(1);
		await deliver(world(), clientDelivery('client_created', pat()));
		await bench.settled();
		expect(bench.executions).toHaveLength(1);
	});

	it.each([
		['POST', { cut: 'before' }, /was not found afterwards\. Publish the workflow again later\./],
		['GET', { status: 503 }, /did not answer: .* Publish the workflow again later\./],
		['POST', { status: 429 }, /limiting requests .* wait, and publish the workflow again\./],
	] as const)('says what to do where a %s of webhooks meets %j', async (method, fault, said) => {
		provider().faults.next({ method, path: /\/webhooks$/, times: 99 }, fault);
		await expect(bench.activate()).rejects.toMatchObject({
			message: expect.stringMatching(said),
		});
	});

	it('names the events that Content Snare does not know, and leaves nothing behind', async () => {
		bench.parameters = {
			events: ['client_created', 'client_sang', 'request_completed', 'client_flew'],
		};
		await expect(bench.activate()).rejects.toMatchObject({
			message:
				'Content Snare does not know client_flew, client_sang. Take it out of Events or More Events, and publish the workflow again.',
		});
		expect(urls()).toEqual([]);
	});

	it('does not blame Events for what was chosen in More Events, and works without it', async () => {
		world().webhookEvents = world().webhookEvents.filter((one) => one !== 'sms_failed');
		bench.parameters = { events: ['client_created'], moreEvents: ['sms_failed', 'client_updated'] };
		await expect(bench.activate()).rejects.toMatchObject({
			message: expect.stringMatching(/^Content Snare does not know sms_failed\. .*More Events/),
		});
		bench.parameters = { ...bench.parameters, moreEvents: ['client_updated'] };
		await bench.activate();
		expect(urls()).toHaveLength(1);
	});

	it('does without an event that nobody chose where Content Snare does not know it', async () => {
		world().webhookEvents = world().webhookEvents.filter((one) => one !== 'request_reopened');
		bench.parameters = { events: ['request_completed'] };
		await bench.activate();
		const registered = [
			'request_archived',
			'request_completed',
			'request_draft',
			'request_published',
		];
		const webhook = expect.objectContaining({ enabled: true, subscriptions: registered });
		expect(world().webhooks).toEqual([webhook]);
		Object.assign(world().webhooks[0] ?? {}, { enabled: false });
		await bench.activate('init');
		expect(world().webhooks).toEqual([webhook]);
		bench.parameters = { events: ['request_completed', 'client_sang'] };
		await expect(bench.activate()).rejects.toMatchObject({
			message: expect.stringMatching(/^Content Snare does not know client_sang\. /),
		});
	});

	it('registers for All Events those that Content Snare knows', async () => {
		world().webhookEvents = world().webhookEvents.filter((one) => one !== 'request_viewed');
		bench.parameters = { events: [], moreEvents: ['all'] };
		await bench.activate();
		expect(urls()).toHaveLength(1);
		expect(world().webhooks[0]?.subscriptions).toHaveLength(52);
	});

	it('says what may be wrong where all of it is refused', async () => {
		bench.parameters = { events: ['client_sang'] };
		await expect(bench.activate()).rejects.toMatchObject({
			message: expect.stringContaining('may not know client_sang'),
		});
	});

	it('says which permission the account lacks', async () => {
		const { data } = bench.credential;
		data.oauthTokenData = {
			...provider().tokens.issue('collection', { scope: 'read_clients' }),
		};
		await expect(bench.activate()).rejects.toMatchObject({
			message: expect.stringContaining('The Collection Trigger needs administration.'),
		});
	});
});

describe('what switching on and off costs', () => {
	it('is one request to look and one to write, and one look through the lists', async () => {
		await bench.activate();
		expect(arrived()).toEqual(['GET /clients', 'GET /webhooks', 'POST /webhooks']);
		provider().requests.clear();
		await bench.deactivate();
		expect(arrived().map((one) => one.split('/').slice(0, 2).join('/'))).toEqual([
			'GET /webhooks',
			'DELETE /webhooks',
		]);
	});
});

describe('a credential with an outgoing policy', () => {
	it.each<ICredentialDataDecryptedObject>([{ whoMayBeWrittenTo: 'nobody' }, { strict: true }])(
		'registers nothing, as what clients answer would go to an address, and asks for one without: %j',
		async (policy) => {
			const { data } = bench.credential;
			bench.credential.data = { ...data, ...policy };
			const failure = await bench.activate().catch((error: Error) => error);
			expect(failure).toMatchObject({
				message: expect.stringContaining('a webhook sends what clients answer to an address'),
			});
			// One that a person makes in Content Snare starts no workflow.
			expect(failure).not.toMatchObject({ message: expect.stringContaining('A person can do it') });
			expect(failure).toMatchObject({
				message: expect.stringContaining('a credential of its own'),
			});
			expect(urls()).toEqual([]);
			bench.credential.data = data;
			await bench.activate();
			expect(urls()).toHaveLength(1);
		},
	);
});

describe('a credential whose Dry Run is on', () => {
	it('registers the webhook, without which nothing could be tried, and takes it away again', async () => {
		bench.credential.data = { ...bench.credential.data, dryRun: true };
		await bench.activate();
		expect(urls()).toHaveLength(1);
		await bench.deactivate();
		expect(urls()).toEqual([]);
	});
});

describe('switching off', () => {
	it('deletes the webhook', async () => {
		await bench.activate();
		await bench.deactivate();
		expect(urls()).toEqual([]);
	});

	it('is no failure where the webhook is gone', async () => {
		await bench.activate();
		world().webhooks = [];
		await bench.deactivate();
		expect(writes()).toEqual(['POST /webhooks']);
	});

	it('is no failure where the webhook goes just then', async () => {
		await bench.activate();
		provider().faults.next({ method: 'DELETE' }, { status: 404 });
		await bench.deactivate();
		expect(await post(urls()[0] ?? '', clientDelivery('client_created', pat()))).toBe(404);
	});

	it.each([503, 429])(
		'says that the webhook stays, and what deletes it, where Content Snare answers %s',
		async (status) => {
			await bench.activate();
			const refused = { status, headers: { 'retry-after': '3600' } };
			provider().faults.next({ method: 'DELETE', times: 99 }, refused);
			await expect(bench.deactivate()).rejects.toMatchObject({
				message: expect.stringMatching(
					/[^.]\. Its webhook stays in Content Snare: delete it with Delete Webhook\. \(HTTP/,
				),
			});
		},
	);

	it.each([
		[401, 'press "Switch account" (or "Connect") and sign in again.'],
		[403, 'The Collection Trigger needs administration.'],
	])(
		'says so beside what else there is to do, where Content Snare answers %s',
		async (status, todo) => {
			await bench.activate();
			provider().faults.next({ times: 99 }, { status });
			const { message } = await failureOf(bench.deactivate());
			expect(message).toContain(todo);
			expect(message).toContain(
				' Its webhook stays in Content Snare: delete it with Delete Webhook.',
			);
		},
	);

	it('deletes the webhook where n8n has forgotten it', async () => {
		await bench.activate();
		bench.database = {};
		await bench.deactivate();
		expect(urls()).toEqual([]);
	});

	it('deletes the webhook although no event is chosen any more', async () => {
		await bench.activate();
		bench.parameters = { events: [] };
		await bench.deactivate();
		expect(urls()).toEqual([]);
	});

	it('makes the old address worthless', async () => {
		await bench.activate();
		const [url = ''] = urls();
		await bench.deactivate();
		expect(await post(url, clientDelivery('client_created', pat()))).toBe(404);
	});
});

describe('a test', () => {
	it('has a webhook and a secret of its own, and knows nothing of what was delivered', async () => {
		await bench.activate();
		const client = pat();
		await deliver(world(), clientDelivery('client_created', client));
		await bench.settled();
		await bench.listen();
		const [production = '', test = ''] = urls();
		expect(test).toContain('/webhook-test/');
		expect(test.split('?key=')[1]).not.toBe(production.split('?key=')[1]);
		expect(await post(test, clientDelivery('client_created', client))).toBe(200);
		await bench.settled();
		expect(bench.executions).toHaveLength(2);
	});
});
