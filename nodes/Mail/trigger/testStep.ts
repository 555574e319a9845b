import type { INodeExecutionData } from 'n8n-workflow';
import { InvalidInput } from '../../shared/failures';
import type { ListedMail } from './cursor';
import { loadDeliveries } from './deliver';
import { listNewest } from './listing';
import type { Poll } from './openPoll';

/** Newest mails that are looked through. */
const MAX_CANDIDATES = 200;

/**
 * The newest mail that matches, for n8n's test step.
 * @throws InvalidInput when none does.
 */
export async function findForTest(poll: Poll): Promise<INodeExecutionData[][]> {
	const { mails, now } = await listNewest(poll, MAX_CANDIDATES);
	return await firstThatMatches(poll, mails, now);
}

/**
 * The first of some mails that matches.
 * @param now the provider's time, in milliseconds since the epoch.
 * @throws InvalidInput when none does.
 */
export async function firstThatMatches(
	poll: Poll,
	mails: ListedMail[],
	now: number,
): Promise<INodeExecutionData[][]> {
	for (const mail of mails.slice(0, MAX_CANDIDATES)) {
		// One by one from the newest: the first that matches is the one.
		const last = [{ ...mail, attempts: Infinity }];
		const [delivery] = (await loadDeliveries({ ...poll, now }, last, 1)).deliveries;
		if (delivery) return [delivery.items];
		if (poll.budget.isLate()) break;
	}
	throw new InvalidInput(
		'No email matches',
		undefined,
		`Looked through the newest ${MAX_CANDIDATES} emails that Trigger On is about. Make one that matches the Search Filter, then try again.`,
	);
}
