import { createServer, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { LOOPBACK } from './ports';

/** A forward proxy on loopback, as a company's network has one. */
export interface Proxy {
	url: string;
	/** Requests that went through it. */
	count: number;
	stop(): Promise<void>;
}

/** Forwards requests for this machine, and nothing else. */
export async function startProxy(): Promise<Proxy> {
	const server: Server = createServer((incoming, outgoing) => {
		const target = new URL(incoming.url ?? '', 'http://missing.invalid');
		if (target.hostname !== LOOPBACK) {
			outgoing.writeHead(403).end();
			return;
		}
		proxy.count += 1;
		const { method, headers } = incoming;
		const onward = request(target, { method, headers }, (answer) => {
			outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
			answer.pipe(outgoing);
		});
		onward.on('error', () => outgoing.destroy());
		incoming.pipe(onward);
	});
	await new Promise<void>((resolve) => server.listen(0, LOOPBACK, resolve));
	const { port } = server.address() as AddressInfo;
	const proxy: Proxy = {
		url: `http://${LOOPBACK}:${port}`,
		count: 0,
		async stop() {
			server.closeAllConnections();
			await new Promise((resolve) => server.close(resolve));
		},
	};
	return proxy;
}
