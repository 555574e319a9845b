import type { INodeExecutionData, INodeParameters } from 'n8n-workflow';
import { DESCRIPTION_FILE, readDescription } from '../nodes/Collection/openapi';
import type { LoggedRequest } from '../simulator/requestLog';
import type { Simulator, SimulatorOptions } from '../simulator/simulator';
import { startSimulator } from '../simulator/simulator';
import type { ExecuteOptions } from './executeNode';
import { executeNode } from './executeNode';
import { beginTest } from './testRuns';

/** Where the Partner API lies below the API root. */
export const API = '/partner_api/v1';

let running: Simulator | undefined;
let credentials = 0;

/** Starts the simulator for the tests of a file; the quota is out of the way unless it is tested. */
export function useCollection(options: SimulatorOptions = {}): void {
	beforeAll(async () => {
		running = await startSimulator(options);
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

/** Runs one step of the Collection node, such as `client.createClient`. */
export async function runStep(
	step: string,
	parameters: INodeParameters = {},
	options: Partial<ExecuteOptions> = {},
): Promise<INodeExecutionData[]> {
	const [resource = '', operation = ''] = step.split('.');
	const { items } = await executeNode({
		node: 'collection',
		credentialId: ownCredentialId(),
		...options,
		simulator: provider(),
		parameters: { resource, operation, ...parameters },
	});
	return items;
}

/** The output of a step that gives one item. */
export async function runForOne(...args: Parameters<typeof runStep>) {
	const items = await runStep(...args);
	if (items.length !== 1) throw new Error(`One item was expected, not ${items.length}`);
	return items[0]?.json ?? {};
}

/** What a step that must fail says. */
export async function failureOf(...args: Parameters<typeof runStep>): Promise<string> {
	try {
		await runStep(...args);
	} catch (error) {
		if (!(error instanceof Error)) throw error;
		const description: unknown = Reflect.get(error, 'description');
		return [error.message, description].filter(Boolean).join(' | ');
	}
	throw new Error('The step did not fail');
}

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

/** A resource locator as the editor stores it. */
export function locator(mode: string, value: string) {
	return { __rl: true, mode, value };
}

/** A client of the account. */
export function pat() {
	return world().addClient({ email: 'pat@example.com', full_name: 'Pat Doe', phone: '+1 555' });
}
