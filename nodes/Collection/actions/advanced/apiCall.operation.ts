import { refuseLoadsIn } from '../../../shared/html/loads';
import type { Query } from '../../../shared/http/queryString';
import { anyObject, understand } from '../../../shared/provider/understand';
import { toApiItems } from '../../../shared/step/apiAnswer';
import { apiCallFields, custom, toApiRequest } from '../../../shared/step/apiCallFields';
import { changed } from '../../../shared/step/field';
import { list, number, optionalChoice, text } from '../../../shared/step/fieldKinds';
import { textList } from '../../../shared/step/inputSchemas';
import { PAGE_SIZE, pageShape, walkPages } from '../../api/pages';
import { withApiPrefix } from '../../api/paths';
import { defineCollectionOperation } from '../../operation';

const query = [
	changed(custom, {
		placeholder: 'e.g. { "filter_by": { "statuses": ["published"] } }',
		description:
			'Further parameters as a JSON object of names and values. Lists and objects become bracket keys: {"q_by": ["email"]} is sent as q_by[]=email.',
	}),
	list('expand', 'Expand', 'Related data to include (expand)', {
		placeholder: 'e.g. clients, owner_name',
		// Nothing leaves what Custom Parameters say.
		input: textList.transform((names) => (names.length > 0 ? names : undefined)),
	}),
	text('q', 'Search', 'Search text (q)', 'e.g. Contoso'),
	number('offset', 'Skip', 'Results to pass over (offset)', { hint: '0 for none' }),
	text('sort_by', 'Order By', 'Column to sort by (sort_by)', 'e.g. name'),
	optionalChoice('sort_direction', 'Sort Direction', 'Ascending or descending (sort_direction)', {
		options: { asc: 'Ascending', desc: 'Descending' },
		default: 'asc',
	}),
] as const;

export const apiCall = defineCollectionOperation({
	label: 'Client-Collection API Call',
	action: 'Call API to read or send or delete',
	summary:
		'Any request to Content Snare, with paging and retries; it can do all that the account may do',
	returns:
		'one item for each result of a list, else the answer; on request with status and headers',
	toolText: undefined,
	permission: ['that of the endpoint'],
	effects: ['everything'],
	// What an item holds is up to the endpoint.
	output: anyObject,
	fields: apiCallFields({
		examples: {
			endpoint: 'e.g. /clients',
			body: 'e.g. { "full_name": "Pat Doe", "email": "pat@example.com" }',
			header: 'e.g. Accept-Language',
			value: 'e.g. de',
		},
		query,
		options: [],
	}),
	async run(input, { api, notices }) {
		const { method, address, ...call } = toApiRequest(input);
		// As JSON it could write each sign in a second way. Under a policy, a call writes nothing.
		if (notices.forModel) refuseLoadsIn({ body: call.body }, 'Leave a link.');
		const [path = '', ...parameters] = withApiPrefix(address).split('?');
		const asked = { ...call, method, path, query: queryOf(parameters.join('?')) };
		// Doing it twice is not the same as doing it once for POST and PATCH (RFC 9110, 9.2.2), nor for what
		// integrations do in other apps, although that is a PUT. Mail repeats a PATCH, because Graph's sets
		// properties to values; what one does at the Partner API, whose reference has none, is not known.
		const repeatable = !/^(POST|PATCH) |\/run_integration_actions\/?$/i.test(`${method} ${path}`);
		const answer = await api.request({ ...asked, repeatable, freeform: true });
		return await toApiItems(answer, input, notices, async (limit = Infinity) => {
			const first = pageShape.safeParse(answer.body).data;
			if (method !== 'GET' || !first) return undefined;
			const answered = [first];
			const rows = walkPages({
				start: Number(asked.query.offset) || 0,
				size: Number(asked.query.limit) || PAGE_SIZE,
				async read(size, offset) {
					const known = answered.shift();
					if (known) return known;
					const next = { ...asked, query: { ...asked.query, limit: size, offset } };
					return understand(pageShape, (await api.request(next)).body);
				},
			});
			const items: unknown[] = [];
			for await (const more of rows) {
				items.push(...more.rows);
				// One more than wanted tells whether there is more.
				if (items.length > limit) return { items: items.slice(0, limit), complete: false };
			}
			return { items, complete: true };
		});
	},
});

/** The parameters one by one, as each page needs its own; of a name without brackets the last counts. */
function queryOf(text: string): Query {
	const given = new URLSearchParams(text);
	return Object.fromEntries(
		[...given.keys()].map((name) => {
			const values = given.getAll(name);
			return [name, name.endsWith('[]') ? values : values.at(-1)];
		}),
	);
}
