import { createServer, type IncomingMessage } from 'node:http';

/** A request that reached a server it was never meant for. */
export interface Visit {
	method: string;
	url: string;
	/** Names in lower case. */
	headers: Record<string, string>;
	body: string;
}

/** A server on loopback that has nothing to do with the providers. */
export interface Stranger {
	/** Host and port. */
	host: string;
	visits: Visit[];
	/** What it answers with; an empty list unless it is set. */
	answer: { status: number; headers?: Record<string, string>; body: string };
	stop(): Promise<void>;
}

async function readText(request: IncomingMessage): Promise<string> {
	const pieces: Buffer[] = [];
	for await (const piece of request) pieces.push(Buffer.from(piece));
	return Buffer.concat(pieces).toString('utf8');
}

/** Starts a stranger that notes whoever calls. */
export async function startStranger(): Promise<Stranger> {
	const stranger: Stranger = {
		host: '',
		visits: [],
		answer: { status: 200, body: '{"value":[],"results":[]}' },
		stop: async () => {
			server.closeAllConnections();
			await new Promise((resolve) => server.close(resolve));
		},
	};
	const server = createServer(async (request, response) => {
		const headers = Object.entries(request.headers).map(([name, value]) => [name, String(value)]);
		stranger.visits.push({
			method: request.method ?? '',
			url: request.url ?? '',
			headers: Object.fromEntries(headers),
			body: await readText(request),
		});
		const { status, headers: answered, body } = stranger.answer;
		response.writeHead(status, { 'content-type': 'application/json', ...answered }).end(body);
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	const address = server.address();
	if (address === null || typeof address === 'string') throw new Error('The server has no port');
	stranger.host = `127.0.0.1:${address.port}`;
	return stranger;
}
