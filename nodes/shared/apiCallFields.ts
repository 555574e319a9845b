import { z } from 'zod';
import { changed, required } from './field';
import { choice, json, text } from './fieldKinds';
import { jsonValue } from './inputSchemas';
import { returnAllFields } from './returnAll';

/** What every request of a user's own making has; each node says what the answer becomes. */

export const method = choice(
	'method',
	'Method',
	'HTTP method of the request; GET reads, the others change something',
	{
		options: [
			{ name: 'DELETE', value: 'DELETE' },
			{ name: 'GET', value: 'GET' },
			{ name: 'PATCH', value: 'PATCH' },
			{ name: 'POST', value: 'POST' },
			{ name: 'PUT', value: 'PUT' },
		],
		default: 'GET',
	},
);

export const endpoint = required(
	text('endpoint', 'Endpoint', 'Path of the request, beginning with a slash'),
);

const objectOrList = z.union([z.record(z.unknown()), z.array(z.unknown())], {
	errorMap: () => ({ message: 'must be a JSON object or list' }),
});

export const body = json('body', 'Body', 'Body of the request as JSON', {
	default: '',
	displayOptions: { show: { method: ['PATCH', 'POST', 'PUT'] } },
	input: jsonValue.pipe(objectOrList.optional()),
});

const [all, upTo] = returnAllFields;

/** How much of a list is wanted; only what is read with GET is one. */
export const returnAll = changed(all, { displayOptions: { show: { method: ['GET'] } } });
export const limit = changed(upTo, {
	displayOptions: { show: { method: ['GET'], returnAll: [false] } },
});
