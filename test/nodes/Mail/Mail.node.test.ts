import { setImmediate as nextTurn } from 'node:timers/promises';
import { NodeApiError } from 'n8n-workflow';
import { connectedCredential } from '../../harness/credentialsHelper';
import type { ExecuteOptions } from '../../harness/executeNode';
import { executeNode, OWN_MAILBOX } from '../../harness/executeNode';
import { createSkippingClock } from '../../harness/skippingClock';
import { failureOf } from '../../harness/steps';
import { beginTest } from '../../harness/testRuns';
import { OVERLAPPING_MS } from '../../simulator/graph/world';
import type { Simulator } from '../../simulator/simulator';
import { startSimulator } from '../../simulator/simulator';

const clock = createSkippingClock();
let simulator: Simulator;
let runs = 0;

beforeAll(async () => {
	simulator = await startSimulator({ clock: clock.now });
	simulator.graph.latencyMs = OVERLAPPING_MS;
});
beforeEach(async () => await beginTest(simulator));
afterAll(async () => {
	await simulator.stop();
});

const deliver = (count: number) =>
	Array.from({ length: count }, () =>
		simulator.graph.mailbox(OWN_MAILBOX).deliver({ subject: 'Hello', from: 'ann@contoso.com' }),
	);

/** Adds a label to each mail: a run that reads and writes once for every item. */
async function label(ids: string[], name: string, options: Partial<ExecuteOptions> = {}) {
	const { items } = await executeNode({
		node: 'mail',
		simulator,
		clock,
		credentialId: `run ${++runs}`,
		items: ids.map((id) => ({ json: { id } })),
		parameters: {
			resource: 'email',
			operation: 'addLabel',
			messageId: '={{ $json.id }}',
			label: { __rl: true, mode: 'list', value: name },
		},
		...options,
	});
	return items;
}

const idsOf = (mails: Array<{ immutableId: string }>) =>
	mails.map(({ immutableId }) => immutableId);
const refreshes = () => simulator.requests.count({ path: '/oauth/token' });
const throttled = () => simulator.requests.flat().filter(({ status }) => status === 429);

describe('a run over many items', () => {
	it('shares the four requests at once of a mailbox with another run of the same credential', async () => {
		const [mine, theirs] = [deliver(60), deliver(60)];
		await Promise.all([
			label(idsOf(mine), 'Red', { credentialId: 'both' }),
			label(idsOf(theirs), 'Blue', { credentialId: 'both' }),
		]);
		expect(simulator.graph.gauge.peak(OWN_MAILBOX)).toBeLessThanOrEqual(4);
		expect(throttled()).toEqual([]);
		expect([...mine, ...theirs].every(({ categories }) => categories.length === 1)).toBe(true);
	});

	it('side by side with another on the same mails puts the label on each of them once', async () => {
		const mails = deliver(30);
		await Promise.all([
			label(idsOf(mails), 'Red', { credentialId: 'one' }),
			label(idsOf(mails), 'Red', { credentialId: 'one' }),
		]);
		expect(mails.map(({ categories }) => categories)).toEqual(mails.map(() => ['Red']));
	});

	it('gets through faults of all kinds, and each mail has its label once', async () => {
		simulator.faults.random({ seed: 11, rate: 0.05, kinds: [429, 503, 'cut'] });
		const mails = deliver(100);
		const items = await label(idsOf(mails), 'Red');
		expect(items.map(({ json }) => json.labels)).toEqual(mails.map(() => ['Red']));
		expect(mails.map(({ categories }) => categories)).toEqual(mails.map(() => ['Red']));
	}, 60_000);

	it('asks a mailbox that lets nothing through no more often than for each mail alone', async () => {
		const refusal = { status: 429, headers: { 'retry-after': '1' } };
		simulator.faults.next({ path: /messages/, times: Infinity }, refusal);
		const items = await label(idsOf(deliver(40)), 'Red', { continueOnFail: true });
		expect(
			items.filter(({ json }) => /is limiting requests/.test(String(json.error))),
		).toHaveLength(40);
		const parts = simulator.requests.flat().filter(({ path }) => /messages/.test(path));
		// Ten attempts at each, and nothing that waited behind one of another.
		expect(parts).toHaveLength(40 * 10);
	}, 60_000);

	it('with Continue On Fail gives an error item for each mail that is gone, in its place', async () => {
		const mails = deliver(30);
		const gone = mails.filter((_, index) => index % 7 === 3);
		for (const mail of gone) simulator.graph.mailbox(OWN_MAILBOX).remove(mail);
		const items = await label(idsOf(mails), 'Red', { continueOnFail: true });
		expect(items.map(({ pairedItem }) => pairedItem)).toEqual(mails.map((_, item) => ({ item })));
		expect(items.map(({ json }) => json.error ?? json.labels)).toEqual(
			mails.map((mail) =>
				gone.includes(mail) ? 'Message ID: Not found in this mailbox' : ['Red'],
			),
		);
	});
});

