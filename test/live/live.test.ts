import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { readSwitches } from '../../scripts/factRows';
import { ROOT } from '../../scripts/sources';
import { ASKED, changeOf, check, type Entry } from './check';
import { openAccounts } from './credentials';
import { type Bench, killAt, MAILBOX, runUnder, startBench } from './simulated';

const run = promisify(execFile);

/** A few rows of each part; `npm run check:live -- --simulated` takes all of them. */
const FEW = [
	{ fact: 'deferred-place', usual: 'drafts', other: 'outbox' },
	{ fact: 'deferred-time', usual: 'of-call', other: 'of-leaving' },
	{ fact: 'occurrence-tombstone', usual: 'none', other: 'removed' },
	{ fact: 'search-leading-star', usual: 'nothing', other: 'refused' },
	{ fact: 'client-companies', usual: 'replaces', other: 'adds' },
];
const only = FEW.map(({ fact }) => fact);

/** Where the mails of a request go, whatever else it does. */
function recipientsIn(body: unknown): string[] {
	const found = JSON.stringify(body ?? null).matchAll(/"address":"([^"]*)"/g);
	return [...found].map(([, address = '']) => address);
}

describe('a check of a live account', () => {
	let bench: Bench;

	beforeAll(async () => {
		bench = await startBench();
	});
	afterAll(() => bench.stop());

	it('asks each row that can be read in several ways', () => {
		const rows = readSwitches().map(({ fact }) => fact);
		expect([...ASKED].sort()).toEqual(rows.sort());
	});

	it.each(['usual', 'other'] as const)(
		'tells the %s reading, and leaves the account as it was',
		async (which) => {
			const readings = FEW.map(({ fact, [which]: as }) => ({ fact, as }));
			const { report, isAsBefore } = await runUnder(bench, readings, { only });
			const told = new Map(report.rows.map(({ row, reading }) => [row, reading]));
			expect(told).toEqual(new Map(readings.map(({ fact, as }) => [fact, as])));
			expect(report.left).toBe(0);
			expect(isAsBefore).toBe(true);
		},
	);

	it('writes to nobody but that mailbox, and reports no content', async () => {
		const { report } = await runUnder(bench, [], { only });
		const sent = bench.simulator.requests.all.filter(({ method }) => method !== 'GET');
		expect(new Set(sent.flatMap(({ body }) => recipientsIn(body)))).toEqual(new Set([MAILBOX]));
		const texts = report.rows.flatMap(({ evidence = {} }) => Object.values(evidence).map(String));
		expect(texts.filter((text) => !/^(-?[\d.]{1,6}|true|false|\w{0,60})$/.test(text))).toEqual([]);
		expect(JSON.stringify(report)).not.toContain(MAILBOX);
	});

	it('takes away what it made when it is killed meanwhile, as the next run begins', async () => {
		await bench.prepare();
		const before = await bench.store();
		// Two folders, and what the first questions make.
		await killAt(bench, 40, only);
		expect(await bench.store()).not.toBe(before);
		await check({ ...bench.options, only: [] });
		expect(await bench.store()).toBe(before);
	});

	it('takes away what it made when it is stopped', async () => {
		await bench.prepare();
		const before = await bench.store();
		const stop = new AbortController();
		const tell = () => stop.abort();
		const report = await check({ ...bench.options, only, tell, signal: stop.signal });
		expect(report.rows).toHaveLength(1);
		expect(await bench.store()).toBe(before);
	});

	it('waits as long as it is asked to, and asks again', async () => {
		await bench.prepare();
		const { faults } = bench.simulator;
		const headers = { 'retry-after': '7' };
		faults.next(
			{ method: 'POST', path: /translateExchangeIds$/ },
			{ status: 429, headers, body: {} },
		);
		const waited: number[] = [];
		const pause = async (milliseconds: number) => void waited.push(milliseconds);
		const report = await check({ ...bench.options, only: ['translate-missing'], pause });
		expect(report.rows).toMatchObject([{ row: 'translate-missing', reading: 'there' }]);
		expect(waited).toContain(7000);
	});
});

it('asks what is about others only where the mailbox is not of whoever signed in', async () => {
	const bench = await startBench('own');
	const others = ['upload-to-others', 'delta-link-form'];
	const { report, isAsBefore } = await runUnder(bench, [], { only: others });
	await bench.stop();
	const notAsked = 'Needs an application, or a mailbox that somebody else shares.';
	expect(report.access).toBe('own');
	expect(report.rows.map(({ row }) => row).sort()).toEqual([...others].sort());
	for (const row of report.rows) expect(row).toMatchObject({ notAsked });
	expect(isAsBefore).toBe(true);
});

it('asks for a token as a credential file says, and keeps the next refresh token in it', async () => {
	const { simulator, stop } = await startBench();
	const folder = mkdtempSync(path.join(tmpdir(), 'check-live-'));
	const file = path.join(folder, 'live-credentials.json');
	const { refresh_token: refreshToken } = simulator.tokens.issue('collection');
	const account = {
		root: simulator.collectionRoot,
		tokenUrl: `${simulator.url}/oauth/token`,
		clientId: 'client',
		clientSecret: 'secret',
		refreshToken,
	};
	writeFileSync(file, JSON.stringify({ collection: account }));
	const tokens = [await openAccounts(file), await openAccounts(file)].map(
		({ collection }) => collection?.token,
	);
	// A token that was used up is refused.
	writeFileSync(file, JSON.stringify({ collection: account }));
	await expect(openAccounts(file)).rejects.toThrow('No token was given: 400.');
	await stop();
	rmSync(folder, { recursive: true });
	expect(new Set(tokens).size).toBe(2);
});

it('begins with nothing where the mailbox is not named twice', async () => {
	const script = path.join(ROOT, 'test/live/run.ts');
	const names = ['--credentials', 'none.json', '--mailbox', MAILBOX, '--again', 'ada@contoso.com'];
	const ended = run(process.execPath, ['--import', 'tsx', script, ...names]);
	await expect(ended).rejects.toMatchObject({ code: 1, stderr: expect.stringContaining('twice') });
});

it.each<[Partial<Entry>, string]>([
	[{ known: 'disputed', reading: 'a' }, 'row: "known": "observed" (was disputed)'],
	[{ known: 'observed', reading: 'a' }, ''],
	[{ known: 'observed', reading: 'b' }, 'row: "restsOn": "b" (was a)'],
	[
		{ known: 'assumed', reading: undefined },
		'row: none of its readings holds; it needs another one',
	],
	[{ known: 'assumed', notAsked: '403' }, ''],
])('says what a finding changes in its row: %j', (finding, change) => {
	expect(changeOf({ row: 'row', known: '', restsOn: 'a', ...finding })).toBe(change);
});
