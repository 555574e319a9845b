import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { z } from 'zod';
import { manifest } from '../../scripts/shippedClasses';
import { connectCollection, connectMail } from '../host/accounts';
import { prepare, type StoredWorkflow } from '../host/exampleWorkflow';
import { createN8n, type N8n } from '../host/n8n';
import { type Execution, type N8nClient, signIn } from '../host/n8nClient';
import { packPackage } from '../host/packPackage';
import { findFreePort } from '../host/ports';
import { type Registry, startRegistry } from '../host/registry';
import { type EmptyStage, MAILBOX, openEmptyStage } from '../host/stage';
import { printedStep } from '../host/steps';
import { deliver, requestDelivery } from '../simulator/collection/deliveries';
import { linksOf } from './person';
import { until, untilPolled } from './waiting';

const HOUR_MS = 60 * 60_000;
const APPROVER = 'approver@contoso.com';

/** How an item names what it is about: a mail or an event by its subject, a contact or a request by its name. */
const toldShape = z.object({
	subject: z.string().optional(),
	displayName: z.string().optional(),
	request: z.object({ name: z.string() }).optional(),
});

/** A workflow of nodes of the package in a row, at the end of which n8n keeps what they gave. */
function workflowOf(name: string, steps: Array<[string, Record<string, unknown>]>): StoredWorkflow {
	const isOurs = (type: string) => !type.includes('.');
	const nodes = [...steps, ['n8n-nodes-base.noOp', {}] as const].map(([type, parameters], at) => {
		const account = type.startsWith('collection') ? 'collectionOAuth2Api' : 'mailOAuth2Api';
		return {
			name: at === steps.length ? 'Done' : `Step ${at}`,
			type: isOurs(type) ? `${manifest.name}.${type}` : type,
			parameters,
			...(isOurs(type) ? { credentials: { [account]: { id: '', name: 'Account' } } } : {}),
			id: `step-${at}`,
			webhookId: `update-${name}-${at}`,
			typeVersion: 1,
			position: [240 * at, 0],
		};
	});
	const following = nodes
		.slice(1)
		.map(({ name: next }, at) => [
			`Step ${at}`,
			{ main: [[{ node: next, type: 'main', index: 0 }]] },
		]);
	return {
		name,
		nodes,
		connections: Object.fromEntries(following),
		settings: { executionOrder: 'v1' },
	};
}

