import type { INodeParameters } from 'n8n-workflow';
import { OWN_MAILBOX } from '../../../../harness/executeNode';
import type { DurableCursor, DurablePollOptions } from '../../../../harness/pollNode';
import { pollDurably } from '../../../../harness/pollNode';
import { MINUTE, SECOND, START, subjects } from '../../../../harness/trigger';
import type { Simulator } from '../../../../simulator/simulator';
import { startSimulator } from '../../../../simulator/simulator';

const FROM = 'ann@contoso.com';
const simulators: Simulator[] = [];

afterEach(async () => {
	await Promise.all(simulators.splice(0).map(async (simulator) => await simulator.stop()));
});

/** A Mail Trigger in an n8n with durable cursors; polls share the memory of the process alone. */
async function startDurably(
	parameters: INodeParameters = {},
	stored: DurableCursor = { cursor: {} },
) {
	const time = { now: START };
	const simulator = await startSimulator({ clock: () => time.now });
	simulators.push(simulator);
	simulator.graph.latencyMs = 0;
	const mailbox = simulator.graph.mailbox(OWN_MAILBOX);
	const run = async (options: Partial<DurablePollOptions>) =>
		subjects(await pollDurably({ simulator, parameters, ...options }, stored));
	return {
		simulator,
		mailbox,
		stored,
		wait: (milliseconds: number) => (time.now += milliseconds),
		publish: async (activation: 'activate' | 'update' = 'activate') =>
			await run({ activation, publishing: true }),
		poll: async (options: Partial<DurablePollOptions> = {}) =>
			await run({ activation: 'update', ...options }),
	};
}

/** The trigger delivered a mail, and n8n could not store that. @returns the trigger, and what n8n did not store. */
async function startWithLostStore() {
	const trigger = await startDurably();
	const { mailbox, stored, wait, publish, poll } = trigger;
	await publish();
	wait(SECOND);
	mailbox.deliver({ subject: 'mail', from: FROM });
	const before = structuredClone(stored.cursor);
	expect(await poll()).toEqual(['mail']);
	const lost = stored.cursor;
	stored.cursor = before;
	return { ...trigger, lost };
}

describe("with n8n's durable cursors", () => {
	it.each(['activate', 'update'] as const)(
		'mail between publishing (%s) and the first scheduled poll fires once',
		async (activation) => {
			const { mailbox, wait, publish, poll } = await startDurably();
			mailbox.deliver({ subject: 'before', from: FROM });
			wait(SECOND);
			expect(await publish(activation)).toEqual([]);
			wait(SECOND);
			mailbox.deliver({ subject: 'between', from: FROM });
			wait(MINUTE);
			expect(await poll()).toEqual(['between']);
			wait(MINUTE);
			mailbox.deliver({ subject: 'after', from: FROM });
			expect(await poll()).toEqual(['after']);
			expect(await poll()).toEqual([]);
		},
	);

	it('mail from before it was switched on again does not fire by default', async () => {
		const { mailbox, wait, publish, poll } = await startDurably();
		await publish();
		await poll();
		mailbox.deliver({ subject: 'while off', from: FROM });
		wait(60 * MINUTE);
		expect(await publish()).toEqual([]);
		wait(MINUTE);
		expect(await poll()).toEqual([]);
	});

	it('mail from before it was switched on again does not fire either where that failed at first', async () => {
		const { simulator, mailbox, wait, publish, poll } = await startDurably();
		await publish();
		await poll();
		mailbox.deliver({ subject: 'while off', from: FROM });
		wait(60 * MINUTE);
		simulator.faults.next({}, { status: 403 });
		await expect(publish()).rejects.toThrow();
		expect(await publish('update')).toEqual([]);
		mailbox.deliver({ subject: 'new', from: FROM });
		wait(MINUTE);
		expect(await poll()).toEqual(['new']);
	});

	it('mail from before it was switched on again does not fire either where n8n could not store the last delivery', async () => {
		const { mailbox, wait, publish, poll } = await startWithLostStore();
		mailbox.deliver({ subject: 'while off', from: FROM });
		wait(60 * MINUTE);
		expect(await publish()).toEqual([]);
		wait(MINUTE);
		expect(await poll()).toEqual([]);
	});

	it('mail over the maximum age does not fire later either', async () => {
		const { mailbox, wait, publish, poll } = await startDurably({
			whenActivated: 'sinceLast',
			maximumAge: 2,
		});
		await publish();
		await poll();
		wait(SECOND);
		mailbox.deliver({ subject: 'too old', from: FROM });
		wait(3 * 60 * MINUTE);
		expect(await publish()).toEqual([]);
		wait(MINUTE);
		expect(await poll({ workflowId: 'after a restart' })).toEqual([]);
	});

	it('mail does not fire again in a poll for which n8n read the state before it was stored', async () => {
		const { mailbox, stored, wait, poll, lost } = await startWithLostStore();
		expect(await poll()).toEqual([]);
		stored.cursor = lost;
		wait(MINUTE);
		mailbox.deliver({ subject: 'next', from: FROM });
		expect(await poll()).toEqual(['next']);
	});

	it('mail fires again when n8n could not store that it was delivered', async () => {
		const { poll } = await startWithLostStore();
		expect([...(await poll()), ...(await poll())]).toEqual(['mail']);
	});

	it('what another process of n8n has looked at meanwhile does not fire after an edit', async () => {
		const parameters = { searchFilter: 'subject:invoice' };
		const { mailbox, wait, publish, poll } = await startDurably(parameters);
		await publish();
		wait(MINUTE);
		expect(await poll({ workflowId: 'first process' })).toEqual([]);
		mailbox.deliver({ subject: 'hello', from: FROM });
		wait(MINUTE);
		expect(await poll({ workflowId: 'second process' })).toEqual([]);
		wait(MINUTE);
		parameters.searchFilter = 'subject:hello';
		expect(await poll({ workflowId: 'first process' })).toEqual([]);
		mailbox.deliver({ subject: 'hello again', from: FROM });
		wait(MINUTE);
		expect(await poll({ workflowId: 'first process' })).toEqual(['hello again']);
	});

	it('publishing fails with what the provider says, also where n8n cannot store that it failed', async () => {
		let isLocked = false;
		let cursor = {};
		const { simulator, publish, poll } = await startDurably(
			{},
			{
				get cursor() {
					return cursor;
				},
				set cursor(given) {
					if (isLocked) throw new Error('database is locked');
					cursor = given;
				},
			},
		);
		await publish();
		await poll();
		isLocked = true;
		simulator.faults.next({}, { status: 403 });
		await expect(publish()).rejects.toMatchObject({ httpCode: '403' });
	});

	it('publishing fails when n8n cannot store where the trigger starts', async () => {
		const { publish } = await startDurably(
			{},
			{
				get cursor() {
					return {};
				},
				set cursor(_) {
					throw new Error('database is locked');
				},
			},
		);
		await expect(publish()).rejects.toMatchObject({ message: 'database is locked' });
	});
});
