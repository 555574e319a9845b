import { z } from 'zod';
import { body, endpoint, limit, method, returnAll } from '../../shared/apiCallFields';
import type { InputOf } from '../../shared/field';
import {
	changed,
	choice,
	collection,
	field,
	fixedCollectionLists,
	inputOf,
} from '../../shared/field';
import { jsonObject, optionalText, rawText, wholeNumber } from '../../shared/inputSchemas';
import type { Query } from '../graph/odata';
import { searchText } from '../graph/odata';

const scalar = z.union([z.string(), z.number(), z.boolean()], {
	invalid_type_error: 'must be a text, a number, true or false',
});

const query = collection(
	{
		displayName: 'Query Parameters',
		name: 'query',
		placeholder: 'Add Parameter',
		description: 'Parameters of the address, encoded for you',
	},
	[
		field(
			{
				displayName: 'Custom Parameters',
				name: 'custom',
				type: 'json',
				default: '',
				placeholder: 'e.g. { "startDateTime": "2026-03-01T00:00:00Z" }',
				description: 'Further parameters as a JSON object of names and values',
			},
			jsonObject.pipe(z.record(scalar).optional()),
		),
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
		field(
			{
				displayName: 'Skip',
				name: '$skip',
				type: 'number',
				default: 0,
				description: 'Results to pass over ($skip)',
			},
			wholeNumber({ min: 0 }),
		),
		field(
			{
				displayName: 'Top',
				name: '$top',
				type: 'number',
				typeOptions: { minValue: 1 },
				default: 10,
				description: 'Results in one page ($top), at most 1,000',
			},
			wholeNumber({ min: 1, max: 1_000 }),
		),
	],
);

const options = collection(
	{
		displayName: 'Options',
		name: 'options',
		placeholder: 'Add Option',
		description: 'Version, headers and form of the response',
	},
	[
		choice({
			displayName: 'API Version',
			name: 'version',
			type: 'options',
			options: [
				{ name: 'Beta', value: 'beta', description: 'Changes without notice' },
				{ name: 'V1.0', value: 'v1.0' },
			],
			default: 'v1.0',
			description: 'Version of Microsoft Graph',
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
						field(
							{
								displayName: 'Name',
								name: 'name',
								type: 'string',
								default: '',
								placeholder: 'e.g. Prefer',
								description: 'Name of the header',
							},
							z.string(),
						),
						field(
							{
								displayName: 'Value',
								name: 'value',
								type: 'string',
								default: '',
								placeholder: 'e.g. outlook.body-content-type="text"',
								description: 'Value of the header',
							},
							z.unknown(),
						),
					],
				},
			},
		),
		choice({
			displayName: 'Response',
			name: 'response',
			type: 'options',
			options: [
				{ name: 'File', value: 'file', description: 'The bytes as binary field "data"' },
				{ name: 'Full', value: 'full', description: 'One item with statusCode, headers and body' },
				{ name: 'Items', value: 'items', description: 'One item for each result of a list' },
				{ name: 'One Item', value: 'oneItem', description: 'The body as it is' },
			],
			default: 'items',
			description: 'How the response becomes items',
		}),
	],
);

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

function text<const Name extends string>(
	name: Name,
	displayName: string,
	description: string,
	placeholder: string,
) {
	return field(
		{ displayName, name, type: 'string', default: '', placeholder, description },
		optionalText,
	);
}