describe("n8n's own page for community packages", { timeout: 900_000 }, () => {
	let folder: string;
	let registry: Registry;
	let tarball: string;
	let stage: EmptyStage<N8n>;
	let client: N8nClient;
	/** IDs of those that are published, each with one trigger. */
	const workflows: string[] = [];
	/** The execution that waits for an answer. */
	let question: Execution;
	/** Everything that happened so far, as the items name it. */
	const happened: string[] = [];

	/** What the workflows were started with so far. */
	async function told(): Promise<string[]> {
		const items = await Promise.all(
			workflows.map(async (id) => {
				const executions = await client.executions(id);
				const details = await Promise.all(
					executions.map(async (one) => await client.execution(one.id)),
				);
				return details.flatMap(({ nodes }) => nodes.get('Done')?.items ?? []);
			}),
		);
		return items
			.flat()
			.map((item) => {
				const { subject, displayName, request } = toldShape.parse(item);
				return subject ?? displayName ?? request?.name ?? '';
			})
			.sort();
	}

	/** A mail, an event, a contact and a completed request of one name. */
	async function happen(name: string): Promise<void> {
		const { graph, collection } = stage.simulator;
		graph.mailbox(MAILBOX).deliver({ subject: `mail ${name}`, from: 'pat@example.com' });
		const time = (moment: number) => ({
			dateTime: new Date(moment).toISOString().replace('Z', ''),
			timeZone: 'UTC',
		});
		const start = Date.now() + HOUR_MS;
		graph.mailbox(MAILBOX).calendar.seed({
			subject: `event ${name}`,
			start: time(start),
			end: time(start + HOUR_MS),
		});
		graph.mailbox(MAILBOX).contacts.add({ displayName: `contact ${name}` });
		const request = collection.addRequest({
			name: `request ${name}`,
			status: 'published',
			clients: [],
		});
		request.status = 'completed';
		happened.push(`mail ${name}`, `event ${name}`, `contact ${name}`, `request ${name}`);
		await deliver(collection, requestDelivery('request_completed', request, collection));
	}

	const untilTold = async () =>
		await until(
			`${happened.length} items`,
			async () => ((await told()).length >= happened.length ? true : undefined),
			120_000,
		);

	before(async () => {
		folder = await mkdtemp(join(tmpdir(), 'n8n-update-'));
		registry = await startRegistry(folder);
		tarball = (await packPackage(folder)).file;
		stage = await openEmptyStage(createN8n, {
			port: await findFreePort(),
			step: printedStep,
			install: async () => await Promise.resolve(),
			environment: registry.environment,
			logName: 'n8n-update.log',
		});
		client = await signIn(stage.n8n.url);
	});

	after(async () => {
		await stage?.close();
		await registry?.stop();
		await rm(folder, { recursive: true, force: true });
	});

	it('installs the package, without a restart', async () => {
		await registry.publish(tarball, '1.0.0');
		await client.call('POST', '/community-packages', { name: manifest.name });
		const mail = await connectMail(client, stage.simulator, MAILBOX);
		const collection = await connectCollection(client, stage.simulator, 'Collection account', {
			permissions: 'everything',
		});
		const credentials = { mailOAuth2Api: mail, collectionOAuth2Api: collection };
		const publish = async (name: string, ...steps: Parameters<typeof workflowOf>[1]) => {
			const saved = await client.importWorkflow(prepare(workflowOf(name, steps), credentials));
			await client.publish(saved);
			return saved.id;
		};
		for (const [type, parameters] of [
			['mailTrigger', { pollTimes: {} }],
			['calendarTrigger', { pollTimes: {}, event: ['created'] }],
			['contactTrigger', { pollTimes: {}, event: ['created'] }],
			['collectionTrigger', { events: ['request_completed'] }],
		] as const) {
			workflows.push(await publish(type, [type, { ...parameters }]));
		}
		const asking = await client.importWorkflow(
			prepare(
				workflowOf('asks', [
					['n8n-nodes-base.manualTrigger', {}],
					[
						'mail',
						{
							resource: 'email',
							operation: 'sendAndWait',
							to: APPROVER,
							subject: 'May it go out?',
							message: 'It is ready.',
							responseType: 'approval',
							approvalOptions: { approvalType: 'double' },
						},
					],
				]),
				credentials,
			),
		);
		question = await client.runManually(asking.id, 'Step 0');
		assert.equal(question.status, 'waiting');
		await until('the webhook', () =>
			stage.simulator.collection.webhooks.length > 0 ? true : undefined,
		);
		await untilPolled(stage, 3);
		await happen('after the installation');
		await untilTold();
	});

	for (const version of ['1.1.0', '1.2.0', '1.0.1']) {
		it(`to ${version} loses nothing that comes before, during and after, and repeats nothing`, async () => {
			await registry.publish(tarball, version);
			await happen(`just before ${version}`);
			const updating = client.call('PATCH', '/community-packages', {
				name: manifest.name,
				version,
			});
			await happen(`during ${version}`);
			await updating;
			await happen(`just after ${version}`);
			await untilPolled(stage, 2);
			await happen(`long after ${version}`);
			await untilTold();
			await untilPolled(stage, 3);
			assert.deepEqual(await told(), [...happened].sort());
		});
	}

	it('goes on with a question that was sent before all of that', async () => {
		const mail = stage.simulator.graph
			.mailbox(MAILBOX)
			.sent.find(({ subject }) => subject === 'May it go out?');
		assert.ok(mail);
		const answered = await fetch(linksOf(mail).approve ?? '', { method: 'POST' });
		assert.match(await answered.text(), /Thank you/);
		const { nodes } = await until('the execution to end', async () => {
			const now = await client.execution(question.id);
			return now.status === 'success' ? now : undefined;
		});
		assert.deepEqual(nodes.get('Done')?.items.length, 1);
	});

	it('removes the package, and leaves nothing of it', async () => {
		for (const id of workflows) await client.unpublish(id);
		await client.call('DELETE', `/community-packages?name=${manifest.name}`);
		const [userFolder = ''] = stage.n8n.userFolders;
		const installed = join(userFolder, '.n8n', 'nodes', 'node_modules', manifest.name);
		assert.equal(existsSync(installed), false);
	});
});
