import type { AddressInfo } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { during } from './activity';
import { collectionRefusal, CollectionService } from './collection/service';
import { CollectionWorld } from './collection/world';
import { mountControl } from './control';
import { type ApiAnswer, type ApiRequest, endPauses, pause } from './exchange';
import { Faults } from './faults';
import { endEntry, GraphEndpoint, graphRefusal, startEntry } from './graph/endpoint';
import { GraphService } from './graph/service';
import { GraphWorld } from './graph/world';
import type { Outcome } from './http';
import { createHttpServer, runWithFault, sendOutcome, toApiRequest } from './http';
import { Applications } from './oauth/applications';
import { OAuthEndpoint, type SignIn } from './oauth/endpoint';
import { createProvider } from './oauth/provider';
import { Readings } from './readings';
import { type LoggedRequest, RequestLog } from './requestLog';
import { TokenBook } from './tokenBook';

export interface SimulatorOptions {
	/** Port on 127.0.0.1; default: any free one. */
	port?: number;
	/** Starts the sign-in pages as well. */
	oauth?: boolean;
	/** The providers' time in milliseconds; default: the machine's. */
	clock?: () => number;
	/** Adds pages of the caller's own at the same address. */
	pages?: (app: FastifyInstance, simulator: Simulator) => void;
	/** Without it nothing listens, and only `receive` reaches the APIs; there is no sign-in then. */
	listens?: boolean;
}

/** Where the providers are for those who reach them within the process: nothing listens there. */
const NOWHERE = 'http://127.0.0.1:9';

/** Turns of the event loop in which a new connection is accepted, read, and taken for a request: one each. */
const TURNS_TO_ARRIVE = 10;

/** The running providers. */
export interface Simulator {
	url: string;
	/** Root for the credential's "Custom" cloud; requests go to `/v1.0/...` below it. */
	graphRoot: string;
	/** Requests go to `/partner_api/v1/...` below it. */
	collectionRoot: string;
	graph: GraphWorld;
	collection: CollectionWorld;
	faults: Faults;
	requests: RequestLog;
	/** How the providers read the rows of docs/facts. */
	readings: Readings;
	/** The way between client and providers. */
	line: Line;
	tokens: TokenBook;
	/** Those that have access without a person. */
	applications: Applications;
	/** Set `account` and the sign-in page is skipped: that account signs in. */
	signIn: SignIn;
	/** What becomes of a request to one of the APIs: what its server does, without a connection. */
	receive(request: ApiRequest): Promise<Outcome>;
	/**
	 * Forgets mailboxes, accounts, faults and log. Requests that were sent before are received first, and
	 * their connections cut.
	 */
	reset(): Promise<void>;
	stop(): Promise<void>;
}

/** What a request and its answer travel over; opening a connection takes no time. */
export interface Line {
	/** Real milliseconds of both ways together; an upload address has the same way. */
	roundTripMs: number;
}

interface World {
	line: Line;
	/** Requests that are being answered. */
	running: number;
	clock: () => number;
	faults: Faults;
	requests: RequestLog;
}

interface Service {
	name: LoggedRequest['service'];
	/** Path prefix that is cut off. */
	root: string;
	/** Path prefix that the service answers, where it is another one. */
	path?: string;
	run: (request: ApiRequest, entry: LoggedRequest) => Promise<ApiAnswer>;
	refusal: (status: number) => unknown;
}

/** Has a service answer a request. */
async function serve(service: Service, request: ApiRequest, world: World): Promise<Outcome> {
	const entry = startEntry(service.name, request, world.clock());
	world.requests.add(entry);
	const outcome = await answering(world, () =>
		runWithFault(
			world.faults.take(request, false),
			() => service.run(request, entry),
			service.refusal,
		),
	);
	endEntry(entry, outcome.answer, world.clock());
	return outcome;
}

function mount(app: FastifyInstance, service: Service, world: World): void {
	app.all(`${service.path ?? service.root}/*`, async (request, reply) => {
		const apiRequest = toApiRequest(request, service.root);
		await travel(world.line);
		const outcome = await serve(service, apiRequest, world);
		await travel(world.line);
		return sendOutcome(request, reply, outcome, new Date(world.clock()));
	});
}

/** One way over the line. */
async function travel({ roundTripMs }: Line): Promise<void> {
	if (roundTripMs > 0) await pause(roundTripMs / 2);
}

async function answering<T>(world: World, task: () => Promise<T>): Promise<T> {
	world.running += 1;
	try {
		return await during(task);
	} finally {
		world.running -= 1;
	}
}

/** The sign-in server writes to the connection itself; the rest is answered like any request. */
function mountOAuth(app: FastifyInstance, oauth: OAuthEndpoint, world: World): void {
	app.all('/oauth/*', async (request, reply) => {
		const apiRequest = toApiRequest(request, '');
		const entry = startEntry('oauth', apiRequest, world.clock());
		world.requests.add(entry);
		const fault = world.faults.take(apiRequest, false, false);
		const isAnswered = fault === undefined || 'delayMs' in fault;
		// A request that a fault keeps from the server uses up no refresh token.
		const answer = isAnswered ? oauth.answer(apiRequest) : undefined;
		if (fault !== undefined && 'delayMs' in fault) await pause(fault.delayMs);
		if (answer === undefined && isAnswered) {
			reply.raw.once('close', () => {
				entry.status = reply.raw.statusCode;
				entry.endedAt = world.clock();
			});
			await oauth.serve(apiRequest, request, reply);
			return reply;
		}
		const outcome = await runWithFault(
			fault,
			async () => answer ?? oauth.answer(apiRequest) ?? { status: 500 },
			// RFC 6749, 5.2; only a server that is busy says that it is.
			(status) => ({ error: status < 429 ? 'invalid_grant' : 'temporarily_unavailable' }),
		);
		endEntry(entry, outcome.answer, world.clock());
		return sendOutcome(request, reply, outcome, new Date(world.clock()));
	});
}

