import { applicationCredential } from '../../../../harness/credentialsHelper';
import { pollDurably } from '../../../../harness/pollNode';
import type { SharedBench } from '../../../../harness/severalMailboxes';
import {
	INFO,
	ofEach,
	pathOf,
	SALES,
	startSharedBench,
	SUPPORT,
} from '../../../../harness/severalMailboxes';
import { MINUTE, SECOND } from '../../../../harness/trigger';

const HOUR = 60 * MINUTE;
let bench: SharedBench;

async function activeTrigger(...given: Parameters<typeof startSharedBench>) {
	bench = await startSharedBench(...given);
	await bench.activate();
	await bench.poll({ after: SECOND });
}

/** The mailboxes that failed executions name. */
const told = () => bench.failures.map(({ message }) => message.replace(/: .*/, ''));

afterEach(async () => {
	jest.restoreAllMocks();
	await bench.stop();
});

describe('while one of several mailboxes fails', () => {
	it.each([403, 404, 503])(
		'with %i, the others go on, and nothing of it is lost',
		async (status) => {
			await activeTrigger([SUPPORT, SALES]);
			bench.breakDown(SUPPORT, { status });
			for (let poll = 0; poll < 3; poll++) {
				bench.deliver(SUPPORT, `help ${poll}`);
				bench.deliver(SALES, `offer ${poll}`);
				expect(ofEach(await bench.poll())).toEqual([`${SALES}: offer ${poll}`]);
			}
			bench.restart();
			bench.simulator.faults.clear();
			expect(ofEach(await bench.poll())).toEqual(
				[0, 1, 2].map((poll) => `${SUPPORT}: help ${poll}`),
			);
			expect(await bench.poll()).toEqual([]);
		},
	);

	it('n8n is told which in the second poll, and then each hour, and polls on as usual', async () => {
		await activeTrigger([SUPPORT, SALES]);
		bench.breakDown(SUPPORT, { status: 403 });
		expect(await bench.poll()).toEqual([]);
		expect(told()).toEqual([]);
		bench.deliver(SALES, 'offer');
		expect(ofEach(await bench.poll())).toEqual([`${SALES}: offer`]);
		expect(told()).toEqual([SUPPORT]);
		expect(await bench.poll({ after: HOUR - SECOND })).toEqual([]);
		expect(told()).toEqual([SUPPORT]);
		expect(await bench.poll({ after: SECOND })).toEqual([]);
		expect(told()).toEqual([SUPPORT, SUPPORT]);
	});

	it('nothing is withheld of the others, however far apart polls are', async () => {
		await activeTrigger([SUPPORT, SALES]);
		bench.breakDown(SUPPORT, { status: 403 });
		for (let poll = 0; poll < 6; poll++) {
			bench.deliver(SALES, `offer ${poll}`);
			expect(ofEach(await bench.poll({ after: 2 * HOUR }))).toEqual([`${SALES}: offer ${poll}`]);
		}
		expect(told()).toHaveLength(5);
	});

	it('n8n is told of it also where another one fails now and then', async () => {
		await activeTrigger([SUPPORT, SALES, INFO]);
		for (let poll = 0; poll < 25; poll++) {
			bench.simulator.faults.clear();
			bench.breakDown(SUPPORT, { status: 403 });
			if (poll % 2 === 1) bench.breakDown(SALES, { status: 503 });
			await bench.poll({ after: 5 * MINUTE });
		}
		expect(told()).toEqual([SUPPORT, SUPPORT]);
	});

	it('n8n is told of each of them that fails', async () => {
		await activeTrigger([SUPPORT, SALES, INFO]);
		for (const name of [SUPPORT, SALES]) bench.breakDown(name, { status: 503 });
		await bench.poll();
		await bench.poll();
		expect(told()).toEqual([SUPPORT, SALES]);
	});

	it('one that is taken out is forgotten, and begins anew when it is added again', async () => {
		await activeTrigger([SUPPORT, SALES, INFO]);
		bench.breakDown(SUPPORT, { status: 403 });
		await bench.edit(SUPPORT, INFO);
		for (let day = 0; day < 3; day++) {
			bench.deliver(SALES, `old ${day}`);
			bench.deliver(INFO, `info ${day}`);
			expect(ofEach(await bench.poll({ after: 24 * HOUR }))).toEqual([`${INFO}: info ${day}`]);
		}
		expect(bench.places()).toHaveLength(2);
		bench.deliver(SUPPORT, 'help');
		bench.simulator.faults.clear();
		expect(ofEach(await bench.edit(SUPPORT, SALES, INFO))).toEqual([`${SUPPORT}: help`]);
		expect(await bench.poll()).toEqual([]);
	});

	it('what the others looked at counts', async () => {
		await activeTrigger([SUPPORT, SALES], { searchFilter: 'subject:help' });
		bench.breakDown(SUPPORT, { status: 403 });
		bench.deliver(SALES, 'offer');
		await bench.poll();
		await bench.poll();
		bench.remake();
		bench.parameters.searchFilter = '';
		expect(await bench.poll({ activation: 'update' })).toEqual([]);
	});

	it('no heartbeat says that polls work; the next one says how many did not', async () => {
		await activeTrigger([SUPPORT, SALES], { options: { heartbeat: 2 } });
		bench.breakDown(SUPPORT, { status: 403 });
		expect(await bench.poll({ after: 2 * HOUR })).toEqual([]);
		expect(await bench.poll()).toEqual([]);
		bench.simulator.faults.clear();
		const [item] = await bench.poll();
		expect(item?.json).toMatchObject({
			heartbeat: true,
			failedPolls: 2,
			lastFailure: expect.stringContaining(SUPPORT),
		});
	});

	it('the workflow cannot be switched on, and the others do not begin', async () => {
		bench = await startSharedBench([SUPPORT, SALES], { whenActivated: 'sinceLast' });
		bench.breakDown(SUPPORT, { status: 404 });
		await expect(bench.activate()).rejects.toThrow(`${SUPPORT}: The mailbox was not found`);
		expect(bench.memory).toEqual({});
		expect(told()).toEqual([]);
	});

	it('the error of publishing names each that fails in the same way', async () => {
		bench = await startSharedBench([SUPPORT, SALES, INFO]);
		for (const name of [SUPPORT, INFO]) bench.breakDown(name, { status: 404 });
		await expect(bench.activate()).rejects.toThrow(
			`${SUPPORT}, ${INFO}: The mailbox was not found`,
		);
	});

	it.each(['init', 'update'] as const)(
		'where publishing failed for it, and n8n polls on with %s, new email of the others comes',
		async (activation) => {
			await activeTrigger([SUPPORT, SALES]);
			bench.deliver(SUPPORT, 'help');
			expect(ofEach(await bench.poll())).toEqual([`${SUPPORT}: help`]);
			bench.breakDown(SUPPORT, { status: 403 });
			for (const name of [SUPPORT, SALES]) bench.deliver(name, 'while off');
			bench.time.now += HOUR;
			await expect(bench.activate()).rejects.toThrow(SUPPORT);
			bench.restart();
			expect(await bench.poll({ activation })).toEqual([]);
			for (const name of [SUPPORT, SALES]) bench.deliver(name, 'while it fails');
			expect(ofEach(await bench.poll())).toEqual([`${SALES}: while it fails`]);
			expect(told()).toEqual([SUPPORT]);
			bench.simulator.faults.clear();
			bench.time.now += HOUR;
			expect(await bench.poll()).toEqual([]);
			bench.deliver(SUPPORT, 'new');
			expect(ofEach(await bench.poll())).toEqual([`${SUPPORT}: new`]);
		},
	);

	it('where publishing failed for it, and missed email is wanted, all of it comes once it works', async () => {
		await activeTrigger([SUPPORT, SALES], { whenActivated: 'sinceLast', maximumAge: 3 });
		bench.deliver(SUPPORT, 'help');
		expect(ofEach(await bench.poll())).toEqual([`${SUPPORT}: help`]);
		bench.breakDown(SUPPORT, { status: 403 });
		for (const name of [SUPPORT, SALES]) bench.deliver(name, 'too old');
		bench.time.now += 3 * HOUR;
		for (const name of [SUPPORT, SALES]) bench.deliver(name, 'while off');
		bench.time.now += HOUR;
		await expect(bench.activate()).rejects.toThrow(SUPPORT);
		bench.restart();
		expect(await bench.poll({ activation: 'init' })).toEqual([]);
		await expect(bench.poll()).rejects.toThrow(SUPPORT);
		bench.simulator.faults.clear();
		expect(ofEach(await bench.poll())).toEqual([`${SUPPORT}: while off`, `${SALES}: while off`]);
	});

	it('because the credential does not name it any more, the others go on', async () => {
		bench = await startSharedBench([SUPPORT, SALES], { authentication: 'mailAppOAuth2Api' });
		jest.spyOn(Date, 'now').mockImplementation(bench.clock.now);
		await bench.activate({ credential: applicationCredential(bench.simulator) });
		const entered = { whichMailboxes: 'listed', listedMailboxes: SALES };
		const credential = applicationCredential(bench.simulator, { entered });
		bench.simulator.requests.clear();
		for (let poll = 0; poll < 2; poll++) {
			for (const name of [SUPPORT, SALES]) bench.deliver(name, `email ${poll}`);
			expect(ofEach(await bench.poll({ credential }))).toEqual([`${SALES}: email ${poll}`]);
		}
		expect(told()).toEqual([SUPPORT]);
		expect(bench.simulator.requests.matching({ path: pathOf(SUPPORT) })).toEqual([]);
	});

	it('n8n starts all the same', async () => {
		await activeTrigger([SUPPORT, SALES]);
		bench.restart();
		bench.breakDown(SUPPORT, { status: 503 });
		bench.deliver(SALES, 'offer');
		expect(ofEach(await bench.poll({ activation: 'init' }))).toEqual([`${SALES}: offer`]);
	});

	it('a failure of all is one of the trigger', async () => {
		await activeTrigger([SUPPORT, SALES]);
		for (const name of [SUPPORT, SALES]) bench.breakDown(name, { status: 403 });
		await expect(bench.poll()).rejects.toMatchObject({
			message: expect.stringMatching(new RegExp(`^${SUPPORT}: `)),
			failure: { cause: 'credential-invalid' },
		});
	});

	it('a throttled one holds up the others for no more than a tenth of the poll', async () => {
		await activeTrigger([SUPPORT, SALES]);
		bench.breakDown(SUPPORT, { status: 429, headers: { 'Retry-After': '120' } });
		bench.deliver(SALES, 'offer');
		const before = bench.clock.now();
		expect(ofEach(await bench.poll({ after: 0 }))).toEqual([`${SALES}: offer`]);
		// n8n gives a poll five minutes.
		expect(bench.clock.now() - before).toBeLessThanOrEqual(30 * SECOND);
	});

	it('one that is busy for a moment is asked again in the same poll', async () => {
		await activeTrigger([SUPPORT, SALES]);
		const busy = { status: 429, headers: { 'Retry-After': '20' } };
		bench.simulator.faults.next({ path: pathOf(SUPPORT) }, busy);
		bench.deliver(SUPPORT, 'help');
		expect(ofEach(await bench.poll())).toEqual([`${SUPPORT}: help`]);
	});

	it('it goes on from where it was, also where it was the only one before', async () => {
		await activeTrigger([SUPPORT]);
		bench.deliver(SUPPORT, 'one');
		expect(ofEach(await bench.poll())).toEqual([`${SUPPORT}: one`]);
		bench.breakDown(SUPPORT, { status: 503 });
		bench.deliver(SUPPORT, 'two');
		expect(await bench.edit(SUPPORT, SALES)).toEqual([]);
		bench.deliver(SALES, 'offer');
		expect(ofEach(await bench.poll())).toEqual([`${SALES}: offer`]);
		bench.simulator.faults.clear();
		expect(ofEach(await bench.poll())).toEqual([`${SUPPORT}: two`]);
	});

	it('the other one takes the place of neither, once it is not watched any more', async () => {
		await activeTrigger([SALES]);
		bench.deliver(SALES, 'offer');
		expect(ofEach(await bench.poll({ after: SECOND }))).toEqual([`${SALES}: offer`]);
		bench.breakDown(INFO, { status: 503 });
		expect(await bench.edit(SUPPORT, INFO)).toEqual([]);
		expect(await bench.poll({ after: SECOND })).toEqual([]);
		expect(await bench.edit(SALES)).toEqual([]);
		expect(await bench.poll()).toEqual([]);
	});
});

