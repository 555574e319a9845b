import { ProviderFailure } from '../../shared/http/failures';
import { DryRun } from '../../shared/outgoing/dryRun';
import { mailPath } from '../graph/paths';
import type { GraphClient } from '../graph/types';

const ANOTHER_CREDENTIAL =
	'Choose a credential that may write to those who are asked: a draft of the question asks nobody.';

/**
 * Sends each approver a mail of their own, one after the other. Once one of them is asked the question
 * stands, so that no repeated run asks anybody a second time. In a dry run nobody is asked, and the drafts are deleted:
 * their links would lead nowhere.
 * @param send Asks the approver at this place of the list.
 * @returns what came of those that were sent, the addresses that could not be asked, and whether an email to one of
 * these may lie in the mailbox.
 * @throws the failure of the sending when nobody was asked; where the credential sends nothing, it says what helps. While
 * nobody was, an error that is no ProviderFailure ends it at once.
 * @throws DryRun with how many would be asked: the question counts as declined.
 */
export async function askAll<Sent>(
	graph: GraphClient,
	approvers: string[],
	send: (approver: number) => Promise<Sent>,
): Promise<{ sent: Sent[]; notReached: string[]; mayLeave: boolean }> {
	const sent: Sent[] = [];
	const notReached: string[] = [];
	const failures: unknown[] = [];
	let count = 0;
	for (const [index, address] of approvers.entries()) {
		try {
			sent.push(await send(index));
		} catch (error) {
			if (error instanceof DryRun) {
				const { draft } = error.left;
				if (draft) await graph.request({ method: 'DELETE', path: mailPath`/messages/${draft.id}` });
				count++;
				continue;
			}
			failures.push(error);
			notReached.push(address);
			// Any other error, such as an invalid input, would be the same for the next approver.
			if (sent.length === 0 && !(error instanceof ProviderFailure)) break;
		}
	}
	if (count > 0) {
		const would = `${count} ${count === 1 ? 'person' : 'people'} would be asked`;
		const others = notReached.length > 0 ? { notReached } : {};
		throw new DryRun(would, {
			data: { approved: false, chatInput: `Dry Run: ${would}`, ...others },
		});
	}
	const known = failures.filter((failure) => failure instanceof ProviderFailure);
	const mayLeave = known.some(({ details }) => details.mayHaveHappened || details.left);
	if (sent.length > 0) return { sent, notReached, mayLeave };
	// One mail that may have gone out is enough for the step not to be tried again.
	const [failure] = [...known.filter(({ details }) => details.mayHaveHappened), ...failures];
	const isForbidden = failure instanceof ProviderFailure && failure.kind === 'policy';
	throw isForbidden && graph.draftsOnly ? failure.withHint(ANOTHER_CREDENTIAL) : failure;
}