describe('an access token that expires', () => {
	it('is refreshed once by n8n, the requests are repeated, and nothing is done twice', async () => {
		const mails = deliver(100);
		const credential = connectedCredential('mailOAuth2Api', simulator, OWN_MAILBOX);
		simulator.tokens.expireAccess(OWN_MAILBOX);
		const items = await label(idsOf(mails), 'Red', { credential });
		expect(items).toHaveLength(100);
		expect(mails.map(({ categories }) => categories)).toEqual(mails.map(() => ['Red']));
		expect(refreshes()).toBe(1);
		expect(simulator.requests.count({ method: 'PATCH' })).toBe(100);
	});

	it('in the middle of the run, is refreshed there', async () => {
		const mails = deliver(60);
		const running = label(idsOf(mails), 'Red');
		while (simulator.requests.count({ path: '/$batch' }) < 3) await nextTurn();
		simulator.tokens.expireAccess(OWN_MAILBOX);
		await running;
		expect(mails.map(({ categories }) => categories)).toEqual(mails.map(() => ['Red']));
		expect(refreshes()).toBe(1);
	});
});

describe('a sign-in that was revoked', () => {
	it('is one clear error that names the credential and says how to connect it again', async () => {
		const mails = deliver(40);
		const credential = connectedCredential('mailOAuth2Api', simulator, OWN_MAILBOX);
		simulator.tokens.revoke(OWN_MAILBOX);
		const failed = label(idsOf(mails), 'Red', { credential });
		await expect(failed).rejects.toBeInstanceOf(NodeApiError);
		await expect(failed).rejects.toMatchObject({
			message: 'The sign-in has expired or was revoked: the credential "My account" was refused',
			description: expect.stringMatching(
				/^Open the credential "My account", press "Switch account" \(or "Connect"\) and sign in again\./,
			),
			failure: { cause: 'credential-invalid' },
		});
		const error: unknown = await failed.catch((reason: unknown) => reason);
		const shown = JSON.stringify(error) + String(Reflect.get(Object(error), 'stack'));
		expect(shown).not.toMatch(/sim-(at|rt)-|contoso/);
		expect(simulator.requests.count({ path: '/$batch' })).toBeLessThanOrEqual(2);
	});
});

describe('a client secret that the application has no more', () => {
	it.each([
		[
			'expired',
			{ expiredSecrets: ['test-secret'] },
			/^The client secret has expired\. Make a new one/,
		],
		['taken away', { secrets: ['another'] }, /^Client Secret is wrong\. Enter its value/],
	])('%s: says so, where signing in again would be of no use', async (_what, now, description) => {
		const clientId = 'old-client';
		simulator.applications.register({ clientId, ...now });
		const credential = connectedCredential('mailOAuth2Api', simulator, OWN_MAILBOX, { clientId });
		simulator.tokens.expireAccess(OWN_MAILBOX);
		await expect(label(idsOf(deliver(1)), 'Red', { credential })).rejects.toMatchObject({
			message: 'Microsoft did not let the application in: the credential "My account" was refused',
			description: expect.stringMatching(description),
		});
	});
});

it('an application that was disabled is said to be, where signing in again would be of no use', async () => {
	const credential = connectedCredential('mailOAuth2Api', simulator, OWN_MAILBOX);
	simulator.tokens.expireAccess(OWN_MAILBOX);
	const error_description = 'AADSTS7000112: Application is disabled. Trace ID: 1';
	const body = { error: 'unauthorized_client', error_description };
	simulator.faults.next({ path: '/oauth/token', times: 9 }, { status: 400, body });
	await expect(label(idsOf(deliver(1)), 'Red', { credential })).rejects.toMatchObject({
		message: 'Microsoft did not let the application in: the credential "My account" was refused',
		description: expect.stringMatching(/^The application is disabled\. An administrator/),
	});
	simulator.faults.clear();
});

it('a sign-in that a policy blocks is told of, although n8n hands on no code (fact: sign-in-blocked)', async () => {
	const credential = connectedCredential('mailOAuth2Api', simulator, OWN_MAILBOX);
	simulator.tokens.expireAccess(OWN_MAILBOX);
	const error_description = 'AADSTS53003: Access has been blocked by Conditional Access policies.';
	const body = { error: 'invalid_grant', error_description };
	simulator.faults.next({ path: '/oauth/token', times: 9 }, { status: 400, body });
	const { description } = await failureOf(label(idsOf(deliver(1)), 'Red', { credential }));
	expect(description).toContain('a Conditional Access policy blocks the n8n server');
	simulator.faults.clear();
});

describe('cancelling the execution', () => {
	it.each([false, true])(
		'ends it promptly while it waits (Continue On Fail: %p)',
		async (continueOnFail) => {
			const mails = deliver(100);
			const abort = new AbortController();
			simulator.faults.next(
				{ path: '/$batch', times: 2 },
				{ status: 429, headers: { 'retry-after': '3' } },
			);
			const started = clock.now();
			const cancelled = label(idsOf(mails), 'Red', { continueOnFail, abortSignal: abort.signal });
			cancelled.catch(() => undefined);
			await clock.wait(200);
			abort.abort();
			await expect(cancelled).rejects.toThrow('The execution was cancelled');
			expect(clock.now() - started).toBe(200);
			const sent = simulator.requests.count();
			await clock.wait(10_000);
			expect(simulator.requests.count()).toBe(sent);
		},
	);
});
