import type { Simulator } from './simulator';

export interface ClientAnswer {
	status: number;
	headers: Headers;
	/** Parsed when it is JSON, else text. */
	body: unknown;
}

export type ApiClient = (
	method: string,
	path: string,
	body?: unknown,
	headers?: Record<string, string>,
) => Promise<ClientAnswer>;

async function request(url: string, token: string, ...call: Parameters<ApiClient>) {
	const [method, , body, headers = {}] = call;
	const response = await fetch(url, {
		method,
		headers: {
			authorization: `Bearer ${token}`,
			// A reset closes all connections; one that was kept may fail the request after it.
			connection: 'close',
			...(body === undefined ? {} : { 'content-type': 'application/json' }),
			...headers,
		},
		...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
	});
	const text = await response.text();
	const isJson = response.headers.get('content-type')?.includes('json') === true;
	const answer: ClientAnswer = {
		status: response.status,
		headers: response.headers,
		body: isJson ? JSON.parse(text) : text,
	};
	return answer;
}

/** A plain client of the simulated Graph; paths are below the version, absolute links go as they are. */
export function graphClient(simulator: Simulator, account: string, scope?: string): ApiClient {
	const { access_token: token } = simulator.tokens.issue(
		account,
		scope === undefined ? {} : { scope },
	);
	return async (method, path, body, headers) => {
		const url = path.startsWith('http') ? path : `${simulator.graphRoot}/v1.0${path}`;
		return await request(url, token, method, path, body, headers);
	};
}

/** A plain client of the simulated Collection API; paths are below `/partner_api/v1`. */
export function collectionClient(simulator: Simulator, scope?: string): ApiClient {
	const { access_token: token } = simulator.tokens.issue(
		'collection',
		scope === undefined ? {} : { scope },
	);
	return async (method, path, body, headers) => {
		const url = `${simulator.collectionRoot}/partner_api/v1${path}`;
		return await request(url, token, method, path, body, headers);
	};
}

/** The rows of a list answer. */
export function rowsOf(answer: ClientAnswer): Array<Record<string, unknown>> {
	const { body } = answer;
	if (typeof body === 'object' && body !== null) {
		if ('value' in body && Array.isArray(body.value)) return body.value;
		if ('results' in body && Array.isArray(body.results)) return body.results;
	}
	throw new Error(`No list came: ${answer.status} ${JSON.stringify(body)}`);
}

/** A text property of an answer's body; dots lead into objects. */
export function textOf(answer: ClientAnswer, path: string): string {
	const value = path
		.split('.')
		.reduce<unknown>(
			(inner, name) =>
				typeof inner === 'object' && inner !== null ? Reflect.get(inner, name) : undefined,
			answer.body,
		);
	if (typeof value !== 'string')
		throw new Error(`${path} is no text: ${JSON.stringify(answer.body)}`);
	return value;
}
