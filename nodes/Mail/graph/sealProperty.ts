import { expandProperty } from './odata';

/**
 * The property of a draft that says what of it was reviewed; its namespace is this package's own.
 * https://learn.microsoft.com/graph/api/resources/extended-properties-overview (fact: mark-property)
 */
export const SEAL = 'String {1d70d5a6-c642-4b13-9f17-5b5e9185fb15} Name ReviewedDraft';

/** The `$expand` of a request that reads it. */
export const SEAL_EXPAND = expandProperty(SEAL);
