import { z } from 'zod';
import { body, endpoint, limit, method, returnAll } from '../../shared/apiCallFields';
import type { InputOf } from '../../shared/field';
import { changed, collection, fixedCollectionLists, inputOf } from '../../shared/field';
import { choice, json, number, text } from '../../shared/fieldKinds';
import { jsonObject, rawText, wholeNumber } from '../../shared/inputSchemas';
import type { Query } from '../graph/odata';
import { searchText } from '../graph/odata';

const scalar = z.union([z.string(), z.number(), z.boolean()], {
	invalid_type_error: 'must be a text, a number, true or false',
});

const query = collection(
	'query',
	'Query Parameters',
	'Parameters of the address, encoded for you',
	[
		json('custom', 'Custom Parameters', 'Further parameters as a JSON object of names and values', {
			default: '',
			placeholder: 'e.g. { "startDateTime": "2026-03-01T00:00:00Z" }',
			input: jsonObject.pipe(z.record(scalar).optional()),
		}),
		text('$expand', 'Expand', 'Related objects to include ($expand)', 'e.g. attachments'),
		text(
			'$filter',
			'Filter',
			'OData condition ($filter), not encoded',
			"e.g. isRead eq false and from/emailAddress/address eq 'ann@contoso.com'",
		),
		text(
			'$orderby',
			'Order By',
			'Sort order ($orderby); its property has to stand first in the filter',
			'e.g. receivedDateTime desc',
		),
		text(
			'$search',
			'Search',
			'Search text ($search), without the surrounding quotes; not together with Filter',
			'e.g. subject:invoice',
		),
		text(
			'$select',
			'Select',
			'Properties to return ($select), with commas between them',
			'e.g. subject,from,receivedDateTime',
		),
		number('$skip', 'Skip', 'Results to pass over ($skip)', {
			default: 0,
			input: wholeNumber({ min: 0 }),
		}),
		number('$top', 'Top', 'Results in one page ($top), at most 1,000', {
			typeOptions: { minValue: 1 },
			default: 10,
			input: wholeNumber({ min: 1, max: 1_000 }),
		}),
	],
);

const options = collection('options', 'Options', 'Version, headers and form of the response', [
	choice('version', 'API Version', 'Version of Microsoft Graph', {
		options: [
			{ name: 'Beta', value: 'beta', description: 'Changes without notice' },
			{ name: 'V1.0', value: 'v1.0' },
		],
		default: 'v1.0',
	}),
	text('fileName', 'File Name', 'Name of the file when Response is File', 'e.g. mail.eml'),
	fixedCollectionLists(
		{
			displayName: 'Headers',
			name: 'headers',
			placeholder: 'Add Header',
			description: 'Further headers; the account signs the request by itself',
		},
		{
			header: {
				displayName: 'Header',
				fields: [
					text('name', 'Name', 'Name of the header', {
						placeholder: 'e.g. Prefer',
						input: z.string(),
					}),
					text('value', 'Value', 'Value of the header', {
						placeholder: 'e.g. outlook.body-content-type="text"',
						input: z.unknown(),
					}),
				],
			},
		},
	),
	choice('response', 'Response', 'How the response becomes items', {
		options: [
			{ name: 'File', value: 'file', description: 'The bytes as binary field "data"' },
			{ name: 'Full', value: 'full', description: 'One item with statusCode, headers and body' },
			{ name: 'Items', value: 'items', description: 'One item for each result of a list' },
			{ name: 'One Item', value: 'oneItem', description: 'The body as it is' },
		],
		default: 'items',
	}),
]);

/** A request of the user's own making. */
export const apiCallFields = [
	method,
	changed(endpoint, {
		placeholder: 'e.g. /me/messages',
		description: 'Path after the API version, beginning with a slash',
	}),
	query,
	changed(
		body,
		{
			placeholder: 'e.g. { "isRead": true }',
			description:
				'Body of the request as JSON. With a header Content-Type that names another kind it is sent as it is written, such as an email as MIME in base64 with text/plain.',
		},
		// What it has to be depends on a header.
		z.unknown(),
	),
	returnAll,
	limit,
	options,
] as const;

/** The query as Graph takes it: a search text stands in quotes. */
export function toApiQuery(given: InputOf<readonly [typeof query]>): Query {
	const { custom, $search, ...rest } = given.query;
	// Whoever writes the quotes around it already, has escaped what is between them.
	const isQuoted = /^"(?:[^"\\]|\\.)*"$/s.test($search ?? '');
	const quoted = isQuoted ? $search : $search && searchText($search);
	return { ...custom, ...rest, $search: quoted };
}

/**
 * The body as it is sent: JSON, or the text itself where the header Content-Type names another kind.
 * @throws ZodError, which names the field.
 */
export function toApiBody(
	given: unknown,
	contentType = 'application/json',
): object | string | undefined {
	if (/[/+]json\b/i.test(contentType)) return inputOf([body]).parse({ body: given }).body;
	return z.object({ body: rawText }).parse({ body: given }).body || undefined;
}
