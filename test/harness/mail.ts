import type { Clock } from '../../nodes/shared/http/clock';
import type { LoggedRequest } from '../simulator/requestLog';
import type { Simulator } from '../simulator/simulator';
import { startSimulator } from '../simulator/simulator';
import { OWN_MAILBOX } from './executeNode';
import { createSkippingClock } from './skippingClock';
import { stepsOf } from './steps';
import { beginTest } from './testRuns';

/** A mailbox that others share with the own account. */
export const SHARED_MAILBOX = 'support@contoso.com';

let simulator: Simulator;

/** The clock of the nodes and the providers: nothing waits for it in the time of the machine. */
let clock: Clock | undefined;
/** Each test has a credential of its own, and so lanes of its own. */
let tests = 0;

/** Starts the providers for a test file; every test begins with empty mailboxes. */
export function useMailboxes(options: { clock?: Clock } = {}): void {
	beforeAll(async () => {
		clock = options.clock ?? createSkippingClock(Date.now());
		simulator = await startSimulator({ clock: clock.now });
	});
	beforeEach(async () => {
		tests += 1;
		await beginTest(simulator);
		shared().shareWith(OWN_MAILBOX, {
			mail: 'readWrite',
			calendar: 'readWrite',
			contacts: 'readWrite',
			sendAs: true,
		});
	});
	afterAll(async () => {
		await simulator.stop();
	});
}

export const provider = () => simulator;
export const own = () => simulator.graph.mailbox(OWN_MAILBOX);
export const shared = () => simulator.graph.mailbox(SHARED_MAILBOX);

export const { runStep, runForOne } = stepsOf('mail', () => ({
	simulator,
	clock,
	credentialId: `mail-${process.pid}-${tests}`,
}));

/** What was asked of Graph, parts of batches one by one: `GET /me/messages`. */
export function asked(): string[] {
	const each = ({ method, path, parts }: LoggedRequest): string[] =>
		parts ? parts.flatMap(each) : [`${method} ${path.replace('/graph/v1.0', '')}`];
	return simulator.requests.all.flatMap(each);
}

/** The same without the mailbox's zone, which is read once where local times are meant or shown. */
export function askedBesideZone(): string[] {
	return asked().filter((request) => !request.endsWith('/mailboxSettings/timeZone'));
}

/** Every request went to the shared mailbox, none to the own one. */
export function expectOnlyShared(): void {
	expect(asked().length).toBeGreaterThan(0);
	for (const request of asked()) {
		expect(decodeURIComponent(request)).toMatch(`/users/${SHARED_MAILBOX}/`);
	}
}
