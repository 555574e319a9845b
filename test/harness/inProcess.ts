import { Readable } from 'node:stream';
import type {
	IAllExecuteFunctions,
	IDataObject,
	IHttpRequestOptions,
	IN8nHttpFullResponse,
	INode,
	INodeParameters,
	INodeType,
} from 'n8n-workflow';
import { NodeHelpers } from 'n8n-workflow';
import { bodyBytes } from '../simulator/exchange';
import type { Simulator } from '../simulator/simulator';
import type { TokenSet } from '../simulator/tokenBook';
import type { HarnessCredential } from './credentialsHelper';
import { MemoryCredentialsHelper } from './credentialsHelper';

/*
 * What stands for n8n's contexts where tens of thousands of histories are played: plain objects, whose requests are
 * handed to the simulator without a connection. Now and then the same history is played in n8n's own contexts and over HTTP
 * as well, and has to end the same.
 */

const UNAUTHORIZED = 401;
const FIRST_ERROR = 400;

/** A node of a workflow, with its parameters as n8n completes them. */
export interface StandInSetup {
	node: string;
	nodeType: INodeType;
	parameters: INodeParameters;
	simulator: Simulator;
	credential: HarnessCredential;
	credentialId?: string;
	/** What n8n adds to the type of a node that stands elsewhere than between two others, such as `Tool`. */
	variant?: string;
	workflowId?: string;
	timezone?: string;
}

/** What n8n made of parameters, by those: it takes milliseconds. */
const completed = new Map<string, INodeParameters>();

/** A node as workflows store it; defaults are added and hidden parameters dropped, as n8n does. */
function nodeOf(setup: StandInSetup): INode {
	const { node: name, nodeType, credential, credentialId: id = 'credential-1' } = setup;
	const { variant = '' } = setup;
	const { description } = nodeType;
	const node: INode = {
		id: `node-${name}`,
		name: description.displayName,
		type: `n8n-nodes-mail-collection.${name}${variant}`,
		typeVersion: 1,
		position: [0, 0],
		parameters: setup.parameters,
		credentials: { [credential.type]: { id, name: 'My account' } },
	};
	const key = JSON.stringify([name, setup.parameters]);
	const parameters =
		completed.get(key) ??
		NodeHelpers.getNodeParameters(
			description.properties,
			setup.parameters,
			true,
			false,
			node,
			description,
		) ??
		{};
	completed.set(key, parameters);
	return { ...node, parameters };
}

/** What all contexts of n8n have that the nodes use. Expressions are not evaluated: the histories have none. */
export function standIn(setup: StandInSetup) {
	const { simulator, credential } = setup;
	const node = nodeOf(setup);
	const helper = new MemoryCredentialsHelper(credential);
	return {
		node,
		logger: { warn() {}, info() {}, debug() {}, error() {} },
		getNode: () => ({ ...node, credentials: structuredClone(node.credentials) }),
		getWorkflow: () => ({ id: setup.workflowId ?? 'workflow-1', name: 'Onboarding', active: true }),
		getTimezone: () => setup.timezone ?? 'UTC',
		getRestApiUrl: () => 'http://127.0.0.1/rest',
		getCredentials: async (type: string) =>
			await helper.getDecrypted(
				{} as Parameters<typeof helper.getDecrypted>[0],
				{ id: null, name: '' },
				type,
			),
		parameter(name: string, fallback?: unknown): unknown {
			const value = name
				.split('.')
				.reduce<unknown>((at, part) => Reflect.get(Object(at), part), node.parameters);
			if (value === undefined && fallback === undefined) throw new Error(`No parameter ${name}`);
			const read = value ?? fallback;
			return typeof read === 'object' ? structuredClone(read) : read;
		},
		getSignedResumeUrl: (): string => {
			throw new Error('No execution');
		},
		helpers: {
			httpRequest: async (options: IHttpRequestOptions) => await request(simulator, options),
			async httpRequestWithAuthentication(
				this: IAllExecuteFunctions,
				_type: string,
				options: IHttpRequestOptions,
			) {
				const tokens = () => credential.data.oauthTokenData as unknown as TokenSet;
				const send = async () =>
					await request(simulator, options, `Bearer ${tokens().access_token}`);
				try {
					return await send();
				} catch (error) {
					if (Reflect.get(Object(error), 'httpCode') !== String(UNAUTHORIZED)) throw error;
					const renewed = simulator.tokens.refresh(tokens().refresh_token);
					if (!renewed) throw error;
					credential.data = { ...credential.data, oauthTokenData: { ...renewed } as IDataObject };
					return await send();
				}
			},
		},
	};
}

/** Hands a request to the simulator, and its answer on as n8n's helper does. */
async function request(
	simulator: Simulator,
	options: IHttpRequestOptions,
	authorization?: string,
): Promise<IN8nHttpFullResponse> {
	const { pathname, search, searchParams } = new URL(options.url);
	const { body: content } = options;
	const isJson = content !== undefined && !Buffer.isBuffer(content) && typeof content !== 'string';
	const body = isJson ? JSON.stringify(content) : (content ?? '');
	const { answer, bodyCutAfterBytes } = await simulator.receive({
		method: options.method ?? 'GET',
		path: pathname,
		url: pathname + search,
		query: searchParams,
		headers: {
			...(isJson ? { 'content-type': 'application/json' } : {}),
			...lowerCased(options.headers),
			...(authorization ? { authorization } : {}),
		},
		body: Buffer.from(body as string),
	});
	if (!answer || bodyCutAfterBytes !== undefined) {
		throw Object.assign(new Error('socket hang up'), { code: 'ECONNRESET' });
	}
	const { status: statusCode } = answer;
	const bytes = bodyBytes(answer.body);
	const response = {
		statusCode,
		headers: lowerCased({
			date: new Date(simulator.graph.clock()).toUTCString(),
			...(Buffer.isBuffer(answer.body) ? {} : { 'content-type': 'application/json' }),
			...answer.headers,
		}),
		body: readBody(bytes, options),
	};
	const isThrown = options.ignoreHttpStatusErrors === false || statusCode === UNAUTHORIZED;
	if (statusCode >= FIRST_ERROR && isThrown) {
		const { body: data, headers } = response;
		throw Object.assign(new Error(`Request failed with status code ${statusCode}`), {
			httpCode: String(statusCode),
			config: { url: options.url },
			response: { status: statusCode, headers, data },
		});
	}
	return response as IN8nHttpFullResponse;
}

function readBody(bytes: Buffer, { encoding }: IHttpRequestOptions): unknown {
	if (encoding === 'stream') return Readable.from([bytes]);
	const text = bytes.toString('utf8');
	if (encoding === 'text') return text;
	try {
		return JSON.parse(text);
	} catch (error) {
		// As n8n's client does: what is no JSON stays the text that it is.
		if (error instanceof SyntaxError) return text;
		throw error;
	}
}

function lowerCased(headers: object = {}): Record<string, string> {
	return Object.fromEntries(
		Object.entries(headers).map(([name, value]) => [name.toLowerCase(), String(value)]),
	);
}
