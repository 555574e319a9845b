import { type ApiAnswer, type JsonObject, property } from '../exchange';
import type { CollectionCall } from './call';
import { unprocessable } from './problem';

// Rows per page where no limit is given; the maximum is unknown, larger pages are cut to this
// (fact: collection-paging, fact: collection-largest-page).
const PAGE_ROWS = 200;

function readCount(call: CollectionCall, name: string, fallback: number): number {
	const text = call.query.get(name);
	if (text === null) return fallback;
	if (!/^\d+$/.test(text)) throw unprocessable(`${name} must be a number`);
	return Number(text);
}

/** A column of a row; `clients.full_name` reads it of each client. */
function readColumn(row: unknown, column: string): string[] {
	return column
		.split('.')
		.reduce<unknown[]>(
			(values, name) => values.flatMap((value) => property(value, name) ?? []),
			[row],
		)
		.map(String);
}

function searched<T>(call: CollectionCall, rows: T[], columns: string[]): T[] {
	const text = call.query.get('q')?.toLowerCase();
	if (text === undefined || text === '') return rows;
	const chosen = call.query.getAll('q_by[]');
	const by = chosen.length > 0 ? chosen : columns;
	const isWhole = call.world.readings.is({ fact: 'collection-match', as: 'whole' });
	const fits = (value: string) => (isWhole ? value === text : value.includes(text));
	return rows.filter((row) =>
		by.some((column) => readColumn(row, column).some((value) => fits(value.toLowerCase()))),
	);
}

function sorted<T>(call: CollectionCall, rows: T[]): T[] {
	const column = call.query.get('sort_by');
	if (column === null) return rows;
	const sign = call.query.get('sort_direction') === 'desc' ? -1 : 1;
	const key = (row: T): string => readColumn(row, column).join().toLowerCase();
	return [...rows].sort((left, right) =>
		key(left) < key(right) ? -sign : Number(key(left) > key(right)) * sign,
	);
}

/**
 * Answers a list (fact: collection-list): `limit` and `offset` on all; `q`, `q_by[]`, `sort_by` and `sort_direction` where
 * columns to search are given (fact: collection-search, fact: collection-sorting).
 */
export function listAnswer<T>(
	call: CollectionCall,
	rows: T[],
	render: (row: T) => JsonObject,
	searchColumns?: string[],
): ApiAnswer {
	const found =
		searchColumns === undefined ? rows : sorted(call, searched(call, rows, searchColumns));
	const offset = readCount(call, 'offset', 0);
	const limit = Math.min(readCount(call, 'limit', PAGE_ROWS), PAGE_ROWS);
	return {
		status: 200,
		body: {
			results: found.slice(offset, offset + limit).map(render),
			pagination: { offset, limit, total_count: found.length },
		},
	};
}
