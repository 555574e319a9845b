import { readFileSync } from 'node:fs';
import Ajv, { type ValidateFunction } from 'ajv';
import addFormats from 'ajv-formats';
import { isJsonObject, type JsonObject } from '../simulator/exchange';
import type { LoggedRequest } from '../simulator/requestLog';
import { componentSchemas, resolve, toJsonSchema } from './openApiSchemas';

/** A request that Microsoft's description does not allow, and why. */
export interface Violation {
	/** Method and path template or path. */
	request: string;
	reason: string;
}

/**
 * Checks logged requests against an OpenAPI description of Graph, which allows more than the service has
 * (fact: options-declared).
 */
export interface GraphDescription {
	/** What is wrong with the requests to Graph among these, batch parts included. */
	violations(requests: readonly LoggedRequest[]): Violation[];
}

const MAILBOX = '^/(me|users/[^/]+)';

/** Requests that the description does not hold, and why they may be sent all the same. */
const EXEMPT: Array<[method: string, path: RegExp, reason: string]> = [
	// Not in Microsoft's description at all (fact: not-described).
	['POST', /^\/\$batch$/, 'not described'],
	[
		'GET',
		new RegExp(`${MAILBOX}/(messages|events)/[^/]+/attachments/[^/]+/\\$value$`),
		'not described',
	],
	// The beta version is described elsewhere; it alone tells where a linked file lies.
	['GET', /^\/beta\/(me|users\/[^/]+)\/messages\/[^/]+\/attachments\/[^/]+$/, 'not described'],
	// In Microsoft's description, but not in the part that is checked against.
	['GET', /^(\/beta)?\/me\/drive\/items\/[^/]+\/content(Stream)?$/, 'subset'],
	['GET', new RegExp(`${MAILBOX}$`), 'subset'],
	['GET', /^\/organization$/, 'subset'],
	['POST', new RegExp(`${MAILBOX}/getMailTips$`), 'subset'],
	['POST', new RegExp(`${MAILBOX}/translateExchangeIds$`), 'subset'],
	['POST', new RegExp(`${MAILBOX}/messages/[^/]+/permanentDelete$`), 'subset'],
	['GET', new RegExp(`${MAILBOX}/mailFolders/[^/]+/messages/[^/]+$`), 'subset'],
	['GET', new RegExp(`${MAILBOX}/mailboxSettings/timeZone$`), 'subset'],
	['GET', new RegExp(`${MAILBOX}/mailFolders/[^/]+/messageRules$`), 'subset'],
	['POST', new RegExp(`${MAILBOX}/mailFolders/[^/]+/messageRules$`), 'subset'],
	['PATCH', new RegExp(`${MAILBOX}/mailFolders/[^/]+/messageRules/[^/]+$`), 'subset'],
	['DELETE', new RegExp(`${MAILBOX}/mailFolders/[^/]+/messageRules/[^/]+$`), 'subset'],
	['GET', new RegExp(`${MAILBOX}/people$`), 'subset'],
	['GET', /^\/places\/microsoft\.graph\.room$/, 'subset'],
	['GET', new RegExp(`${MAILBOX}/outlook/supportedTimeZones`), 'subset'],
	['GET', new RegExp(`${MAILBOX}/(calendars/[^/]+/)?calendarView/delta$`), 'subset'],
	['GET', new RegExp(`${MAILBOX}/contactFolders/[^/]+/contacts/delta$`), 'subset'],
	['GET', new RegExp(`${MAILBOX}/contactFolders/[^/]+/childFolders$`), 'subset'],
	['GET', new RegExp(`${MAILBOX}/calendars/[^/]+/events/[^/]+$`), 'subset'],
	['GET', new RegExp(`${MAILBOX}/(calendars/[^/]+/)?events/[^/]+/calendar$`), 'subset'],
	[
		'POST',
		new RegExp(`${MAILBOX}/events/[^/]+/(forward|dismissReminder|snoozeReminder)$`),
		'subset',
	],
	['GET', new RegExp(`${MAILBOX}/onlineMeetings$`), 'subset'],
	['GET', new RegExp(`${MAILBOX}/onlineMeetings/[^/]+/transcripts/[^/]+(/content)?$`), 'subset'],
	['GET', new RegExp(`${MAILBOX}/(calendars/[^/]+/)?events/[^/]+/attachments(/[^/]+)?$`), 'subset'],
	[
		'POST',
		new RegExp(`${MAILBOX}/(calendars/[^/]+/)?events/[^/]+/attachments(/createUploadSession)?$`),
		'subset',
	],
	['PATCH', new RegExp(`${MAILBOX}/calendars/[^/]+/events/[^/]+$`), 'subset'],
	['DELETE', new RegExp(`${MAILBOX}/events/[^/]+/attachments/[^/]+$`), 'subset'],
];

