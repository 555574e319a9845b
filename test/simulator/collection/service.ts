import type { ApiAnswer, ApiRequest } from '../exchange';
import { pause } from '../exchange';
import type { LoggedRequest } from '../requestLog';
import type { TokenBook } from '../tokenBook';
import type { CollectionRoute, CollectionRoutes } from './call';
import { clientRoutes } from './clients';
import { contentRoutes } from './content';
import { CollectionProblem } from './problem';
import { requestRoutes } from './requests';
import { workspaceRoutes } from './workspace';
import type { CollectionWorld } from './world';

const PREFIX = '/partner_api/v1';

const ROUTES: CollectionRoutes = {
	...clientRoutes,
	...requestRoutes,
	...contentRoutes,
	...workspaceRoutes,
};

function findRoute(
	method: string,
	path: string,
): { route: CollectionRoute; params: Record<string, string> } | undefined {
	const segments = path.split('/');
	for (const [key, route] of Object.entries(ROUTES)) {
		const [wantedMethod, wantedPath = ''] = key.split(' ');
		const wanted = wantedPath.split('/');
		if (wantedMethod !== method || wanted.length !== segments.length) continue;
		if (wanted.every((part, index) => part === ':id' || part === segments[index])) {
			const position = wanted.indexOf(':id');
			const params: Record<string, string> = {};
			if (position >= 0) params.id = decodeURIComponent(segments[position] ?? '');
			return { route, params };
		}
	}
	return undefined;
}

/** The body that a planned status without one gets. */
export function collectionRefusal(status: number): unknown {
	return status < 400 ? undefined : { errors: [`The simulator was told to answer ${status}.`] };
}

/** The simulated Collection API. */
export class CollectionService {
	constructor(
		readonly world: CollectionWorld,
		private readonly tokens: TokenBook,
	) {}

	/** Runs one request; refusals come back as answers. */
	async run(request: ApiRequest, entry: LoggedRequest): Promise<ApiAnswer> {
		try {
			return await this.execute(request, entry);
		} catch (error) {
			if (!(error instanceof CollectionProblem)) throw error;
			return {
				status: error.status,
				headers: error.headers,
				body: { errors: error.messages },
			};
		}
	}

	/** Whether a download carries a token of a Collection account. */
	hasToken(request: ApiRequest): boolean {
		return this.accountOf(request) !== undefined;
	}

	/** fact: bearer */
	private accountOf(request: ApiRequest): { account: string; scope: string } | undefined {
		const token = /^Bearer\s+(\S+)$/i.exec(request.headers.authorization ?? '')?.[1];
		if (token === undefined) return undefined;
		const state = this.tokens.check(token);
		// A mailbox's token is for another service.
		return state.state === 'valid' && !state.account.includes('@') ? state : undefined;
	}

	private async execute(request: ApiRequest, entry: LoggedRequest): Promise<ApiAnswer> {
		const caller = this.accountOf(request);
		if (caller === undefined) {
			throw new CollectionProblem(401, ['The access token is missing, expired or revoked']);
		}
		entry.account = caller.account;
		const isRead = request.method === 'GET';
		this.world.rate.count(caller.account, isRead);
		await pause(this.world.latencyMs);
		const path = request.path.startsWith(PREFIX) ? request.path.slice(PREFIX.length) : undefined;
		const found = path === undefined ? undefined : findRoute(request.method, path);
		// What the vendor does not have either answers so (fact: missing-operations).
		if (found === undefined) {
			const what = `${request.method} ${request.path}`;
			throw new CollectionProblem(501, [`The simulator does not know ${what}`]);
		}
		const { route, params } = found;
		const scopes = caller.scope.split(' ');
		const demand = (scope: string): void => {
			if (caller.scope === '' || scopes.includes(scope)) return;
			throw new CollectionProblem(403, [`The token lacks the scope ${scope}`]);
		};
		if (route.scope !== undefined) demand(route.scope);
		const { query } = request;
		const answer = await route.handle({ request, query, params, world: this.world, demand });
		return isRead ? { ...answer, body: this.world.distort(answer.body) } : answer;
	}
}
