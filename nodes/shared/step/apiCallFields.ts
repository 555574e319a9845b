import { z } from 'zod';
import { InvalidInput } from '../http/failures';
import type { Query, QueryValue } from '../http/queryString';
import { queryString } from '../http/queryString';
import { checkEndpoint, checkHeaders } from './apiCall';
import type { Field } from './field';
import { changed, collection, fixedCollectionLists, narrowing, optionsOf, required } from './field';
import { choice, json, text } from './fieldKinds';
import type { Choice } from './inputSchemas';
import { jsonObject, jsonValue, rawText } from './inputSchemas';
import { returnAllFields } from './returnAll';

const METHODS = { DELETE: 'DELETE', GET: 'GET', PATCH: 'PATCH', POST: 'POST', PUT: 'PUT' };

const method = choice(
	'method',
	'Method',
	'HTTP method of the request; GET reads, the others change something',
	{ options: METHODS, default: 'GET', narrows: true },
);

const queryValue: z.ZodType<QueryValue> = z.lazy(() =>
	z.union(
		[z.string(), z.number(), z.boolean(), z.null(), z.array(queryValue), z.record(queryValue)],
		{ errorMap: () => ({ message: 'must hold texts, numbers, switches and lists' }) },
	),
);

/** Parameters of the address that have no field of their own. */
export const custom = json(
	'custom',
	'Custom Parameters',
	'Further parameters as a JSON object of names and values',
	{ default: '', input: jsonObject.pipe(z.record(queryValue).optional()) },
);

/** What the fields of a request of the user's own making have for one provider alone. */
interface OwnFields<Named, More, Form extends string> {
	/** The placeholders of the fields; `header` and `value` are those of a header. */
	examples: Record<'endpoint' | 'body' | 'header' | 'value', string> & {
		/** A body that is no JSON. */
		written?: string;
	};
	/** The parameters that can be chosen, under the provider's names. */
	query: Named;
	options: More;
	/** What else can become of the response. */
	responses?: ReadonlyArray<Choice<Form> & { description: string }>;
}

/** The fields of a request of the user's own making, the same for each provider. */
export function apiCallFields<
	const Named extends readonly Field[],
	const More extends readonly Field[],
	const Form extends string = never,
>({ examples, query, options, responses = [] }: OwnFields<Named, More, Form>) {
	const [returnAll, limit] = returnAllFields;
	const header = [
		text('name', 'Name', 'Name of the header', {
			placeholder: examples.header,
			input: rawText,
		}),
		text('value', 'Value', 'Value of the header', {
			placeholder: examples.value,
			input: z.unknown(),
		}),
	] as const;
	const headers = fixedCollectionLists(
		'headers',
		'Headers',
		'Further headers; the account signs the request by itself',
		{ header: { displayName: 'Header', fields: header } },
	);
	const response = choice<'response', Form | 'full' | 'items' | 'oneItem'>(
		'response',
		'Response',
		'How the response becomes items',
		{
			options: [
				...responses,
				{ name: 'Full', value: 'full', description: 'One item with statusCode, headers and body' },
				{ name: 'Items', value: 'items', description: 'One item for each result of a list' },
				{ name: 'One Item', value: 'oneItem', description: 'The body as it is' },
			],
			default: 'items',
		},
	);
	return [
		method,
		required(
			text('endpoint', 'Endpoint', 'Path after the API version, beginning with a slash', {
				placeholder: examples.endpoint,
			}),
		),
		narrowing(
			collection('query', 'Query Parameters', 'Parameters of the address, encoded for you', query),
		),
		json(
			'body',
			'Body',
			`Body of the request as JSON. With a header Content-Type that names another kind it is sent as it is written${examples.written ?? ''}.`,
			{
				default: '',
				placeholder: examples.body,
				displayOptions: { show: { method: ['PATCH', 'POST', 'PUT'] } },
				narrows: true,
				// What it has to be depends on a header.
				input: z.unknown(),
			},
		),
		// Only what is read with GET can be a list of several pages.
		changed(returnAll, { displayOptions: { show: { method: ['GET'] } } }),
		changed(limit, { displayOptions: { show: { method: ['GET'], returnAll: [false] } } }),
		optionsOf('Headers and form of the response', [headers, response, ...options]),
	] as const;
}

/** What was entered, as far as it is the same for each provider. */
interface ApiCall {
	method: keyof typeof METHODS;
	endpoint: string;
	query: Query & { custom?: Query };
	body: unknown;
	options: { headers: { header: Array<{ name: string; value: unknown }> } };
}

/**
 * The request that was entered. Its address is below the API root, and holds all parameters.
 * @throws InvalidInput or ZodError, both of which name the field.
 */
export function toApiRequest({ method, endpoint, query, body, options }: ApiCall) {
	const { custom: further, ...named } = query;
	const plain = checkEndpoint(endpoint, 'endpoint');
	// It would stand for the whole list, in place of one thing in it.
	if (/^[^?]*\/(?:\?|$)/.test(plain)) {
		throw new InvalidInput(
			'must not end with a slash',
			'endpoint',
			'If an expression stands there, it gave nothing: correct it. Otherwise leave out the slash.',
		);
	}
	// A field that was added and left empty leaves what Custom Parameters say.
	const chosen = Object.entries(named).filter(([, value]) => value !== undefined);
	const more = queryString({ ...further, ...Object.fromEntries(chosen) });
	const headers = checkHeaders(options.headers.header.map(({ name, value }) => [name, value]));
	// n8n keeps what was entered for another method.
	const hasBody = method !== 'GET' && method !== 'DELETE';
	return {
		method,
		address: plain + (plain.includes('?') ? more.replace('?', '&') : more),
		headers,
		body: hasBody ? bodyOf(body, headers['content-type']) : undefined,
	};
}

const objectOrList = z.union([z.record(z.unknown()), z.array(z.unknown())], {
	errorMap: () => ({ message: 'must be a JSON object or list' }),
});
const jsonBody = jsonValue.pipe(objectOrList.optional());

/** JSON, or the text itself where the header Content-Type names another kind. */
function bodyOf(body: unknown, contentType = 'application/json'): object | string | undefined {
	const schema = /[/+]json\b/i.test(contentType) ? jsonBody : rawText;
	return z.object({ body: schema }).parse({ body }).body || undefined;
}