/** Bodies of requests that are not in that part, while the schema that they have to follow is. */
const BODIES: Array<[method: string, path: RegExp, schema: string]> = [
	['POST', new RegExp(`${MAILBOX}/mailFolders/[^/]+/messageRules$`), 'microsoft.graph.messageRule'],
	[
		'PATCH',
		new RegExp(`${MAILBOX}/mailFolders/[^/]+/messageRules/[^/]+$`),
		'microsoft.graph.messageRule',
	],
	['PATCH', new RegExp(`${MAILBOX}/calendars/[^/]+/events/[^/]+$`), 'microsoft.graph.event'],
];

/** Query options of links that Graph itself hands out (fact: not-described). */
const LINK_OPTIONS = ['$skiptoken', '$deltatoken'];

/** Checks the body of a request that has one, where the description knows it. */
type CheckBody = (request: LoggedRequest, about: string) => Violation[];

interface Operation {
	method: string;
	template: string;
	segments: string[];
	queryNames: Set<string>;
	/** Undefined for an operation without a body; compiled when it is first asked for. */
	validate: () => ValidateFunction | undefined;
}

function createAjv(document: JsonObject): Ajv {
	const ajv = new Ajv({ strict: false, allErrors: true });
	addFormats(ajv);
	for (const name of ['base64url', 'binary', 'int32', 'int64', 'double']) ajv.addFormat(name, true);
	ajv.addSchema({ $id: 'graph', $defs: componentSchemas(document) });
	return ajv;
}

/** References of a body's schema lead into the shared definitions. */
function withBase(schema: JsonObject): JsonObject {
	return JSON.parse(JSON.stringify(schema).replaceAll('"#/$defs/', '"graph#/$defs/'));
}

/** Compiling is slow, and most tests send a few kinds of requests only. */
function once<T>(make: () => T): () => T {
	let made: { value: T } | undefined;
	return () => (made ??= { value: make() }).value;
}

/** What is wrong with a body, by its schema. */
function faultsOf(validate: ValidateFunction, about: string, body: unknown): Violation[] {
	if (validate(body)) return [];
	const reasons = (validate.errors ?? [])
		// Alternatives that did not fit are named by their own errors.
		.filter(({ keyword }) => keyword !== 'anyOf' && keyword !== 'oneOf')
		.map(({ instancePath, message, params }) =>
			`body${instancePath} ${message ?? ''} ${JSON.stringify(params)}`.trim(),
		);
	return [{ request: about, reason: [...new Set(reasons)].join('; ') }];
}

/** The check of bodies whose requests the description does not hold. */
function createBodyCheck(document: JsonObject, ajv: Ajv): CheckBody {
	const known = BODIES.map(([method, path, name]) => {
		const schema = toJsonSchema({ $ref: `#/components/schemas/${name}` }, document);
		return { method, path, validate: once(() => ajv.compile(withBase(schema))) };
	});
	return (request, about) =>
		known
			.filter(({ method, path }) => method === request.method && path.test(request.path))
			.flatMap(({ validate }) => faultsOf(validate(), about, request.body));
}