/** Listens on loopback; returns the origin. */
async function listen(app: FastifyInstance, port: number): Promise<string> {
	await app.listen({ port, host: '127.0.0.1' });
	const address: AddressInfo | string | null = app.server.address();
	if (address === null || typeof address === 'string') throw new Error('The server has no port');
	return `http://127.0.0.1:${address.port}`;
}

function graphServices(endpoint: GraphEndpoint): Service[] {
	const refusal = graphRefusal;
	return [
		{ name: 'graph', root: '/graph/v1.0', run: endpoint.run.bind(endpoint), refusal },
		{ name: 'graph', root: '/graph', run: endpoint.unknownVersion.bind(endpoint), refusal },
		{ name: 'upload', root: '', path: '/upload', run: endpoint.runUpload.bind(endpoint), refusal },
	];
}

function collectionServices(service: CollectionService): Service[] {
	const refusal = collectionRefusal;
	const { files } = service.world;
	return [
		{
			name: 'files',
			root: '/collection',
			path: '/collection/files',
			run: async (request) => files.serve(request, 'api', service.hasToken(request)),
			refusal,
		},
		{ name: 'collection', root: '/collection', run: service.run.bind(service), refusal },
	];
}

/** Starts the simulated providers, on loopback unless nothing has to listen. */
export async function startSimulator(options: SimulatorOptions = {}): Promise<Simulator> {
	const { clock = Date.now, listens = true } = options;
	const world: World = {
		line: { roundTripMs: 0 },
		running: 0,
		clock,
		faults: new Faults(),
		requests: new RequestLog(),
	};
	const tokens = new TokenBook(clock);
	const origins = { main: NOWHERE, files: NOWHERE };
	const readings = new Readings();
	const graph = new GraphWorld(clock, readings);
	const collection = new CollectionWorld(clock, readings, () => ({
		api: `${origins.main}/collection`,
		elsewhere: origins.files,
	}));
	const graphService = new GraphService(graph, () => ({
		root: `${origins.main}/graph/v1.0`,
		origin: origins.main,
	}));
	const applications = new Applications(clock);
	const oauth = new OAuthEndpoint(tokens, applications, () => origins.main);
	const services: Service[] = [
		{
			name: 'lists',
			root: '/lists',
			run: async (request) => graph.lists.serve(request),
			refusal: () => undefined,
		},
		...graphServices(new GraphEndpoint(graphService, tokens, world.faults)),
		...collectionServices(new CollectionService(collection, tokens)),
	];
	const apps: FastifyInstance[] = [];
	const simulator: Simulator = {
		get url() {
			return origins.main;
		},
		get graphRoot() {
			return `${origins.main}/graph`;
		},
		get collectionRoot() {
			return `${origins.main}/collection`;
		},
		graph,
		collection,
		faults: world.faults,
		requests: world.requests,
		readings,
		line: world.line,
		tokens,
		applications,
		signIn: oauth.signIn,
		async receive(request) {
			const service = services.find(({ path, root }) =>
				request.path.startsWith(`${path ?? root}/`),
			);
			if (!service) throw new Error(`No service answers ${request.path}`);
			const path = request.path.slice(service.root.length);
			return await serve(service, { ...request, path }, world);
		},
		reset: async () => {
			// What was sent is in the machine's buffers: it arrives within a few turns.
			for (let turn = 0; turn < TURNS_TO_ARRIVE; turn++) await nextTurn();
			for (const { server } of apps) server.closeAllConnections();
			while (world.running > 0) {
				endPauses();
				await nextTurn();
			}
			graph.reset();
			collection.reset();
			readings.reset();
			world.faults.clear();
			world.requests.clear();
		},
		stop: async () => {
			endPauses();
			await Promise.all(apps.map((app) => app.close()));
		},
	};
	if (!listens) return simulator;
	// Files of answers may lie at another origin; a token must never go there.
	const [app, fileApp] = [createHttpServer(), createHttpServer()];
	apps.push(app, fileApp);
	mountOAuth(app, oauth, world);
	for (const service of services) mount(app, service, world);
	const serveElsewhere = async (request: ApiRequest): Promise<ApiAnswer> =>
		collection.files.serve(request, 'elsewhere', false);
	mount(fileApp, { name: 'files', root: '', run: serveElsewhere, refusal: () => undefined }, world);
	mountControl(app, simulator);
	options.pages?.(app, simulator);
	origins.main = await listen(app, options.port ?? 0);
	origins.files = await listen(fileApp, 0);
	if (options.oauth === true) {
		oauth.provider = await createProvider(`${origins.main}/oauth`, tokens);
	}
	return simulator;
}
