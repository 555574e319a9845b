import { InvalidInput, ProviderFailure } from '../../shared/http/failures';
import { DryRun } from '../../shared/outgoing/dryRun';
import { toChunks } from '../../shared/provider/chunks';
import { MAX_PARTS } from '../graph/batch';

/** Mails at work at the same time: four of Graph's batches, as many as items of a step. */
const AT_ONCE = 4 * MAX_PARTS;

/** What became of one mail. */
export interface MessageOutcome {
	done: boolean;
	/** A dry run kept it from being done. */
	dryRun?: true;
	/** Why it was not done, and what to do next; absent where it was. */
	problem?: string;
	id: string;
}

/**
 * Changes several mails, many side by side. One that fails does not hold up the others.
 * @returns what became of each, in the order of the IDs.
 * @throws ProviderFailure, InvalidInput or DryRun when none was done for the same reason.
 */
export async function changeEach(
	ids: string[],
	change: (id: string) => Promise<unknown>,
): Promise<MessageOutcome[]> {
	const failures: Array<ProviderFailure | InvalidInput | DryRun> = [];
	const outcomeOf = async (id: string): Promise<MessageOutcome> =>
		await change(id).then(
			() => ({ id, done: true }),
			(error: unknown) => {
				const isDry = error instanceof DryRun;
				if (!(isDry || error instanceof ProviderFailure || error instanceof InvalidInput)) {
					throw error;
				}
				failures.push(error);
				return { id, done: false, ...(isDry && { dryRun: true }), problem: textOf(error) };
			},
		);
	const outcomes: MessageOutcome[] = [];
	for (const turn of toChunks(ids, AT_ONCE)) {
		outcomes.push(...(await Promise.all(turn.map(outcomeOf))));
	}
	const [first] = failures;
	const isCommon = outcomes.every(({ problem }) => problem && problem === outcomes[0]?.problem);
	if (first && isCommon) {
		const isOfMany = first instanceof DryRun && ids.length > 1;
		throw isOfMany ? new DryRun(`for each of ${ids.length} emails, ${first.would}`) : first;
	}
	return outcomes;
}

function textOf(error: ProviderFailure | InvalidInput | DryRun): string {
	if (error instanceof DryRun) return error.would;
	const hint = error instanceof ProviderFailure ? error.details.hint : error.hint;
	return [error.message, hint].filter((part) => part !== undefined).join('. ');
}
