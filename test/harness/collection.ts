import type { Clock } from '../../nodes/shared/http/clock';
import { DESCRIPTION_FILE, readDescription } from '../nodes/Collection/openapi';
import type { LoggedRequest } from '../simulator/requestLog';
import type { Simulator, SimulatorOptions } from '../simulator/simulator';
import { startSimulator } from '../simulator/simulator';
import { createSkippingClock } from './skippingClock';
import { stepsOf } from './steps';
import { beginTest } from './testRuns';

/** Where the Partner API lies below the API root. */
export const API = '/partner_api/v1';

let running: Simulator | undefined;
/** Of the node and the provider: nothing waits for it in the time of the machine. */
let clock: Clock | undefined;
let credentials = 0;

/** Starts the simulator for the tests of a file; the quota is out of the way unless it is tested. */
export function useCollection(options: SimulatorOptions = {}): void {
	beforeAll(async () => {
		clock = createSkippingClock(Date.now());
		running = await startSimulator({ clock: clock.now, ...options });
	});
	beforeEach(async () => {
		await beginTest(provider());
		const { collection } = provider();
		collection.rate.reads = 100_000;
		collection.rate.writes = 100_000;
		collection.latencyMs = 0;
	});
	afterEach(expectDescribed);
	afterAll(async () => {
		await running?.stop();
		running = undefined;
	});
}

const description = DESCRIPTION_FILE ? readDescription(DESCRIPTION_FILE) : undefined;

/** Whatever a test sent with success is what the API's description allows, where that is present. */
function expectDescribed(): void {
	const sent = provider().requests.all.filter(
		({ service, status }) => service === 'collection' && status >= 200 && status < 300,
	);
	const faults = sent.flatMap((one) =>
		(description?.check(one).faults ?? []).map((fault) => `${one.method} ${one.url}: ${fault}`),
	);
	expect(faults).toEqual([]);
}

/** The simulator of this file. */
export function provider(): Simulator {
	if (!running) throw new Error('useCollection() was not called');
	return running;
}

/** The simulated account. */
export function world(): Simulator['collection'] {
	return provider().collection;
}

/** A credential of its own for each run, so that no test waits for the quota another one used up. */
export function ownCredentialId(): string {
	return `collection-${process.pid}-${++credentials}`;
}

export const { runStep, runForOne } = stepsOf('collection', () => ({
	simulator: provider(),
	clock,
	credentialId: ownCredentialId(),
}));

/** The requests that arrived, as `GET /clients`, in order. */
export function arrived(): string[] {
	return provider().requests.all.map(({ method, path }) => `${method} ${path.replace(API, '')}`);
}

/** The first request that arrived for a method and a path below the API. */
export function requestTo(method: string, path: string): LoggedRequest {
	const [found] = provider().requests.matching({ method, path: `${API}${path}` });
	if (!found) throw new Error(`No ${method} ${path} among: ${arrived().join(', ')}`);
	return found;
}

/** A client of the account. */
export function pat() {
	return world().addClient({ email: 'pat@example.com', full_name: 'Pat Doe', phone: '+1 555' });
}
