import { fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { type Reading, readSwitches } from '../../scripts/factRows';
import { observeRequests } from '../simulator/requestLog';
import { type Simulator, startSimulator } from '../simulator/simulator';
import { check, type CheckOptions, type Report } from './check';

/** The mailbox of the simulated account. */
export const MAILBOX = 'mona@contoso.com';

/** The simulated providers, and time that passes only where somebody waits. */
export interface Bench {
	simulator: Simulator;
	/** What `check` is given. */
	options: CheckOptions;
	/** All that is kept in the account once everything left that waited, as text. */
	store(): Promise<string>;
	/** Empties the account, puts something of its owner's into it, and reads rows so. */
	prepare(...readings: Reading[]): Promise<void>;
	stop(): Promise<void>;
}

/** @param as `application` works as an application, `own` as somebody who signed in */
export async function startBench(as: 'application' | 'own' = 'application'): Promise<Bench> {
	let time = Date.parse('2026-11-25T08:00:00Z');
	const simulator = await startSimulator({ clock: () => time });
	const { graph, collection, tokens, applications } = simulator;
	graph.latencyMs = 0;
	collection.latencyMs = 0;
	const application = applications.register({ clientId: 'check', mailboxes: [MAILBOX] });
	const token = () =>
		as === 'own'
			? tokens.issue(MAILBOX, { expiresInMs: YEAR }).access_token
			: tokens.issueFor(application).access_token;
	tokens.accessTokenMs = YEAR;
	return {
		simulator,
		options: {
			mailbox: MAILBOX,
			graph: { root: simulator.graphRoot, token: token() },
			collection: {
				root: simulator.collectionRoot,
				token: tokens.issue('collection', { expiresInMs: YEAR }).access_token,
			},
			pause: async (milliseconds) => {
				time += milliseconds;
			},
		},
		async store() {
			time += DAY;
			graph.sendDue();
			const { messages, folders, categories, calendar, contacts, settings, rules } =
				graph.mailbox(MAILBOX);
			const { clients, companies, requests, webhooks } = collection;
			const { calendars, events } = calendar;
			return JSON.stringify([
				...[messages, folders, categories, calendars, events, contacts.contacts, settings, rules],
				...[clients, companies, requests, webhooks],
			]);
		},
		async prepare(...readings) {
			await simulator.reset();
			simulator.readings.choose(...readings);
			const mailbox = graph.mailbox(MAILBOX);
			mailbox.deliver({ subject: 'Of the owner', from: 'ada@contoso.com' });
			const [start, end] = ['09', '10'].map((hour) => ({
				dateTime: `2026-11-26T${hour}:00:00`,
				timeZone: 'UTC',
			}));
			if (start && end) mailbox.calendar.seed({ subject: 'Of the owner', start, end });
			const client = collection.addClient({ email: 'ada@contoso.com', full_name: 'Ada' });
			client.client_companies = ['One', 'Two'].map((name) => collection.company(name));
		},
		stop: () => simulator.stop(),
	};
}

const DAY = 24 * 3_600_000;
const YEAR = 365 * DAY;

/** One run under some readings, and what it must not have left. */
export interface Run {
	readings: Reading[];
	report: Report;
	isAsBefore: boolean;
	requests: number;
}

/** Asks the simulated account under some readings, those that the nodes rest on for the other rows. */
export async function runUnder(
	bench: Bench,
	readings: Reading[],
	options: Partial<CheckOptions> = {},
): Promise<Run> {
	await bench.prepare(...readings);
	const before = await bench.store();
	const report = await check({ ...bench.options, ...options });
	const requests = bench.simulator.requests.count();
	return { readings, report, isAsBefore: (await bench.store()) === before, requests };
}

/**
 * The fewest runs in which every reading occurs. A cloud without something hides what needs it, so that what
 * no such run tells is asked alone.
 */
export function planRuns(): Reading[][] {
	const switches = readSwitches();
	const most = Math.max(...switches.map(({ readings }) => readings.length));
	return Array.from({ length: most }, (_, run) =>
		switches.map(({ fact, readings }) => ({ fact, as: readings[run % readings.length] ?? '' })),
	);
}

/** Runs `check` in a process of its own, and kills it as a request arrives. @param at which one, from 1 */
export async function killAt(bench: Bench, at: number, only: string[]): Promise<void> {
	const { pause, ...options } = bench.options;
	const child = fork(path.join(__dirname, 'child.ts'), [JSON.stringify({ ...options, only })], {
		execArgv: ['--import', 'tsx'],
		stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
	});
	child.on('message', (milliseconds) => {
		void pause(Number(milliseconds)).then(() => child.connected && child.send('go'));
	});
	let count = 0;
	observeRequests(() => {
		count += 1;
		if (count === at) child.kill('SIGKILL');
	});
	await once(child, 'exit');
}
