import hostManifest from './host.json';

/** The n8n that the tests run, such as 2.41.1: N8N_VERSION, or the one of host.json. */
const VERSION = process.env.N8N_VERSION ?? hostManifest.dependencies.n8n;

/**
 * Why a test is skipped, for its options: n8n before a version does not have what it is about.
 *
 * @param first no version before it has it, as far as was seen
 * @param what it is, for the line of the skipped test
 * @returns false where this n8n has it
 */
export function skipBefore(first: string, what: string): string | false {
	return isBefore(first) && `n8n ${VERSION} has no ${what}`;
}

/** True where the n8n that the tests run is older than this version. */
export function isBefore(version: string): boolean {
	return VERSION.localeCompare(version, 'en', { numeric: true }) < 0;
}
