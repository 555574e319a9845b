import type { Answer } from '../http/request';
import type { Collected } from '../provider/request';
import { anyObject } from '../provider/understand';
import type { Notices } from './notices';
import type { OperationResult } from './operation';
import { limitOf, limitReached } from './returnAll';

/**
 * The items that the answer to a request of the user's own making becomes.
 * @param readList Reads a list to its end or its limit, from the answer on; undefined where that is none.
 */
export async function toApiItems(
	answer: Answer,
	wanted: { method: string; options: { response: string }; returnAll: boolean; limit?: number },
	notices: Notices,
	readList: (limit: number | undefined) => Promise<Collected<unknown> | undefined>,
): Promise<OperationResult[]> {
	const { response } = wanted.options;
	if (response === 'full') return [toFullResponse(answer)];
	// A limit can be entered for GET alone.
	const limit = wanted.method === 'GET' ? limitOf(wanted) : undefined;
	const list = response === 'oneItem' ? undefined : await readList(limit);
	if (!list && (answer.body ?? '') === '') return [{ json: { success: true } }];
	if (!list) return [toItem(answer.body)];
	const results = list.items.map(toItem);
	const these = `the first ${results.length} results`;
	return notices.cut(results, !list.complete && limitReached(these, notices));
}

/** The keys are those of n8n's HTTP Request node. */
function toFullResponse({ status: statusCode, headers: answered, body }: Answer) {
	// A cookie is a credential: it stays with the connection.
	const shown = Object.entries(answered).filter(([name]) => name !== 'set-cookie');
	return { json: anyObject.parse({ statusCode, headers: Object.fromEntries(shown), body }) };
}

function toItem(value: unknown): OperationResult {
	return { json: anyObject.safeParse(value).data ?? anyObject.parse({ value }) };
}
