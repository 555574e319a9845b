import { createHash } from 'node:crypto';
import type { ApiAnswer, JsonObject } from '../../exchange';
import type { GraphCall } from '../call';
import { badRequest } from '../problem';
import { checkFilter, type EntityType, filterPaths, fitsFilter, readPath } from './filter';
import { parseFilter } from './filterParser';

/** A list that a request may filter, sort, cut and page through. */
export interface ListSource<T> {
	items: T[];
	type: EntityType;
	render: (item: T) => JsonObject;
	/** Order where $orderby is not given. */
	defaultOrder?: (left: T, right: T) => number;
	/** Entries per page where $top is not given; undefined: all. */
	defaultTop?: number;
	maxTop?: number;
	/** Properties that come only by $select. */
	selectOnly?: string[];
	/** Whether the rule on $filter with $orderby applies (fact: filter-with-order). */
	inefficientFilterRule?: boolean;
	/** Query options that the collection does not know. */
	refuses?: string[];
	/** No page names the next one. */
	hasNoLinks?: boolean;
}

const OPTIONS = new Set([
	'$filter',
	'$orderby',
	'$select',
	'$expand',
	'$top',
	'$skip',
	'$count',
	'$search',
	'$skiptoken',
]);

/** Refuses system query options that OData does not know; others are passed over. */
export function checkOptions(call: GraphCall, refuses: string[] = []): void {
	for (const name of call.query.keys()) {
		if (name.startsWith('$') && (!OPTIONS.has(name) || refuses.includes(name))) {
			throw badRequest(`The query parameter '${name}' is not supported.`);
		}
	}
}

/** What $expand names: there are commas between, and others within parentheses (fact: expand-in-list). */
export function readExpand(call: GraphCall): string[] {
	return call.query.get('$expand')?.split(/,(?![^(]*\))/) ?? [];
}

/** The names in $select, checked; undefined when it is not given. */
export function readSelect(call: GraphCall, type: EntityType): string[] | undefined {
	const text = call.query.get('$select');
	if (text === null) return undefined;
	const names = text.split(',').map((name) => name.trim());
	for (const name of names) {
		const [first = ''] = name.split('/');
		// A cast to a derived type is passed over (fact: attachment-cast: undocumented).
		if (first.startsWith('microsoft.graph.') || first === '*') continue;
		if (!type.properties.has(first)) {
			throw badRequest(
				`Parsing OData Select and Expand failed: Could not find a property named '${first}' ` +
					`on type '${type.name}'.`,
				'RequestBroker--ParseUri',
			);
		}
	}
	// What is expanded comes beside what is selected.
	return [
		...names.map((name) => name.split('/').at(-1) ?? name),
		...readExpand(call).map((one) => one.split('(')[0] ?? ''),
	];
}

/** Keeps the selected properties; id and annotations always stay. */
export function applySelect(
	entity: JsonObject,
	select: string[] | undefined,
	selectOnly: string[] = [],
): JsonObject {
	const keep = (name: string): boolean => {
		if (name === 'id' || name.includes('@')) return true;
		if (select === undefined) return !selectOnly.includes(name);
		return select.includes(name) || (select.includes('*') && !selectOnly.includes(name));
	};
	return Object.fromEntries(Object.entries(entity).filter(([name]) => keep(name)));
}

function readInteger(call: GraphCall, name: string, minimum: number): number | undefined {
	const text = call.query.get(name);
	if (text === null) return undefined;
	const value = Number(text);
	if (!/^\d+$/.test(text) || value < minimum) {
		throw badRequest(`Invalid value '${text}' for ${name} query option found.`);
	}
	return value;
}

/** A nextLink is to be followed unchanged: its token knows the query it belongs to (fact: next-link). */
function queryDigest(query: URLSearchParams): string {
	const pairs = [...query.entries()]
		.filter(([name]) => name !== '$skiptoken' && name !== '$skip')
		.map((pair) => pair.join('='))
		.sort();
	return createHash('sha256').update(pairs.join('&')).digest('base64url').slice(0, 12);
}

function readOffset(call: GraphCall): number {
	const token = call.query.get('$skiptoken');
	if (token === null) return readInteger(call, '$skip', 0) ?? 0;
	const [offset = '', digest] = Buffer.from(token, 'base64url').toString('utf8').split('.');
	if (!/^\d+$/.test(offset) || digest !== queryDigest(call.query)) {
		throw badRequest('The skip token is invalid.', 'ErrorInvalidUrlQuery');
	}
	return Number(offset);
}

