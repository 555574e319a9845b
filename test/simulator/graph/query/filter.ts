import { property } from '../../exchange';
import { badRequest } from '../problem';
import type { Comparison, FilterNode, Literal } from './filterParser';

/** What a kind of entity is called and which properties it has. */
export interface EntityType {
	/** As Graph's messages name it. */
	name: string;
	properties: ReadonlySet<string>;
	/** Paths that Graph refuses to filter by, joined with `/`. */
	unfilterable?: ReadonlySet<string>;
}

// Times of this name are Edm.DateTimeOffset; `start/dateTime` of an event is a string.
const TIME_PROPERTY = /[a-z]DateTime$/;

function invalid(text: string): Error {
	return badRequest(text, 'ErrorInvalidUrlQueryFilter');
}

/** Reads a nested property. */
export function readPath(entity: unknown, path: string[]): unknown {
	return path.reduce((value: unknown, name) => property(value, name), entity);
}

/** The properties of a filter in order of first appearance, as paths joined with `/`. */
export function filterPaths(node: FilterNode): string[] {
	switch (node.kind) {
		case 'and':
		case 'or':
			return [...new Set([...filterPaths(node.left), ...filterPaths(node.right)])];
		case 'not':
			return filterPaths(node.inner);
		default:
			return [node.path.join('/')];
	}
}

/** Refuses properties that the entity does not have or that cannot be filtered by. */
export function checkFilter(node: FilterNode, type: EntityType): void {
	for (const path of filterPaths(node)) {
		const [name = ''] = path.split('/');
		if (!type.properties.has(name)) {
			throw invalid(`Could not find a property named '${name}' on type '${type.name}'.`);
		}
		if (type.unfilterable?.has(path) === true) {
			throw invalid(`The property '${path}' does not support filtering.`);
		}
	}
}

function ordered(operator: Comparison, difference: number): boolean {
	switch (operator) {
		case 'eq':
			return difference === 0;
		case 'ne':
			return difference !== 0;
		case 'gt':
			return difference > 0;
		case 'ge':
			return difference >= 0;
		case 'lt':
			return difference < 0;
		case 'le':
			return difference <= 0;
	}
}

function incompatible(path: string[], literal: Literal): Error {
	return invalid(
		`A binary operator with incompatible types was detected at '${path.join('/')}': ` +
			`the operand is a ${literal.type}.`,
	);
}

function compare(value: unknown, operator: Comparison, literal: Literal, path: string[]): boolean {
	const isTime = TIME_PROPERTY.test(path.at(-1) ?? '');
	if (isTime !== (literal.type === 'date') && literal.type !== 'null') {
		throw incompatible(path, literal);
	}
	if (literal.type === 'null' || value === null || value === undefined) {
		const same = literal.type === 'null' && (value === null || value === undefined);
		return operator === 'ne' ? !same : operator === 'eq' && same;
	}
	if (literal.type === 'date') {
		return ordered(operator, Date.parse(String(value)) - literal.value);
	}
	if (typeof value !== literal.type) throw incompatible(path, literal);
	if (typeof value === 'string' && literal.type === 'string') {
		// Exchange compares text without regard to case.
		const [left, right] = [value.toLowerCase(), literal.value.toLowerCase()];
		return ordered(operator, left < right ? -1 : Number(left > right));
	}
	return ordered(operator, Number(value) - Number(literal.value));
}

/** Whether an entity fits the filter. Throws a 400 for comparisons of unlike types. */
export function fitsFilter(node: FilterNode, entity: unknown): boolean {
	switch (node.kind) {
		case 'and':
			return fitsFilter(node.left, entity) && fitsFilter(node.right, entity);
		case 'or':
			return fitsFilter(node.left, entity) || fitsFilter(node.right, entity);
		case 'not':
			return !fitsFilter(node.inner, entity);
		case 'truth':
			return readPath(entity, node.path) === true;
		case 'compare':
			return compare(readPath(entity, node.path), node.operator, node.literal, node.path);
		case 'text': {
			const value = readPath(entity, node.path);
			if (typeof value !== 'string') return false;
			const [text, part] = [value.toLowerCase(), node.value.toLowerCase()];
			if (node.test === 'contains') return text.includes(part);
			return node.test === 'startswith' ? text.startsWith(part) : text.endsWith(part);
		}
		case 'any':
		case 'all': {
			const list = readPath(entity, node.path);
			if (!Array.isArray(list)) throw invalid(`'${node.path.join('/')}' is not a collection.`);
			const fits = (element: unknown): boolean =>
				fitsFilter(node.inner, { [node.variable]: element });
			return node.kind === 'any' ? list.some(fits) : list.every(fits);
		}
	}
}
