import { ProviderFailure } from '../../shared/http/failures';
import { DryRun } from '../../shared/outgoing/dryRun';
import { mailPath } from '../graph/paths';
import type { GraphClient } from '../graph/types';

const ANOTHER_CREDENTIAL =
	'Choose a credential that may write to those who are asked: a draft of the question asks nobody.';

/**
 * Replaces the error of a question that was not sent. Where the credential sends nothing, the error says what helps. In
 * a dry run the question counts as declined, and its draft is deleted: its links would lead nowhere.
 * @param count Those who would be asked.
 * @returns what is thrown in place of the error.
 */
export async function notAsked(
	graph: GraphClient,
	error: unknown,
	count: number,
): Promise<unknown> {
	if (error instanceof ProviderFailure && error.kind === 'policy' && graph.draftsOnly)
		return error.withHint(ANOTHER_CREDENTIAL);
	if (!(error instanceof DryRun)) return error;
	const { draft } = error.left;
	if (draft) await graph.request({ method: 'DELETE', path: mailPath`/messages/${draft.id}` });
	const would = `${count} ${count === 1 ? 'person' : 'people'} would be asked`;
	return new DryRun(would, { data: { approved: false, chatInput: `Dry Run: ${would}` } });
}