/** The address of the next page: the same query with an opaque token. */
export function nextLink(call: GraphCall, offset: number): string {
	const query = new URLSearchParams(call.query);
	query.delete('$skip');
	query.delete('$skiptoken');
	const token = Buffer.from(`${offset}.${queryDigest(query)}`).toString('base64url');
	query.set('$skiptoken', token);
	return `${call.root}${call.request.path}?${query.toString().replace(/%24/g, '$')}`;
}

function orderItems<T>(items: T[], orderBy: string, type: EntityType): T[] {
	const keys = orderBy.split(',').map((part) => {
		const [path = '', direction = 'asc', ...more] = part.trim().split(/\s+/);
		const [name = ''] = path.split('/');
		if (!type.properties.has(name) || more.length > 0 || !/^(asc|desc)$/.test(direction)) {
			throw badRequest(`Could not find a property named '${name}' on type '${type.name}'.`);
		}
		return { path: path.split('/'), sign: direction === 'desc' ? -1 : 1 };
	});
	const text = (item: T, path: string[]): string =>
		String(readPath(item, path) ?? '').toLowerCase();
	return [...items].sort((left, right) => {
		for (const { path, sign } of keys) {
			const [a, b] = [text(left, path), text(right, path)];
			if (a !== b) return a < b ? -sign : sign;
		}
		return 0;
	});
}

/** The three parts of the InefficientFilter rule, exactly as documented (fact: filter-with-order). */
function checkEfficiency(orderBy: string, paths: string[]): void {
	const order = orderBy.split(',').map((part) => part.trim().split(/\s+/)[0]);
	if (order.some((path, index) => paths[index] !== path)) {
		throw badRequest(
			'The restriction or sort order is too complex for this operation.',
			'InefficientFilter',
		);
	}
}

function findItems<T>(call: GraphCall, source: ListSource<T>): T[] {
	const filter = call.query.get('$filter');
	const orderBy = call.query.get('$orderby');
	let items = source.items;
	if (filter !== null) {
		const node = parseFilter(filter);
		checkFilter(node, source.type);
		if (source.inefficientFilterRule === true && orderBy !== null) {
			checkEfficiency(orderBy, filterPaths(node));
		}
		items = items.filter((item) => fitsFilter(node, item));
	}
	if (orderBy !== null) return orderItems(items, orderBy, source.type);
	return source.defaultOrder === undefined ? items : [...items].sort(source.defaultOrder);
}

/**
 * Answers a list request: $filter, $orderby, $top, $skip, $count, $select and paging by an opaque
 * `@odata.nextLink`. Throws a 400 for what Graph refuses.
 */
export function listAnswer<T>(call: GraphCall, source: ListSource<T>): ApiAnswer {
	checkOptions(call, source.refuses);
	const select = readSelect(call, source.type);
	const items = findItems(call, source);
	const top = readInteger(call, '$top', 1);
	if (top !== undefined && top > (source.maxTop ?? 1000)) {
		throw badRequest(`The limit of '${source.maxTop ?? 1000}' for Top query has been exceeded.`);
	}
	const size = top ?? call.prefer.maxPageSize ?? source.defaultTop ?? items.length;
	const offset = readOffset(call);
	const page = items.slice(offset, offset + size);
	const more = offset + size < items.length;
	const isCounted = call.world.countsFiltered || !call.query.has('$filter');
	return {
		status: 200,
		body: {
			'@odata.context': `${call.root}/$metadata#${source.type.name}`,
			...(call.query.get('$count') === 'true'
				? { '@odata.count': isCounted ? items.length : -1 }
				: {}),
			value: page.map((item) => applySelect(source.render(item), select, source.selectOnly)),
			...(more && !source.hasNoLinks ? { '@odata.nextLink': nextLink(call, offset + size) } : {}),
		},
	};
}

/** Answers a request for one entity, with $select. */
export function entityAnswer(
	call: GraphCall,
	entity: JsonObject,
	type: EntityType,
	options: { status?: number; selectOnly?: string[] } = {},
): ApiAnswer {
	checkOptions(call);
	const select = readSelect(call, type);
	return {
		status: options.status ?? 200,
		body: {
			'@odata.context': `${call.root}/$metadata#${type.name}/$entity`,
			...applySelect(entity, select, options.selectOnly),
		},
	};
}
