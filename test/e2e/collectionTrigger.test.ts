import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { WEBHOOK_EVENTS } from '../../nodes/Collection/webhooks/events';
import { connectCollection } from '../host/accounts';
import { prepare, type StoredWorkflow } from '../host/exampleWorkflow';
import type { Stage } from '../host/stage';
import {
	clientDelivery,
	deliver,
	fieldDelivery,
	requestDelivery,
} from '../simulator/collection/deliveries';
import type { JsonObject } from '../simulator/exchange';
import { sharedStage } from './sharedStage';
import { until } from './waiting';

const TRIGGER = 'Collection Trigger';

let workflows = 0;

/** A workflow of the trigger alone. */
function workflowOf(parameters: Record<string, unknown>): StoredWorkflow {
	workflows += 1;
	return {
		name: 'Collection Trigger, end to end',
		nodes: [
			{
				name: TRIGGER,
				type: 'n8n-nodes-mail-collection.collectionTrigger',
				parameters,
				credentials: { collectionOAuth2Api: { id: '', name: 'Collection account' } },
				id: 'trigger',
				webhookId: `a-collection-trigger-${workflows}`,
				typeVersion: 1,
				position: [0, 0],
			},
			{
				name: 'Work',
				type: 'n8n-nodes-base.noOp',
				parameters: {},
				id: 'work',
				typeVersion: 1,
				position: [240, 0],
			},
		],
		connections: { [TRIGGER]: { main: [[{ node: 'Work', type: 'main', index: 0 }]] } },
		settings: { executionOrder: 'v1' },
	};
}

