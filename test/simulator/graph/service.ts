import type { ApiAnswer, ApiRequest } from '../exchange';
import { pause } from '../exchange';
import type { TokenState } from '../tokenBook';
import { type GraphCall, readPreferences } from './call';
import { createGuid } from './ids';
import type { Mailbox, ShareRights } from './mailbox';
import {
	accessDenied,
	badRequest,
	confined,
	GraphProblem,
	notSimulated,
	problemAnswer,
} from './problem';
import { createRouter } from './router';
import { graphRoutes } from './routes';
import type { GraphWorld } from './world';

const findRoute = createRouter(graphRoutes);

// A request body is limited to about 4 MB (fact: request-size).
const MAXIMUM_BODY_BYTES = 4 * 1024 * 1024;

/** Who sends a request: the state of its access token. */
export type Caller = Extract<TokenState, { state: 'valid' }>;

export interface GraphAddress {
	/** Root with version, for links. */
	root: string;
	origin: string;
}

function tokenProblem(state: 'expired' | 'unknown' | 'missing'): GraphProblem {
	const message = {
		expired: 'Lifetime validation failed, the token is expired.',
		unknown: 'Access token validation failure. Invalid token.',
		missing: 'Access token is empty.',
	}[state];
	// fact: error-codes: 401 with this code; the client refreshes the token once.
	return new GraphProblem(401, 'InvalidAuthenticationToken', message, {
		'www-authenticate': 'Bearer realm="", error="invalid_token"',
	});
}

/** Checks the Authorization header. Throws Graph's 401. */
export function readCaller(
	authorization: string | undefined,
	check: (token: string) => TokenState,
): Caller {
	const token = /^Bearer\s+(\S+)$/i.exec(authorization ?? '')?.[1];
	if (token === undefined) throw tokenProblem('missing');
	const state = check(token);
	if (state.state !== 'valid') throw tokenProblem(state.state);
	// A token of the other service: wrong audience.
	if (!state.account.includes('@') && !state.application) throw tokenProblem('unknown');
	return state;
}

interface Target {
	mailbox: Mailbox;
	rights: ShareRights | undefined;
	segments: string[];
}

