import type { IBinaryData } from 'n8n-workflow';
import { z } from 'zod';
import type { Consume } from '../../../shared/http/download';
import { anyObject, anything } from '../../../shared/provider/understand';
import { toApiItems } from '../../../shared/step/apiAnswer';
import { apiCallFields, custom, toApiRequest } from '../../../shared/step/apiCallFields';
import { changed } from '../../../shared/step/field';
import { choice, number, text } from '../../../shared/step/fieldKinds';
import { jsonObject, optionalText, wholeNumber } from '../../../shared/step/inputSchemas';
import { searchText } from '../../graph/odata';
import { CHANGES, createPages, isPage } from '../../graph/pages';
import { batchFor, belowOwn, explainRedirect, isBatch, leadsToBytes } from '../../graph/written';
import { defineMailCall } from '../../operation';

const scalar = z.union([z.string(), z.number(), z.boolean()], {
	errorMap: () => ({ message: 'must be a text, a number, true or false' }),
});

/** What people read above the items of a list of changes. */
const NO_POSITION =
	'Items leave out @odata.deltaLink, from which the next round goes on. Response: Full has it on the last page. The steps that get changes return it as position.';

/** Whoever writes the quotes around it already, has escaped what is between them. */
const QUOTED = /^"(?:[^"\\]|\\.)*"$/s;

const query = [
	changed(
		custom,
		{ placeholder: 'e.g. { "startDateTime": "2026-03-01T00:00:00Z" }' },
		jsonObject.pipe(z.record(scalar).optional()),
	),
	text('$expand', 'Expand', 'Related objects to include ($expand)', 'e.g. attachments'),
	text(
		'$filter',
		'Filter',
		'OData condition ($filter), not encoded',
		"e.g. isRead eq false and importance eq 'high'",
	),
	text(
		'$orderby',
		'Order By',
		'Sort order ($orderby); its property has to come first in the filter',
		'e.g. receivedDateTime desc',
	),
	text(
		'$search',
		'Search',
		'Search text ($search), without the surrounding quotes; not together with Filter',
		{
			placeholder: 'e.g. subject:invoice',
			input: optionalText.transform((given) =>
				given === undefined || QUOTED.test(given) ? given : searchText(given),
			),
		},
	),
	text(
		'$select',
		'Select',
		'Properties to return ($select), comma-separated',
		'e.g. subject,from,receivedDateTime',
	),
	number('$skip', 'Skip', 'Results to pass over ($skip)', { hint: '0 for none' }),
	number('$top', 'Top', 'Results in one page ($top), at most 1,000', {
		typeOptions: { minValue: 1 },
		default: 10,
		input: wholeNumber({ min: 1, max: 1_000 }),
	}),
] as const;

/** @see https://learn.microsoft.com/graph/use-the-api */
export const apiCall = defineMailCall({
	label: 'Mail API Call',
	action: 'Call API to read or send or delete',
	summary:
		'Any request to Microsoft Graph, with paging and retries; it can do all that the account may do',
	returns:
		'one item for each result of a list, else the answer; on request with status and headers, or as a file',
	toolText: undefined,
	permission: ['that of the endpoint'],
	effects: ['everything'],
	// What an item holds is up to the endpoint.
	output: anyObject,
	fields: apiCallFields({
		examples: {
			endpoint: 'e.g. /me/messages',
			body: 'e.g. { "isRead": true }',
			header: 'e.g. Prefer',
			value: 'e.g. outlook.body-content-type="text"',
			written: ', such as an email as MIME in base64 with text/plain',
		},
		query,
		options: [
			choice('version', 'API Version', 'Version of Microsoft Graph, if Endpoint has none', {
				options: { beta: { name: 'Beta', description: 'Changes without notice' }, 'v1.0': 'V1.0' },
				default: 'v1.0',
			}),
			text('fileName', 'File Name', 'Name of the file when Response is File', 'e.g. mail.eml'),
		],
		responses: [{ name: 'File', value: 'file', description: 'The bytes as binary field "data"' }],
	}),
	rules: [
		{
			holds: ({ method, options }) => options.response !== 'file' || method === 'GET',
			field: 'options',
			message: 'Response "File" needs the method GET',
		},
	],
	async run(input, { graph, mailbox, files, notices }) {
		const { version, response, fileName = 'data' } = input.options;
		const { method, address, body: entered, headers: given } = toApiRequest(input);
		const { prefer, ...headers } = given;
		const [prefix = '', named = version] = /^\/(v1\.0|beta)(?=\/)/.exec(address) ?? [];
		const plain = address.slice(prefix.length);
		const below = belowOwn(plain, 'endpoint');
		const client = below === undefined ? graph.fromRoot(named) : graph.forVersion(named);
		const path = below ?? plain;
		const body = mailbox !== undefined && isBatch(path) ? batchFor(mailbox, entered) : entered;
		const areBytes = leadsToBytes(path);
		const asked = {
			headers,
			prefer: prefer === undefined ? [] : [prefer],
			mutableIds: /[?&](\$|%24)search=/i.test(path),
			// Bytes do not fit into a batch, nor does a batch of the user's own.
			alone: isBatch(path) || areBytes,
			// A second DELETE finds it in Deleted Items, and deletes it for good (fact: delete-target). A second PATCH of an
			// event tells its attendees again (fact: event-invites).
			repeatable: !/^(?:POST|DELETE|PATCH .*\/events\b)/i.test(`${method} ${path}`),
		};
		if (response === 'file') {
			const store: Consume<IBinaryData> = async (bytes, { 'content-type': type }) =>
				await files.store(bytes, fileName, type?.split(';')[0]);
			const data = await client.download(path, store, asked).catch(explainRedirect);
			return [{ json: {}, binary: { data } }];
		}
		const call = { ...asked, method, path, body, freeform: true };
		const answer = await client.request(call).catch(explainRedirect);
		return await toApiItems(answer, input, notices, async (limit) => {
			if (areBytes || !isPage(answer.body)) return undefined;
			if (CHANGES.test(path)) notices.hint(NO_POSITION);
			const { collect } = createPages({ first: async () => answer, next: client.follow });
			return await collect(path, anything, { ...asked, limit });
		});
	},
});