describe('a poll of several mailboxes', () => {
	it('delivers nothing where a later one took its place meanwhile: that one does, of all', async () => {
		await activeTrigger([SUPPORT, SALES], { whenActivated: 'sinceLast' });
		bench.deliver(SUPPORT, 'help');
		bench.deliver(SALES, 'offer');
		const slow = bench.poll({ after: 0, trip: () => 10 * SECOND });
		const [first, second] = await Promise.all([slow, bench.activate()]);
		expect([...ofEach(first), ...ofEach(second)].sort()).toEqual([
			`${SUPPORT}: help`,
			`${SALES}: offer`,
		]);
		expect(await bench.poll()).toEqual([]);
	});

	it('saves nothing of any where n8n does not wait for it any more', async () => {
		await activeTrigger([SUPPORT, SALES]);
		bench.deliver(SUPPORT, 'help');
		bench.deliver(SALES, 'offer');
		const before = structuredClone(bench.memory);
		const { simulator, clock } = bench;
		simulator.requests.clear();
		const areLookedAt = () =>
			[SUPPORT, SALES].every((name) => simulator.requests.count({ path: pathOf(name) }) > 0);
		const slow = { ...clock, now: () => clock.now() + (areLookedAt() ? 6 * MINUTE : 0) };
		expect(await bench.poll({ after: 0, clock: slow, budgetMs: 5 * MINUTE })).toEqual([]);
		expect(bench.failures).toMatchObject([{ message: expect.stringContaining('too slowly') }]);
		expect(bench.memory).toEqual(before);
		expect(ofEach(await bench.poll())).toEqual([`${SUPPORT}: help`, `${SALES}: offer`]);
	});

	it('gives up one that does not answer, and delivers what the others have', async () => {
		await activeTrigger([SUPPORT, SALES]);
		bench.deliver(SUPPORT, 'help');
		bench.deliver(SALES, 'offer');
		const trip = (url: string) => (pathOf(SUPPORT).test(url) ? 10 * MINUTE : 0);
		expect(ofEach(await bench.poll({ trip }))).toEqual([`${SALES}: offer`]);
		expect(ofEach(await bench.poll())).toEqual([`${SUPPORT}: help`]);
	});

	it('begun before n8n updated the package delivers nothing that a later one delivered', async () => {
		await activeTrigger([SUPPORT, SALES]);
		bench.deliver(SUPPORT, 'help');
		bench.deliver(SALES, 'offer');
		const slow = bench.poll({ after: 0, trip: () => 10 * SECOND });
		bench.reload();
		const [first, second] = await Promise.all([slow, bench.poll({ after: 0 })]);
		expect([...ofEach(first), ...ofEach(second)].sort()).toEqual([
			`${SUPPORT}: help`,
			`${SALES}: offer`,
		]);
	});

	it('says so where a part of what is stored cannot be read, and goes on with the rest', async () => {
		await activeTrigger([SUPPORT, SALES]);
		bench.deliver(SUPPORT, 'help');
		bench.deliver(SALES, 'offer');
		bench.restart();
		const [, sales] = bench.places();
		bench.memory.cursor = [{ scope: 'nonsense' }, sales ?? {}];
		expect(ofEach(await bench.poll())).toEqual([`${SALES}: offer`]);
		bench.deliver(SUPPORT, 'more help');
		expect(ofEach(await bench.poll())).toEqual([`${SUPPORT}: more help`]);
	});

	it("is stored whole with n8n's durable cursors, also where one begins in it or fails", async () => {
		bench = await startSharedBench([SUPPORT, INFO]);
		const { simulator, parameters, clock } = bench;
		const stored = { cursor: {} };
		const recordFailure = (error: Error) => bench.failures.push(error);
		const run = async (publishing = false, workflowId = 'durable') => {
			await clock.wait(MINUTE);
			bench.time.now += MINUTE;
			const activation = publishing ? 'activate' : 'update';
			const poll = { simulator, parameters, clock, recordFailure };
			const options = { ...poll, activation, publishing, workflowId } as const;
			return ofEach(await pollDurably(options, stored));
		};
		await run(true);
		bench.breakDown(SUPPORT, { status: 403 });
		expect(await run()).toEqual([]);
		parameters.mailbox = `${SUPPORT}, ${INFO}, ${SALES}`;
		expect(await run()).toEqual([]);
		expect(told()).toEqual([SUPPORT]);
		bench.deliver(SALES, 'offer');
		bench.deliver(SUPPORT, 'help');
		expect(await run(false, 'after a restart')).toEqual([`${SALES}: offer`]);
		simulator.faults.clear();
		expect(await run()).toEqual([`${SUPPORT}: help`]);
		expect(await run(false, 'after another one')).toEqual([]);
	});
});
