import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { InvalidInput, ProviderFailure } from '../http/failures';
import { runOf } from './runKey';

/** What became of an item for good: its output, or the failure of what must not be tried again, before `withLeft`. */
type Settled = { output: INodeExecutionData[] } | { error: unknown };

/** What earlier attempts at a run came to, by the index of the item. */
interface Earlier {
	settled: Map<number, Settled>;
	/** What they left behind, as sentences, and whether it is still there where a later one succeeds. */
	left: Map<number, Array<{ told: string; remains: boolean }>>;
}

/** By the object of `runOf`, and gone with it: n8n gives nodes no place to keep something between two attempts. */
const runs = new WeakMap<object, Earlier>();

/**
 * What earlier attempts at the same run have settled, and left behind. With Retry On Fail n8n runs all items again when
 * one of them failed, also those that are done, so that mails would go out twice; and it shows the last error alone.
 */
export function earlierAttempts(context: IExecuteFunctions): Earlier {
	const run = runOf(context);
	const earlier = runs.get(run) ?? { settled: new Map(), left: new Map() };
	runs.set(run, earlier);
	return earlier;
}

/** Adds to a failure what earlier attempts at its item left behind, and keeps what this one did. */
export function withLeft(left: Earlier['left'], itemIndex: number, error: unknown): unknown {
	const earlier = left.get(itemIndex) ?? [];
	const sentences = earlier.map(({ told }) => told);
	if (error instanceof InvalidInput && earlier.length > 0) {
		return new InvalidInput(
			error.message,
			error.field,
			[error.hint ?? [], ...sentences].flat().join(' '),
			true,
		);
	}
	if (!(error instanceof ProviderFailure)) return error;
	const { left: own, remains = false } = error.details;
	const before = earlier.filter(({ told }) => told !== own);
	left.set(itemIndex, own === undefined ? before : [...before, { told: own, remains }]);
	return before.reduce((failure, { told }) => failure.withLeft(told), error);
}

/** What earlier attempts at an item left behind that is still there although this one succeeded, as sentences. */
export function stillThere(left: Earlier['left'], itemIndex: number): string[] {
	return (left.get(itemIndex) ?? []).flatMap(({ told, remains }) => (remains ? told : []));
}
