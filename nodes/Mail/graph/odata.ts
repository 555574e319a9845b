/** A query as Graph takes it, without lists; undefined values are left out. */
export type ODataQuery = Record<string, string | number | boolean | undefined>;

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
