import { ProviderFailure } from '../../shared/http/failures';
import { DryRun } from '../../shared/outgoing/dryRun';
import { mailPath } from '../graph/paths';
import type { GraphClient } from '../graph/types';

/**
 * Sends each approver a mail of their own, one after the other. Once one of them is asked the question
 * stands, so that no repeated run asks anybody a second time.
 * @param send Asks the approver at this place of the list.
 * @returns what came of those that were sent, and the addresses that could not be asked.
 * @throws the failure of the sending when nobody was asked, or DryRun.
 */
export async function askAll<Sent>(
	graph: GraphClient,
	approvers: string[],
	send: (approver: number) => Promise<Sent>,
): Promise<{ sent: Sent[]; notReached: string[] }> {
	const sent: Sent[] = [];
	const notReached: string[] = [];
	const failures: unknown[] = [];
	for (const [index, address] of approvers.entries()) {
		try {
			sent.push(await send(index));
		} catch (error) {
			failures.push(await notAsked(graph, error, approvers.length));
			notReached.push(address);
			if (error instanceof DryRun) break;
		}
	}
	if (sent.length > 0) return { sent, notReached };
	// One mail that may have gone out is enough for the step not to be tried again.
	throw failures.find(isFinal) ?? failures[0];
}

/** Where a dry run asks nobody it is declined, and no question is left whose links lead nowhere. */
async function notAsked(graph: GraphClient, error: unknown, count: number): Promise<unknown> {
	if (!(error instanceof DryRun)) return error;
	const { draft } = error.left;
	const path = mailPath`/messages/${draft?.id ?? ''}`;
	if (draft) await graph.request({ method: 'DELETE', path });
	const would = `${count} ${count === 1 ? 'person' : 'people'} would be asked`;
	return new DryRun(would, { data: { approved: false, chatInput: `Dry Run: ${would}` } });
}

function isFinal(failure: unknown): boolean {
	return failure instanceof ProviderFailure && failure.details.notAgain === true;
}
