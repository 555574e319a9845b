import { executeNode } from '../harness/executeNode';
import { startSimulator } from '../simulator/simulator';

/**
 * Creates clients and then requests for them in real time, against the simulator with its quota in
 * force, and says how much of the allowed speed was used. About three and a half minutes:
 * `npm run jest -- --testMatch '<rootDir>/test/perf/collection.ts'`
 */

/** The provider's quota: 20 writes in any 10 seconds. */
const WRITES = 20;
const WINDOW_MS = 10_000;

async function measure(count: number): Promise<{ line: string; good: boolean }> {
	const simulator = await startSimulator();
	const run = { node: 'collection' as const, simulator, credentialId: 'benchmark' };
	const begin = Date.now();
	const { items: clients } = await executeNode({
		...run,
		parameters: {
			resource: 'client',
			operation: 'createClient',
			email: '={{ $json.email }}',
			name: '={{ $json.name }}',
		},
		items: Array.from({ length: count }, (_, index) => ({
			json: { email: `client${index}@example.com`, name: `Client ${index}` },
		})),
	});
	const { items: requests } = await executeNode({
		...run,
		parameters: {
			resource: 'request',
			operation: 'createRequest',
			client: { __rl: true, mode: 'id', value: '={{ $json.id }}' },
			template: { __rl: true, mode: 'name', value: 'Onboarding' },
			name: '={{ "For " + $json.name }}',
		},
		items: clients.map(({ json: { id, full_name: name } }) => ({ json: { id, name } })),
	});
	const seconds = (Date.now() - begin) / 1_000;
	const writes = simulator.requests.count({ method: 'POST' });
	const refused = simulator.requests.all.filter(({ status }) => status === 429).length;
	const allowed = ((Math.ceil(writes / WRITES) - 1) * WINDOW_MS) / 1_000;
	await simulator.stop();
	const share = allowed / seconds;
	return {
		line: `${clients.length} clients and ${requests.length} requests in ${seconds.toFixed(1)} s; at least ${allowed.toFixed(0)} s are needed: ${share.toFixed(3)} of the allowed speed, ${refused} answers 429`,
		good: share >= 0.95 && refused === 0 && requests.length === count,
	};
}

it(
	'uses 0.95 of the allowed speed or more, without a 429',
	async () => {
		const { line, good } = await measure(Number(process.env.BENCHMARK_CLIENTS ?? 200));
		process.stdout.write(`${line}\n`);
		expect(good).toBe(true);
	},
	15 * 60_000,
);
