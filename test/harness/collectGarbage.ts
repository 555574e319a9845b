import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

// The collector is reached without a flag of the command line.
setFlagsFromString('--expose-gc');
const collect: unknown = runInNewContext('gc');

/** Collects garbage at once: all of it, or only what is new (`minor`). @throws Error where Node.js does not offer it. */
export function collectGarbage(type: 'major' | 'minor' = 'major'): void {
	if (typeof collect !== 'function') throw new Error('Node.js offers no garbage collection');
	collect({ type });
}
