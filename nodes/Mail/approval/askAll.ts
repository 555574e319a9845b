import { ProviderFailure } from '../../shared/http/failures';

/**
 * Sends each approver a mail of their own, one after the other. Once one of them is asked the question
 * stands, so that no repeated run asks anybody a second time.
 * @param send Asks the approver at this place of the list.
 * @returns what came of those that were sent, the addresses that could not be asked, and whether an email to one of
 * these may lie in the mailbox.
 * @throws the failure of the sending when nobody was asked. While nobody was, an error that is no ProviderFailure ends
 * it at once.
 */
export async function askAll<Sent>(
	approvers: string[],
	send: (approver: number) => Promise<Sent>,
): Promise<{ sent: Sent[]; notReached: string[]; mayLeave: boolean }> {
	const sent: Sent[] = [];
	const notReached: string[] = [];
	const failures: unknown[] = [];
	for (const [index, address] of approvers.entries()) {
		try {
			sent.push(await send(index));
		} catch (error) {
			failures.push(error);
			notReached.push(address);
			// Any other error, such as an invalid input, would be the same for the next approver.
			if (sent.length === 0 && !(error instanceof ProviderFailure)) break;
		}
	}
	const known = failures.filter((failure) => failure instanceof ProviderFailure);
	const mayLeave = known.some(({ details }) => details.mayHaveHappened || details.left);
	if (sent.length > 0) return { sent, notReached, mayLeave };
	// One mail that may have gone out is enough for the step not to be tried again.
	throw known.find(({ details }) => details.mayHaveHappened) ?? failures[0];
}