describe('the Collection Trigger in a real n8n', { timeout: 900_000 }, () => {
	let stage: Stage;
	let workflowId: string;
	let credentials: Record<string, string>;
	let world: Stage['simulator']['collection'];

	/** What the workflow was started with so far, oldest first. */
	async function told(name = TRIGGER): Promise<string[]> {
		const executions = await stage.client.executions(workflowId);
		const found = await Promise.all(
			executions.map(
				async ({ id }) => (await stage.client.execution(id)).nodes.get(name)?.items ?? [],
			),
		);
		return found
			.reverse()
			.flat()
			.map(({ event, id, reconciled }) => `${event} ${id}${reconciled ? ' reconciled' : ''}`);
	}
	const untilTold = async (count: number, name = TRIGGER) =>
		await until(`${count} events`, async () => {
			const events = await told(name);
			return events.length >= count ? events : undefined;
		});
	/** Switches the workflow on, and waits for its webhook and for its first look: n8n answers before. */
	async function publish(
		workflow: { id: string; versionId: string },
		last = /\/clients$/,
	): Promise<void> {
		const looks = () => stage.simulator.requests.count({ path: last, method: 'GET' });
		const before = looks();
		await stage.client.publish(workflow);
		await until('webhook and first look', () =>
			world.webhooks.length > 0 && looks() > before ? true : undefined,
		);
	}
	const request = (name: string) => world.addRequest({ name, status: 'published', clients: [] });
	const complete = async (one: ReturnType<typeof request>) => {
		one.status = 'completed';
		return await deliver(world, requestDelivery('request_completed', one, world));
	};

	/** Publishes the saved workflow with changes, as the editor does. */
	async function change(changes: (workflow: StoredWorkflow) => StoredWorkflow): Promise<void> {
		const stored = (await stage.client.call('GET', `/workflows/${workflowId}`)) as StoredWorkflow;
		const saved = (await stage.client.call(
			'PATCH',
			`/workflows/${workflowId}`,
			changes(stored),
		)) as { versionId: string };
		await publish({ id: workflowId, versionId: saved.versionId });
	}

	before(async () => {
		stage = await sharedStage();
		world = stage.simulator.collection;
		world.reset();
		const collectionOAuth2Api = await connectCollection(
			stage.client,
			stage.simulator,
			'Collection admin',
			{ permissions: 'everything' },
		);
		credentials = { collectionOAuth2Api };
		const workflow = prepare(
			workflowOf({ events: ['request_completed', 'client_created'] }),
			credentials,
		);
		const saved = await stage.client.importWorkflow(workflow);
		workflowId = saved.id;
	});
	after(async () => await stage.client.unpublish(workflowId));

	it('tells each event once: live, while n8n is down, after a restart and after a rename', async () => {
		const [one, two, three, four, five] = ['1', '2', '3', '4', '5'].map(request) as [
			ReturnType<typeof request>,
			ReturnType<typeof request>,
			ReturnType<typeof request>,
			ReturnType<typeof request>,
			ReturnType<typeof request>,
		];
		const { versionId } = (await stage.client.call('GET', `/workflows/${workflowId}`)) as {
			versionId: string;
		};
		await publish({ id: workflowId, versionId });
		assert.equal(world.webhooks.length, 1);

		assert.deepEqual(await complete(one), [200]);
		assert.deepEqual(await complete(one), [200]);
		await untilTold(1);

		await stage.n8n.kill();
		assert.deepEqual(await complete(two), [0]);
		await stage.n8n.start();
		await untilTold(2);
		assert.equal(world.webhooks.length, 1);
		assert.deepEqual(await complete(two), [200]);
		await complete(three);
		// n8n starts each execution by itself: of two at once the later one may be listed first.
		await untilTold(3);
		const client = world.addClient({ email: 'pat@example.com', full_name: 'Pat Doe' });
		await deliver(world, clientDelivery('client_created', client));
		assert.deepEqual(await untilTold(4), [
			`request_completed ${one.id}`,
			`request_completed ${two.id} reconciled`,
			`request_completed ${three.id}`,
			`client_created ${client.id}`,
		]);

		await stage.n8n.stop();
		await stage.n8n.start();
		assert.deepEqual(await complete(one), [200]);

		const name = 'When answered';
		// Older n8n answers only once the trigger runs.
		const [before] = world.webhooks;
		await change((workflow) => ({
			...workflow,
			nodes: workflow.nodes.map((node) => (node.name === TRIGGER ? { ...node, name } : node)),
			connections: { [name]: workflow.connections[TRIGGER] },
		}));
		await until('the webhook of the renamed trigger', () =>
			world.webhooks[0] && world.webhooks[0] !== before ? true : undefined,
		);
		assert.equal(world.webhooks.length, 1);
		assert.deepEqual(await complete(three), [200]);
		await complete(four);
		assert.deepEqual(await untilTold(1, name), [`request_completed ${four.id}`]);

		await stage.client.unpublish(workflowId);
		await until('no webhook', () => (world.webhooks.length === 0 ? true : undefined));
		await complete(five);
		const { versionId: last } = (await stage.client.call('GET', `/workflows/${workflowId}`)) as {
			versionId: string;
		};
		await publish({ id: workflowId, versionId: last });
		assert.equal(world.webhooks.length, 1);
		assert.deepEqual(await complete(five), [200]);
		const next = request('6');
		await complete(next);
		await until('the last event', async () =>
			(await told(name)).includes(`request_completed ${next.id}`) ? true : undefined,
		);
		const all = [...(await told()), ...(await told(name))];
		assert.equal(new Set(all).size, all.length);
		const statuses = (await stage.client.executions(workflowId)).map(({ status }) => status);
		assert.deepEqual([...new Set(statuses)], ['success']);

		await stage.client.unpublish(workflowId);
		await until('no webhook', () => (world.webhooks.length === 0 ? true : undefined));
	});

	it('tells each of the 61 events once', async () => {
		world.reset();
		const { id, versionId } = await stage.client.importWorkflow(
			prepare(
				workflowOf({
					events: WEBHOOK_EVENTS,
					reconcileEvery: 0,
				}),
				credentials,
			),
		);
		workflowId = id;
		await publish({ id, versionId }, /\/team_members$/);
		const wanted: string[] = [];
		/** Content Snare delivers an event twice; the next thing happens once the workflow has it. */
		const happens = async (event: string, body: JsonObject) => {
			const delivered = [await deliver(world, body), await deliver(world, body)];
			assert.deepEqual(delivered, [[200], [200]], event);
			wanted.push(event);
			await until(event, async () => {
				const executions = await stage.client.executions(id);
				const failed = executions.find(({ status }) => status === 'error');
				assert.equal(failed && (await stage.client.execution(failed.id)).error, undefined);
				return executions.length >= wanted.length ? true : undefined;
			});
		};

		const client = world.addClient({ email: 'pat@example.com', full_name: 'Pat Doe' });
		await happens('client_created', clientDelivery('client_created', client));
		client.phone = '+1 556';
		await happens('client_updated', clientDelivery('client_updated', client));
		const [owner] = world.team;
		assert.ok(owner);
		const member = { ...owner, id: 'usr_New00000000000' };
		const ofMember = (event: string) => ({ event_name: event, id: member.id });
		world.team.push(member);
		await happens('team_member_created', ofMember('team_member_created'));
		member.role = 'viewer';
		await happens('team_member_updated', ofMember('team_member_updated'));
		world.team = [owner];
		await happens('team_member_destroyed', ofMember('team_member_destroyed'));

		const pages = [
			{ name: 'Business', sections: [{ name: 'Basics', fields: [{ name: 'Legal name' }] }] },
		];
		const added = world.addRequest({ name: 'All', status: 'published', clients: [client], pages });
		const [page] = added.pages;
		const [section] = page?.sections ?? [];
		const [field] = section?.fields ?? [];
		assert.ok(page && section && field);
		const ofRequest = (event: string) => requestDelivery(event, added, world);
		// New to the trigger: one delivery tells that it was created and published, in one execution.
		await happens('request_created', ofRequest('request_created'));
		field.status = 'done';
		world.answer(added, field.id, { text: 'Example Bakery' });
		await happens('field_completed', fieldDelivery('field_completed', field, added, world));
		const part = { page_id: page.id, request_id: added.id };
		await happens('page_completed', { event_name: 'page_completed', id: page.id, ...part });
		await happens('section_completed', {
			event_name: 'section_completed',
			id: section.id,
			...part,
		});
		await happens('all_fields_completed', ofRequest('all_fields_completed'));
		field.status = 'approved';
		await happens('field_approved', fieldDelivery('field_approved', field, added, world));
		field.status = 'redo';
		await happens('field_rejected', fieldDelivery('field_rejected', field, added, world));
		for (const [event, status] of [
			['request_completed', 'completed'],
			['request_reopened', 'published'],
			['request_archived', 'archived'],
			['request_draft', 'draft'],
		] as const) {
			added.status = status;
			await happens(event, ofRequest(event));
		}
		await happens('request_updated', ofRequest('request_updated'));
		await happens('request_board_column_changed', ofRequest('request_board_column_changed'));
		await happens('request_viewed', ofRequest('request_viewed'));
		world.requests = [];
		await happens('request_destroyed', ofRequest('request_destroyed'));
		world.clients = [];
		await happens('client_destroyed', clientDelivery('client_destroyed', client));
		const rest = WEBHOOK_EVENTS.filter(
			(event) => !wanted.includes(event) && event !== 'request_published',
		);
		for (const event of rest) await happens(event, { event_name: event, id: `id of ${event}` });

		// The last execution may have only begun.
		const names = (await untilTold(WEBHOOK_EVENTS.length)).map((line) => line.split(' ')[0]);
		assert.deepEqual([...names].sort(), [...WEBHOOK_EVENTS].sort());
		await stage.client.unpublish(id);
	});

	it('shows what came while a person listens for a test event', async () => {
		world.reset();
		const workflow = prepare(workflowOf({ events: ['client_created'] }), credentials);
		const saved = await stage.client.importWorkflow(workflow);
		workflowId = saved.id;
		const workflowData = await stage.client.call('GET', `/workflows/${saved.id}`);
		await stage.client.call('POST', `/workflows/${saved.id}/run`, {
			workflowData,
			triggerToStartFrom: { name: TRIGGER },
		});
		const webhook = await until('the webhook of the test', () => world.webhooks[0]);
		assert.match(webhook.url, /\/webhook-test\//);
		const client = world.addClient({ email: 'pat@example.com', full_name: 'Pat Doe' });
		assert.deepEqual(await deliver(world, clientDelivery('client_created', client)), [200]);
		assert.deepEqual(await untilTold(1), [`client_created ${client.id}`]);
		await until('no webhook', () => (world.webhooks.length === 0 ? true : undefined));
	});

	it('fails an execution where the account cannot read what was delivered', async () => {
		world.reset();
		const workflow = prepare(workflowOf({ events: ['client_created'] }), credentials);
		const saved = await stage.client.importWorkflow(workflow);
		workflowId = saved.id;
		await publish(saved);
		const client = world.addClient({ email: 'pat@example.com', full_name: 'Pat Doe' });
		stage.simulator.faults.next({ path: /\/clients\/acc_/ }, { status: 403 });
		assert.deepEqual(await deliver(world, clientDelivery('client_created', client)), [200]);
		const failed = await until('the failed execution', async () =>
			(await stage.client.executions(saved.id)).find(({ status }) => status === 'error'),
		);
		assert.match((await stage.client.execution(failed.id)).error ?? '', /not allowed to do this/);
		assert.deepEqual(await deliver(world, clientDelivery('client_created', client)), [200]);
		assert.deepEqual(await untilTold(1), [`client_created ${client.id}`]);
	});
});
