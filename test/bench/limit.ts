import type { BenchResults } from '../../scripts/benchmark/results';
import { BATCH_PARTS, PARTS_AT_ONCE } from '../simulator/graph/batch';
import { CHUNK_MAXIMUM_BYTES } from '../simulator/graph/mail/uploads';

/** Requests that a job needs at least, and how they may travel. */
export interface Phase {
	requests: number;
	/**
	 * `batched`: twenty in one request, one batch after the other, for each takes all places of the mailbox;
	 * `sideBySide`: as many at once as the mailbox takes; `inTurn`: each needs the answer to the one before;
	 * `uploaded`: chunks of a file in turn, which cost no service.
	 */
	way: 'batched' | 'sideBySide' | 'inTurn' | 'uploaded';
}

/** The chunks of a file of so many bytes. */
export function chunksOf(bytes: number): number {
	return Math.ceil(bytes / CHUNK_MAXIMUM_BYTES);
}

/**
 * The least seconds in which a client can do a job that never asks for more at once than the provider
 * takes: its phases one after the other.
 */
export function limitSeconds(phases: Phase[], line: BenchResults['line']): number {
	return phases.reduce((sum, phase) => sum + leastMilliseconds(phase, line), 0) / 1_000;
}

function leastMilliseconds({ requests, way }: Phase, line: BenchResults['line']): number {
	const { roundTripMs, serviceMs } = line;
	const rounds = (size: number) => Math.ceil(requests / size);
	switch (way) {
		case 'batched':
			return rounds(BATCH_PARTS) * roundTripMs + rounds(PARTS_AT_ONCE) * serviceMs;
		case 'sideBySide':
			return rounds(PARTS_AT_ONCE) * (roundTripMs + serviceMs);
		case 'inTurn':
			return requests * (roundTripMs + serviceMs);
		case 'uploaded':
			return requests * roundTripMs;
	}
}
