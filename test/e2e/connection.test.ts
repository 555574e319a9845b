import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, it } from 'node:test';
import { prepare } from '../host/exampleWorkflow';
import { MAILBOX, type Stage } from '../host/stage';
import { chain, mailStep, START, type StoredNode } from '../host/workflows';
import { sharedStage } from './sharedStage';

const FIND = mailStep('Find', 'findEmail', {});
const SEND = mailStep('Send', 'sendEmail', {
	to: 'ann@contoso.com',
	subject: 'Sent over a bad line',
	message: 'Hello',
});
const GET = mailStep('Get', 'getEmail', { messageId: 'AAMkAGone' });

describe('a bad connection, in a real n8n', { timeout: 900_000 }, () => {
	let stage: Stage;

	before(async () => {
		stage = await sharedStage();
	});
	beforeEach(() => stage.simulator.requests.clear());
	after(() => stage.simulator.faults.clear());

	/** Runs a step by hand. @returns its items and its error. */
	async function run(step: StoredNode) {
		const { client, credentials } = stage;
		const { id } = await client.importWorkflow(prepare(chain(step.name, START, step), credentials));
		const { nodes } = await client.runManually(id, START.name);
		return { items: nodes.get(step.name)?.items ?? [], error: nodes.get(step.name)?.error };
	}

	const sent = () =>
		stage.simulator.graph.mailbox(MAILBOX).sent.filter(({ subject }) => /bad line/.test(subject));

	it('that breaks is tried again', async () => {
		const { faults, graph } = stage.simulator;
		graph.mailbox(MAILBOX).deliver({ subject: 'Over a bad line', from: 'pat@example.com' });
		for (const cut of ['before', 'after'] as const) faults.next({ path: /\/messages$/ }, { cut });
		const { items, error } = await run(FIND);
		assert.equal(error, undefined);
		assert.ok(items.some(({ subject }) => subject === 'Over a bad line'));
		assert.equal(faults.pending, 0);
	});

	it('that loses the answer to a sending has it looked for, and not sent again', async () => {
		const { faults } = stage.simulator;
		faults.next({ method: 'POST', path: /\/messages$/ }, { cut: 'after' });
		faults.next({ method: 'POST', path: /\/send$/ }, { cut: 'after' });
		const { error } = await run(SEND);
		assert.equal(error, undefined);
		assert.equal(sent().length, 1);
		assert.equal(faults.pending, 0);
	});

	it('hides no answer that comes just when the token has expired', async () => {
		stage.simulator.tokens.expireAccess(MAILBOX);
		const { error } = await run(GET);
		assert.match(error ?? '', /not an ID|Not found/);
		const refreshes = stage.simulator.requests.count({ method: 'POST', path: /\/token$/ });
		assert.equal(refreshes, 1);
	});
});
