import { createServer } from 'node:net';
import { findFreePort, LAST_PORT, LOOPBACK } from './ports';

/** Listens on a port while something is done. */
async function whileTaken<T>(port: number, work: () => Promise<T>): Promise<T> {
	const server = createServer();
	await new Promise<void>((resolve, reject) => {
		server.once('error', reject);
		server.listen(port, LOOPBACK, resolve);
	});
	try {
		return await work();
	} finally {
		await new Promise((resolve) => server.close(resolve));
	}
}

describe('the port that n8n takes', () => {
	it('is the one that is wanted, where it is free', async () => {
		const port = await findFreePort();
		expect(await findFreePort(port)).toBe(port);
	});

	it('is one of the next, where another program has it', async () => {
		const port = await findFreePort();
		const next = await whileTaken(port, async () => await findFreePort(port));
		expect(next).toBeGreaterThan(port);
		// Other programs of the machine may have a few of them, too.
		expect(next).toBeLessThan(port + 100);
	});

	it('is none that browsers refuse to open', async () => {
		expect(await findFreePort(6_000)).toBeGreaterThan(6_000);
	});

	it('is any that is free, where there is no next one', async () => {
		expect(await findFreePort(LAST_PORT + 1)).toBeLessThanOrEqual(LAST_PORT);
	});
});
