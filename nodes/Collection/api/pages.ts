import { z } from 'zod';
import { isFirstTime } from '../../shared/provider/firstTime';
import type { Shape } from '../../shared/provider/understand';

export interface RowPage<T = unknown> {
	rows: T[];
	/** How many rows there are in all, where the provider says so. */
	total?: number;
}

const rows = z.array(z.unknown());

/** A list as the Partner API gives it; older accounts answer a bare array. */
export const pageShape: Shape<RowPage> = z.union([
	rows.transform((all) => ({ rows: all })),
	z
		.object({
			results: rows,
			pagination: z.object({ total_count: z.number().optional() }).optional().catch(undefined),
		})
		.transform(({ results, pagination }) => ({ rows: results, total: pagination?.total_count })),
]);

/** Rows per page: the API's default; its maximum is not documented. */
export const PAGE_SIZE = 200;

interface PageWalk<T> {
	/** Reads up to `limit` rows from `offset` on. */
	read(limit: number, offset: number): Promise<RowPage<T>>;
	/** Rows per page. */
	size?: number;
	/** First row. */
	start?: number;
}

const identified = z.object({ id: z.union([z.string(), z.number()]) });

/**
 * Walks a list by limit and offset to its end. Rows that move to a later page while it is read, and
 * answers that ignore the offset, bring the same rows again: those are left out. Two rows without an ID may be
 * alike, so that only a whole page of them counts as repeated. A list that changed meanwhile is walked once
 * more: where a row is deleted, or moves to the front, another one moves to a page that was read before.
 * @yields what a page adds to what came before, and whether it is known that nothing comes after.
 */
export async function* walkPages<T>({
	read,
	size = PAGE_SIZE,
	start = 0,
}: PageWalk<T>): AsyncGenerator<{ rows: T[]; ended: boolean }, void> {
	const seen = new Set<string | number>();
	const pages = new Set<string>();
	let counted: number | undefined;
	let hasMoved = false;
	let end = start;
	for (let isLast = false; !isLast;) {
		const { rows, total } = await read(size, end);
		const isSame = isRepeated(rows, pages);
		const fresh = isSame ? [] : rows.filter((row) => isFirstTime(idOf(row), seen));
		const isChanged = fresh.length < rows.length || total !== counted;
		hasMoved ||= end > start && !isSame && isChanged;
		counted = total;
		end += rows.length;
		// A page can be short because the server's maximum is lower than what was asked for.
		isLast = fresh.length === 0 || (total === undefined ? rows.length < size : end >= total);
		yield { rows: fresh, ended: isLast && !hasMoved };
	}
	for (let offset = start, isLast = !hasMoved; !isLast;) {
		const { rows } = await read(size, offset);
		offset += rows.length;
		isLast = rows.length === 0 || offset >= end;
		// A row without an ID may be one that came before.
		const fresh = rows.filter((row) => idOf(row) !== undefined && isFirstTime(idOf(row), seen));
		yield { rows: fresh, ended: isLast };
	}
}

/**
 * Lets several go through one walk, each from its first page on: a page is read when the first of them comes to it.
 * @param pause Made by `createPauses`: who comes later waits for nothing else.
 * @param failed Is told that the walk broke off.
 */
export function inCommon<T>(
	walk: AsyncGenerator<T, void>,
	pause: () => Promise<void>,
	failed: () => void,
): () => AsyncGenerator<T, void> {
	const steps: Array<Promise<IteratorResult<T, void>>> = [];
	return async function* () {
		for (let at = 0; ; at++) {
			const step = steps[at] ?? walk.next();
			if (!steps[at]) step.catch(failed);
			steps[at] = step;
			const next = await step;
			if (next.done) return;
			await pause();
			yield next.value;
		}
	};
}

const idOf = (row: unknown) => identified.safeParse(row).data?.id;

/** Whether a page was there before, row by row: by their IDs, or as they are where they have none. */
function isRepeated(rows: unknown[], pages: Set<string>): boolean {
	return !isFirstTime(JSON.stringify(rows.map((row) => idOf(row) ?? row)), pages);
}
