import type { AddressInfo } from 'node:net';
import type { FastifyInstance } from 'fastify';
import type { ApiAnswer, ApiRequest } from './exchange';
import { Faults } from './faults';
import { endEntry, GraphEndpoint, graphRefusal, startEntry } from './graph/endpoint';
import { GraphService } from './graph/service';
import { GraphWorld } from './graph/world';
import { createHttpServer, runWithFault, sendOutcome, toApiRequest } from './http';
import { type LoggedRequest, RequestLog } from './requestLog';
import { TokenBook } from './tokenBook';

export interface SimulatorOptions {
	/** Port on 127.0.0.1; default: any free one. */
	port?: number;
	/** Starts the sign-in pages as well. */
	oauth?: boolean;
	/** The providers' time in milliseconds; default: the machine's. */
	clock?: () => number;
}

/** The running providers. */
export interface Simulator {
	url: string;
	/** Root for the credential's "Custom" cloud; requests go to `/v1.0/...` below it. */
	graphRoot: string;
	/** Requests go to `/partner_api/v1/...` below it. */
	collectionRoot: string;
	graph: GraphWorld;
	faults: Faults;
	requests: RequestLog;
	tokens: TokenBook;
	stop(): Promise<void>;
}

interface Service {
	name: LoggedRequest['service'];
	/** Path prefix that is cut off. */
	root: string;
	run: (request: ApiRequest, entry: LoggedRequest, delayMs: number) => Promise<ApiAnswer>;
	refusal: (status: number) => unknown;
}

function mount(
	app: FastifyInstance,
	pattern: string,
	service: Service,
	world: { clock: () => number; faults: Faults; requests: RequestLog },
): void {
	app.all(pattern, async (request, reply) => {
		const apiRequest = toApiRequest(request, service.root);
		const entry = startEntry(service.name, apiRequest, world.clock());
		world.requests.all.push(entry);
		const outcome = await runWithFault(
			world.faults.take(apiRequest, false),
			(delayMs) => service.run(apiRequest, entry, delayMs),
			service.refusal,
		);
		endEntry(entry, outcome.answer, world.clock());
		return sendOutcome(request, reply, outcome, new Date(world.clock()));
	});
}

/** Starts the simulated providers on loopback. */
export async function startSimulator(options: SimulatorOptions = {}): Promise<Simulator> {
	const clock = options.clock ?? Date.now;
	const faults = new Faults();
	const requests = new RequestLog();
	const tokens = new TokenBook(clock);
	const graph = new GraphWorld(clock);
	const app = createHttpServer();
	let url = '';
	const service = new GraphService(graph, () => ({ root: `${url}/graph/v1.0`, origin: url }));
	const endpoint = new GraphEndpoint(service, tokens, faults);
	const world = { clock, faults, requests };
	mount(
		app,
		'/graph/v1.0/*',
		{
			name: 'graph',
			root: '/graph/v1.0',
			run: (request, entry, delayMs) => endpoint.run(request, entry, delayMs),
			refusal: graphRefusal,
		},
		world,
	);
	mount(
		app,
		'/graph/*',
		{
			name: 'graph',
			root: '/graph',
			run: (request) => endpoint.unknownVersion(request),
			refusal: graphRefusal,
		},
		world,
	);
	mount(
		app,
		'/upload/*',
		{
			name: 'upload',
			root: '',
			run: (request) => endpoint.runUpload(request),
			refusal: graphRefusal,
		},
		world,
	);
	await app.listen({ port: options.port ?? 0, host: '127.0.0.1' });
	const address: AddressInfo | string | null = app.server.address();
	if (address === null || typeof address === 'string') throw new Error('The simulator has no port');
	url = `http://127.0.0.1:${address.port}`;
	return {
		url,
		graphRoot: `${url}/graph`,
		collectionRoot: `${url}/collection`,
		graph,
		faults,
		requests,
		tokens,
		stop: () => app.close(),
	};
}
