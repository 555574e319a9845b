import { createServer } from 'node:http';

/** Everything the host opens is for this machine alone. */
export const LOOPBACK = '127.0.0.1';

/** The largest port there is. */
export const LAST_PORT = 65_535;

/**
 * A loopback port that nobody listens on at this moment, and that a browser opens.
 *
 * @param first taken when it is free, else the next one that is; 0 means any
 * @returns the port number
 */
export async function findFreePort(first = 0): Promise<number> {
	for (let port = first; port <= LAST_PORT; port++) {
		const free = await tryPort(port);
		if (free !== undefined) return free;
	}
	return await findFreePort();
}

async function tryPort(port: number): Promise<number | undefined> {
	const server = createServer((_, response) => response.end());
	return await new Promise((resolve) => {
		server.once('error', () => resolve(undefined));
		server.listen(port, LOOPBACK, () => {
			const address = server.address();
			const found = address !== null && typeof address === 'object' ? address.port : undefined;
			// Browsers open no 6000 and some others: https://fetch.spec.whatwg.org/#port-blocking
			void fetch(`http://${LOOPBACK}:${found}`)
				.then(
					() => found,
					() => undefined,
				)
				.then((opened) => server.close(() => resolve(opened)));
		});
	});
}
