import { createServer } from 'node:net';
import { Failure } from './failure';

/** Everything the host opens is for this machine alone. */
export const LOOPBACK = '127.0.0.1';

/**
 * A loopback port that nobody listens on at this moment.
 *
 * @param preferred taken when it is free; 0 means any
 * @returns the port number
 */
export async function findFreePort(preferred = 0): Promise<number> {
	return (await tryPort(preferred)) ?? (await findFreePort());
}

/**
 * The port the user asked for, or a clear refusal.
 *
 * @param port 1 to 65535
 * @throws {Failure} when another program listens there
 */
export async function requireFreePort(port: number): Promise<number> {
	if ((await tryPort(port)) === undefined) {
		throw new Failure(
			`Port ${port} is in use or not allowed. Stop the other program, or choose another port with --port.`,
		);
	}
	return port;
}

async function tryPort(port: number): Promise<number | undefined> {
	return await new Promise((resolve) => {
		const server = createServer();
		server.once('error', () => resolve(undefined));
		server.listen(port, LOOPBACK, () => {
			const address = server.address();
			const found = address !== null && typeof address === 'object' ? address.port : undefined;
			server.close(() => resolve(found));
		});
	});
}
