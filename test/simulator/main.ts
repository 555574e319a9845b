import { parseArgs } from 'node:util';
import { startSimulator } from './simulator';

/** Starts the providers with sign-in and prints where they are, as one line of JSON. */
async function main(): Promise<void> {
	const { values } = parseArgs({ options: { port: { type: 'string', default: '0' } } });
	const port = Number(values.port);
	if (!Number.isInteger(port) || port < 0 || port > 65_535) {
		throw new Error(`--port wants a number from 0 to 65535, not "${values.port}"`);
	}
	const simulator = await startSimulator({ port, oauth: true });
	const { url, graphRoot, collectionRoot } = simulator;
	console.log(JSON.stringify({ url, graphRoot, collectionRoot, control: `${url}/_control` }));
	for (const signal of ['SIGINT', 'SIGTERM'] as const) {
		process.once(signal, () => void simulator.stop());
	}
}

main().catch((error: unknown) => {
	console.error(error instanceof Error ? error.message : error);
	process.exitCode = 1;
});
