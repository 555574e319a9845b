import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { connectCollection } from '../host/accounts';
import { prepare, type StoredWorkflow } from '../host/exampleWorkflow';
import type { Stage } from '../host/stage';
import { clientDelivery, deliver, requestDelivery } from '../simulator/collection/deliveries';
import { sharedStage } from './sharedStage';
import { until } from './waiting';

const TRIGGER = 'Collection Trigger';

/** A workflow of the trigger alone. */
function workflowOf(parameters: Record<string, unknown>): StoredWorkflow {
	return {
		name: 'Collection Trigger, end to end',
		nodes: [
			{
				name: TRIGGER,
				type: 'n8n-nodes-mail-collection.collectionTrigger',
				parameters,
				credentials: { collectionOAuth2Api: { id: '', name: 'Collection account' } },
				id: 'trigger',
				webhookId: 'a-collection-trigger',
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

describe('the Collection Trigger in a real n8n', { timeout: 300_000 }, () => {
	let stage: Stage;
	let workflowId: string;
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
	const registered = async () =>
		await until('a webhook', () => (world.webhooks.length > 0 ? true : undefined));
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
		await stage.client.publish({ id: workflowId, versionId: saved.versionId });
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
		const workflow = prepare(workflowOf({ events: ['request_completed', 'client_created'] }), {
			collectionOAuth2Api,
		});
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
		await stage.client.publish({ id: workflowId, versionId });
		await registered();
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
		await change((workflow) => ({
			...workflow,
			nodes: workflow.nodes.map((node) => (node.name === TRIGGER ? { ...node, name } : node)),
			connections: { [name]: workflow.connections[TRIGGER] },
		}));
		const [before] = world.webhooks;
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
		await stage.client.publish({ id: workflowId, versionId: last });
		await registered();
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
});
