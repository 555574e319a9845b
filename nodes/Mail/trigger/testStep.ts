import type { INodeExecutionData } from 'n8n-workflow';
import { InvalidInput } from '../../shared/failures';
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
	for (const mail of mails) {
		// One by one from the newest: the first that matches is the one.
		const last = [{ ...mail, attempts: Infinity }];
		const [delivery] = (await loadDeliveries({ ...poll, now }, last, 1)).deliveries;
		if (delivery) return [[delivery.item]];
		if (poll.budget.isLate()) break;
	}
	throw new InvalidInput(
		'No email matches',
		undefined,
		`Looked through the newest ${MAX_CANDIDATES} emails of the chosen folders. Send one that matches the Search Filter, then try again.`,
	);
}