function readOperations(document: JsonObject, ajv: Ajv): Operation[] {
	const paths = isJsonObject(document.paths) ? document.paths : {};
	return Object.entries(paths).flatMap(([template, item]) => {
		const methods = isJsonObject(item) ? item : {};
		const shared = Array.isArray(methods.parameters) ? methods.parameters : [];
		return Object.entries(methods)
			.filter(([method]) => ['get', 'post', 'put', 'patch', 'delete'].includes(method))
			.map(([method, value]) => {
				const operation = isJsonObject(value) ? value : {};
				const own = Array.isArray(operation.parameters) ? operation.parameters : [];
				const query = [...shared, ...own]
					.map((parameter) => resolve(parameter, document))
					.filter((parameter) => parameter.in === 'query');
				const body = resolve(operation.requestBody, document);
				const content = isJsonObject(body.content) ? body.content['application/json'] : undefined;
				const schema = isJsonObject(content) ? content.schema : undefined;
				return {
					method: method.toUpperCase(),
					template,
					segments: template.split('/'),
					queryNames: new Set(query.map(({ name }) => String(name))),
					validate: once(() =>
						schema === undefined
							? undefined
							: ajv.compile(withBase(toJsonSchema(schema, document))),
					),
				};
			});
	});
}

/** Links of Graph's may hold keys in parentheses: OData 4.01, URL Conventions, 4.3.1 and 4.3.2. */
function spellOut(path: string): string {
	return path.replace(/\('([^']*)'\)/g, '/$1');
}

function fits(operation: Operation, request: LoggedRequest): boolean {
	const segments = spellOut(request.path).split('/');
	return (
		operation.method === request.method &&
		operation.segments.length === segments.length &&
		operation.segments.every((part, index) => part.startsWith('{') || part === segments[index])
	);
}

function checkRequest(
	operations: Operation[],
	checkBody: CheckBody,
	request: LoggedRequest,
): Violation[] {
	const isExempt = EXEMPT.some(
		([method, path]) => method === request.method && path.test(spellOut(request.path)),
	);
	if (isExempt) return checkBody(request, `${request.method} ${request.path}`);
	// Fixed names win over parameters.
	const [operation] = operations
		.filter((entry) => fits(entry, request))
		.sort((left, right) => countParameters(left) - countParameters(right));
	if (operation === undefined) {
		return [{ request: `${request.method} ${request.path}`, reason: 'no such operation' }];
	}
	const about = `${operation.method} ${operation.template}`;
	const violations = Object.keys(request.query)
		.filter((name) => !operation.queryNames.has(name) && !LINK_OPTIONS.includes(name))
		.map((name) => ({ request: about, reason: `no query option ${name}` }));
	const validate = operation.validate();
	const isJson = isJsonObject(request.body) || Array.isArray(request.body);
	if (isJson && validate === undefined) {
		// In a batch it has to be there (fact: batch-empty-body).
		const isEmptyPart =
			request.batch !== undefined && Object.keys(Object(request.body)).length === 0;
		if (isEmptyPart && request.method !== 'DELETE') return violations;
		violations.push({ request: about, reason: 'takes no body' });
	} else if (isJson && validate !== undefined) {
		violations.push(...faultsOf(validate, about, request.body));
	}
	return violations;
}

function countParameters(operation: Operation): number {
	return operation.segments.filter((part) => part.startsWith('{')).length;
}

/** Makes a checker of an OpenAPI description that was read already. */
export function createGraphDescription(document: JsonObject): GraphDescription {
	const ajv = createAjv(document);
	const operations = readOperations(document, ajv);
	const checkBody = createBodyCheck(document, ajv);
	return {
		violations: (requests) =>
			requests
				.filter(({ service }) => service === 'graph')
				.flatMap((request) => [request, ...(request.parts ?? [])])
				.flatMap((request) => checkRequest(operations, checkBody, request)),
	};
}

/**
 * The checker for the description that the environment names.
 * @param file path of an OpenAPI file; default: the environment's GRAPH_OPENAPI
 * @returns undefined where there is none, so that a test can say that it was skipped
 */
export function loadGraphDescription(
	file: string | undefined = process.env.GRAPH_OPENAPI,
): GraphDescription | undefined {
	if (file === undefined || file === '') return undefined;
	const document: unknown = JSON.parse(readFileSync(file, 'utf8'));
	if (!isJsonObject(document)) throw new Error(`${file} holds no OpenAPI description`);
	return createGraphDescription(document);
}
