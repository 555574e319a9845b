import { z } from 'zod';
import { changed, choice, field } from './field';
import { jsonValue, requiredText } from './inputSchemas';
import { returnAllFields } from './returnAll';

/** What every request of a user's own making has; each node says what the answer becomes. */

export const method = choice({
	displayName: 'Method',
	name: 'method',
	type: 'options',
	options: [
		{ name: 'DELETE', value: 'DELETE' },
		{ name: 'GET', value: 'GET' },
		{ name: 'PATCH', value: 'PATCH' },
		{ name: 'POST', value: 'POST' },
		{ name: 'PUT', value: 'PUT' },
	],
	default: 'GET',
	description: 'HTTP method of the request; GET reads, the others change something',
});

export const endpoint = field(
	{
		displayName: 'Endpoint',
		name: 'endpoint',
		type: 'string',
		required: true,
		default: '',
		description: 'Path of the request, beginning with a slash',
	},
	requiredText,
);

const objectOrList = z.union([z.record(z.unknown()), z.array(z.unknown())], {
	errorMap: () => ({ message: 'must be a JSON object or list' }),
});

export const body = field(
	{
		displayName: 'Body',
		name: 'body',
		type: 'json',
		default: '',
		displayOptions: { show: { method: ['PATCH', 'POST', 'PUT'] } },
		description: 'Body of the request as JSON',
	},
	jsonValue.pipe(objectOrList.optional()),
);

const [all, upTo] = returnAllFields;

/** How much of a list is wanted; only what is read with GET is one. */
export const returnAll = changed(all, { displayOptions: { show: { method: ['GET'] } } });
export const limit = changed(upTo, {
	displayOptions: { show: { method: ['GET'], returnAll: [false] } },
});
