import type { ApiAnswer } from '../../exchange';
import type { GraphCall } from '../call';
import { renderMessage, SELECT_ONLY, type SimMessage } from '../message';
import { badRequest } from '../problem';
import { fitsKql, namesProperty } from '../query/kql';
import { parseKql } from '../query/kqlParser';
import { listAnswer } from '../query/list';
import { MESSAGE_TYPE, messageView } from './find';

// At most 1,000 results per search (fact: search-limit).
const MAXIMUM_RESULTS = 1000;

/** The text inside the one pair of double quotes around it, unescaped (fact: search-form, fact: search-phrase). */
function readSearch(text: string): string {
	const inner = /^\s*"((?:[^"\\]|\\.)*)"\s*$/.exec(text)?.[1];
	if (inner !== undefined) return inner.replace(/\\(.)/g, '$1');
	if (/^\s*[\p{L}\p{N}]+\s*$/u.test(text)) return text.trim();
	throw badRequest(
		`Syntax error: character '${/[^\p{L}\p{N}\s]/u.exec(text)?.[0] ?? text[0]}' is not valid ` +
			`at position 0 in '${text}'.`,
	);
}

/** Answers a message list with $search. fact: search-alone. */
export function searchMessages(call: GraphCall, messages: SimMessage[]): ApiAnswer {
	if (call.query.has('$filter')) {
		throw badRequest(
			"The query parameter '$filter' is not supported with '$search'.",
			'SearchWithFilter',
		);
	}
	if (call.query.has('$orderby')) {
		throw badRequest(
			"The query parameter '$orderBy' is not supported with '$search'.",
			'SearchWithOrderBy',
		);
	}
	const { readings } = call.world;
	const text = readSearch(call.query.get('$search') ?? '');
	const isRefused =
		(/(?:^|[\s:(])\*/.test(text) && readings.is({ fact: 'search-leading-star', as: 'refused' })) ||
		(/\bfrom:.*\bto:|\bto:.*\bfrom:/is.test(text) &&
			readings.is({ fact: 'search-from-with-to', as: 'refused' }));
	if (isRefused) throw badRequest('The search text is not supported.', 'BadRequest');
	// A sign that stands for no operator matches nothing, nor does what it stands beside (fact: search-signs).
	const hasSign = /(?<![^\s(])[&|!]+(?![^\s)])/.test(text.replace(/"[^"]*"/g, '""'));
	const isAnd = readings.is({ fact: 'search-implicit-operator', as: 'always-and' });
	const query = parseKql(text, isAnd ? 'and' : 'or');
	if (query === undefined) throw badRequest('The search text cannot be read.', 'BadRequest');
	// Personal accounts: a search by property finds nothing (fact: search-personal, fact: search-unreliable).
	const blind = hasSign || (call.mailbox.personal && namesProperty(query));
	const found = blind ? [] : messages.filter((message) => fitsKql(query, message));
	// Newest by the time of sending first (fact: search-order).
	found.sort((left, right) => Date.parse(right.sentDateTime) - Date.parse(left.sentDateTime));
	// The header for immutable ids is ignored here (fact: search-immutable-ids).
	call.ids = 'rest';
	const view = messageView(call);
	return listAnswer(call, {
		items: found.slice(0, MAXIMUM_RESULTS),
		type: MESSAGE_TYPE,
		render: (message) => renderMessage(message, view),
		defaultTop: 10,
		maxTop: MAXIMUM_RESULTS,
		selectOnly: SELECT_ONLY,
		// Undocumented beside $search (fact: search-count-skip): refused, so that nothing comes to rely on them.
		refuses: ['$count', '$skip'],
	});
}