/** `users('id')` is `users/id`, in every path (fact: delta-link-form). */
function spellOut(path: string): string {
	return path.replace(/\((?:'|%27)([^')%]*)(?:'|%27)\)/gi, '/$1');
}

function decodeSegments(path: string): string[] {
	try {
		return spellOut(path).split('/').slice(1).map(decodeURIComponent);
	} catch (error) {
		if (error instanceof URIError) throw badRequest('The path is not encoded properly.');
		throw error;
	}
}

/** What is no part of a mailbox, and has handlers of its own. */
const OF_THE_ORGANIZATION = new Set(['organization', 'places']);

/**
 * The mailbox a path begins with, and the rest of the path; for an application only where it reaches it
 * (fact: application-me, fact: application-refused).
 */
function resolveForApplication(world: GraphWorld, caller: Caller, path: string): Target {
	const [first = '', user = '', ...segments] = decodeSegments(path);
	if (first.toLowerCase() === 'me') {
		// microsoftgraph/msgraph-sdk-php issue 1163.
		throw badRequest('/me request is only valid with delegated authentication flow.');
	}
	if (OF_THE_ORGANIZATION.has(first.toLowerCase())) {
		const [mailbox] = world.all();
		if (mailbox === undefined) throw notSimulated('an organization without mailboxes');
		return { mailbox, rights: undefined, segments: ['$root', ...decodeSegments(path)] };
	}
	if (first.toLowerCase() !== 'users') throw notSimulated(`the path /${first}`);
	const mailbox = findMailbox(world, user);
	const reached = caller.application?.mailboxes;
	if (reached && !reached.includes(mailbox.address)) throw confined();
	return { mailbox, rights: undefined, segments };
}

function findMailbox(world: GraphWorld, user: string): Mailbox {
	const mailbox = world.find(user);
	if (mailbox !== undefined) return mailbox;
	// fact: no-mailbox: no such mailbox.
	throw new GraphProblem(404, 'ResourceNotFound', 'Resource could not be discovered.');
}

/** The mailbox a path begins with, and the rest of the path. */
function resolveMailbox(world: GraphWorld, caller: Mailbox, path: string): Target {
	const [first = '', ...rest] = decodeSegments(path);
	if (first.toLowerCase() === 'me') return { mailbox: caller, rights: undefined, segments: rest };
	if (OF_THE_ORGANIZATION.has(first.toLowerCase())) {
		return { mailbox: caller, rights: undefined, segments: ['$root', first, ...rest] };
	}
	if (first.toLowerCase() !== 'users') throw notSimulated(`the path /${first}`);
	const [user = '', ...segments] = rest;
	const mailbox = findMailbox(world, user);
	if (mailbox === caller) return { mailbox, rights: undefined, segments };
	const rights = mailbox.rightsOf(caller.address);
	// fact: not-shared: a mailbox that nobody shared.
	if (rights === undefined) throw accessDenied();
	return { mailbox, rights, segments };
}

function throttled(world: GraphWorld): GraphProblem {
	// fact: too-many: status, code and text of the fifth request at once.
	return new GraphProblem(
		429,
		'ApplicationThrottled',
		'Application is over its MailboxConcurrency limit.',
		{ 'retry-after': String(world.retryAfterSeconds) },
	);
}

/** The simulated Graph: one request or batch part in, one answer out. */
export class GraphService {
	private serial = 0;

	constructor(
		readonly world: GraphWorld,
		private readonly address: () => GraphAddress,
	) {}

	/** Runs one request of a caller; refusals come back as answers. */
	async run(request: ApiRequest, caller: Caller): Promise<ApiAnswer> {
		const applied: string[] = [];
		const answer = await this.guard(request, () => this.execute(request, caller, applied));
		if (applied.length === 0) return answer;
		const header = { 'preference-applied': applied.join(', ') };
		return { ...answer, headers: { ...answer.headers, ...header } };
	}

	/** Runs something and turns a refusal into the answer Graph gives. */
	async guard(request: ApiRequest, run: () => ApiAnswer | Promise<ApiAnswer>): Promise<ApiAnswer> {
		this.serial += 1;
		const requestId = createGuid(`request/${this.serial}`);
		const clientRequestId = request.headers['client-request-id'] ?? requestId;
		const ids = { 'request-id': requestId, 'client-request-id': clientRequestId };
		try {
			const answer = await run();
			return { ...answer, headers: { ...ids, ...answer.headers } };
		} catch (error) {
			if (!(error instanceof GraphProblem)) throw error;
			const date = new Date(this.world.clock()).toISOString().slice(0, 19);
			const answer = problemAnswer(error, { requestId, clientRequestId, date });
			return { ...answer, headers: { ...ids, ...answer.headers } };
		}
	}

	private async execute(
		request: ApiRequest,
		caller: Caller,
		applied: string[],
	): Promise<ApiAnswer> {
		const { world } = this;
		if (request.body.length > MAXIMUM_BODY_BYTES) {
			throw new GraphProblem(
				413,
				'RequestEntityTooLarge',
				'The maximum request length supported is 4MB.',
			);
		}
		const target = caller.application
			? resolveForApplication(world, caller, request.path)
			: resolveMailbox(world, world.mailbox(caller.account), request.path);
		// An application works as the mailbox that it reaches.
		const owner = caller.application ? target.mailbox : world.mailbox(caller.account);
		const lane = target.mailbox.address;
		if (!world.gauge.enter(lane, world.concurrentRequests)) throw throttled(world);
		try {
			await pause(world.latencyMs);
			world.sendDue();
			const route = findRoute(request.method, target.segments);
			if (route === undefined) throw notSimulated(`${request.method} ${request.path}`);
			const { origin, root } = this.address();
			const prefer = readPreferences(request.headers.prefer);
			const call: GraphCall = {
				request,
				query: new URLSearchParams(request.query),
				params: route.params,
				prefer,
				applied,
				ids: prefer.immutableIds ? 'immutable' : 'rest',
				world,
				mailbox: target.mailbox,
				caller: owner,
				scope: caller.scope,
				application: caller.application !== undefined,
				rights: target.rights,
				root,
				origin,
				now: world.clock(),
			};
			const answer = await route.handler(call);
			if (prefer.immutableIds && call.ids === 'immutable') {
				call.applied.push('IdType="ImmutableId"');
			}
			return answer;
		} finally {
			world.gauge.leave(lane);
		}
	}
}
