import assert from 'node:assert/strict';
import { join } from 'node:path';
import { after, before, beforeEach, describe, it } from 'node:test';
import { prepare } from '../host/exampleWorkflow';
import { publishAndArm } from '../host/mainJob';
import { ROOT } from '../host/packPackage';
import { findFreePort, LOOPBACK } from '../host/ports';
import { MAILBOX, type Stage } from '../host/stage';
import { chain, mailStep, mailTrigger, type StoredNode } from '../host/workflows';
import { ownStage } from './sharedStage';
import { until } from './waiting';

/**
 * What n8n's other workflows, webhooks and health checks wait for at most: ten times what the same thread takes to
 * parse a megabyte of JSON, which is 50 ms where that takes 5.
 */
const MOST_MEGABYTES = 10;
/** At most: the first one compiles, and beside other n8ns memory is slower. */
const ROUNDS = 12;
/** 100 kB of HTML, as a newsletter is written. */
const LONG_BODY = {
	contentType: 'html' as const,
	content: `<table>${'<tr><td style="color:#333"><b>All work</b> and no play</td></tr>'.repeat(1_600)}</table>`,
};
interface Held {
	held: number;
	megabyte: number;
}
/** What the simulated mailbox is asked for when the measured step is done. */
const DONE = /\/mailboxSettings$/;

const webhook: StoredNode = {
	name: 'Webhook',
	type: 'n8n-nodes-base.webhook',
	typeVersion: 2,
	webhookId: 'holds',
	parameters: { path: 'holds', httpMethod: 'POST' },
};
const done: StoredNode = {
	...mailStep('Done', 'getMailboxSettings', { resource: 'advanced' }),
	executeOnce: true,
};

describe('the event loop of n8n', { timeout: 900_000 }, () => {
	let stage: Stage;
	let meter: string;
	let running: string | undefined;

	/** The longest time for which it was held since the last question, and the time of a megabyte, in milliseconds. */
	const ask = async () => (await (await fetch(meter)).json()) as Held;

	/** A workflow that does nothing else than what is measured. */
	async function load(...nodes: StoredNode[]) {
		const workflow = {
			...prepare(chain('Holds', ...nodes, done), stage.credentials),
			// What n8n does to save an execution is its own.
			settings: { executionOrder: 'v1', saveDataSuccessExecution: 'none' },
		};
		const saved = await stage.client.importWorkflow(workflow);
		running = saved.id;
		return saved;
	}

	const publish = async (...nodes: StoredNode[]) =>
		await stage.client.publish(await load(webhook, ...nodes));

	const countDone = () => stage.simulator.requests.count({ method: 'GET', path: DONE });

	/** Does it, and tells how long the loop was held until the step behind it is run. */
	async function measure(begin: () => unknown): Promise<Held> {
		const before = countDone();
		await ask();
		await begin();
		await until('the end', () => (countDone() > before ? true : undefined), 180_000);
		return await ask();
	}

	/** What the package does holds the loop in every round. */
	async function check(begin: () => unknown): Promise<void> {
		const rounds: Held[] = [];
		const isFree = ({ held, megabyte }: Held) => held / megabyte <= MOST_MEGABYTES;
		while (rounds.length < ROUNDS && !rounds.some(isFree)) rounds.push(await measure(begin));
		const list = (values: number[]) => values.map((value) => value.toFixed(1)).join(', ');
		const megabytes = rounds.map(({ held, megabyte }) => held / megabyte);
		const written = `held for ${list(rounds.map(({ held }) => held))} ms, ${list(megabytes)} megabytes of JSON`;
		console.log(written);
		assert.ok(rounds.some(isFree), written);
	}

	/** n8n listens a moment after it said that the workflow is published. */
	const start = async () =>
		await until('the webhook', async () => {
			const { ok } = await fetch(`${stage.n8n.url}/webhook/holds`, { method: 'POST' });
			return ok ? true : undefined;
		});

	before(async () => {
		const port = await findFreePort();
		meter = `http://${LOOPBACK}:${port}`;
		stage = await ownStage({
			environment: {
				NODE_OPTIONS: `--require ${join(ROOT, 'test', 'host', 'holdMeter.cjs')}`,
				HOLD_METER_PORT: String(port),
			},
		});
	});
	after(async () => await stage.close());
	beforeEach(async () => {
		if (running !== undefined) await stage.client.unpublish(running);
		const mailbox = stage.simulator.graph.mailbox(MAILBOX);
		for (const message of mailbox.messages) mailbox.remove(message);
	});

	function deliver(mails: number): void {
		const mailbox = stage.simulator.graph.mailbox(MAILBOX);
		for (let mail = 0; mail < mails; mail++) {
			mailbox.deliver({ subject: `Mail ${mail}`, from: 'ann@contoso.com', body: LONG_BODY });
		}
	}

	it('is free while nothing is done', async () => {
		await publish();
		await check(start);
	});

	it('is free while Find Email reads 1,000 mails of 100 kB as text', async () => {
		deliver(1_000);
		await publish(mailStep('Find', 'findEmail', { limit: 1_000, options: { body: 'text' } }));
		await check(start);
	});

	it('is free while 20 files of 3 MiB are downloaded', async () => {
		const mailbox = stage.simulator.graph.mailbox(MAILBOX);
		const message = mailbox.deliver({
			subject: 'Files',
			from: 'ann@contoso.com',
			attachments: Array.from({ length: 20 }, (_, file) => ({
				name: `scan-${file}.pdf`,
				contentType: 'application/pdf',
				content: Buffer.alloc(3 * 1024 ** 2, file + 1),
			})),
		});
		await publish(mailStep('Download', 'downloadAttachment', { messageId: message.id }));
		await check(start);
	});

	it('is free while the Mail Trigger hands on 100 mails of 100 kB', async () => {
		await publishAndArm(stage, await load(mailTrigger('Trigger', { options: { maxMails: 100 } })));
		await check(() => deliver(100));
	});
});
