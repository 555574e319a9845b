import type { IDataObject, INodeProperties } from 'n8n-workflow';
import { InvalidInput, ProviderFailure } from '../http/failures';
import { DryRun } from '../outgoing/dryRun';
import { toChunks } from '../provider/chunks';
import type { Field } from './field';
import { byModel } from './field';
import { advised, labelled } from './fieldLabels';
import { chosenValue } from './readParameters';

/** IDs at work at the same time: four batches of 20 requests, as many as items of a step. */
const AT_ONCE = 80;

/**
 * The same field, of which a language model may give several: the step runs once for each.
 * @param ids Reads the IDs that stand in one text.
 */
export function orSeveral<One extends Field>(one: One, ids: Field['ids']): One {
	return { ...byModel(one, `${one.toolText ?? ''}, or several with commas`), ids };
}

/** The IDs in a field for one ID, where several were given, or one several times. */
export function severalIn(
	fields: readonly Field[],
	parameters: Record<string, unknown>,
): { name: string; ids: string[] } | undefined {
	for (const { property, ids } of fields) {
		const given = chosenValue(parameters[property.name]);
		const read = ids?.safeParse(given).data ?? [];
		const [id] = read;
		const isRepeated = id !== undefined && JSON.stringify(given).split(id).length > 2;
		if (read.length > 1 || isRepeated) return { name: property.name, ids: read };
	}
	return undefined;
}

/**
 * Runs the same for several IDs, many side by side. One that fails does not hold up the others.
 * @param fields Those of the operation, for the label of the one at fault.
 * @returns the results of each, in the order of the IDs; of one that failed, that it was not done and why.
 * @throws ProviderFailure, InvalidInput or DryRun when none was done for the same reason.
 */
export async function runForEach<Result extends { json: IDataObject }>(
	ids: string[],
	run: (id: string) => Promise<Result[]>,
	fields: INodeProperties[] = [],
): Promise<Array<Result | { json: IDataObject }>> {
	const failures: Array<ProviderFailure | InvalidInput | DryRun> = [];
	const outcomeOf = async (id: string) =>
		await run(id).catch((error: unknown): Array<{ json: IDataObject }> => {
			const isDry = error instanceof DryRun;
			if (!(isDry || error instanceof ProviderFailure || error instanceof InvalidInput)) {
				throw error;
			}
			failures.push(error);
			const dry = isDry ? { dryRun: true, ...error.left } : {};
			return [{ json: { done: false, ...dry, problem: textOf(error, fields), id } }];
		});
	const results: Array<Result | { json: IDataObject }> = [];
	for (const turn of toChunks(ids, AT_ONCE)) {
		results.push(...(await Promise.all(turn.map(outcomeOf))).flat());
	}
	const [first] = failures;
	// Where a dry run left drafts, each item names its own.
	const ends = failures.map((one) =>
		JSON.stringify([textOf(one, fields), one instanceof DryRun && one.left]),
	);
	if (first && failures.length === ids.length && new Set(ends).size === 1) {
		const isOfMany = first instanceof DryRun && ids.length > 1;
		throw isOfMany ? new DryRun(`for each of ${ids.length}, ${first.would}`) : first;
	}
	return results;
}

function textOf(error: ProviderFailure | InvalidInput | DryRun, fields: INodeProperties[]): string {
	if (error instanceof DryRun) return error.would;
	return error instanceof InvalidInput
		? advised(labelled(error, fields), error.hint)
		: advised(error.message, error.details.hint);
}
