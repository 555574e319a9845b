import type { AnyZodObject } from 'zod';

/** What has the properties of an object by their names. */
export type Parts = Pick<AnyZodObject, 'shape'>;

/** A query as Graph takes it, without lists; undefined values are left out. */
export type ODataQuery = Record<string, string | number | boolean | undefined>;

/** The `$select` that asks for what a shape names: annotations, and what is expanded, come by themselves. */
export function selectOf({ shape }: Parts, $expand: ODataQuery[string] = ''): string {
	const [expanded] = String($expand).split('(');
	const isAsked = (name: string) => !name.startsWith('@') && name !== expanded;
	return Object.keys(shape).filter(isAsked).join(',');
}

/** Text as an OData string literal: in single quotes, apostrophes doubled. */
export function filterText(text: string): string {
	return `'${text.replaceAll("'", "''")}'`;
}

/**
 * A search as Graph takes it: the whole text in double quotes, inner quotes and backslashes escaped.
 * https://learn.microsoft.com/graph/search-query-parameter
 */
export function searchText(text: string): string {
	return `"${text.replace(/[\\"]/g, '\\$&')}"`;
}

/**
 * The `$expand` of an extended property, such as `String {guid} Name x`.
 * https://learn.microsoft.com/graph/api/singlevaluelegacyextendedproperty-get
 */
export function expandProperty(id: string): string {
	return `singleValueExtendedProperties($filter=id eq ${filterText(id)})`;
}
