import { once } from 'node:events';
import { check } from './check';

/** A check of the simulated account in a process of its own, which may be killed. Its time is that of whoever started it. */
const options = JSON.parse(process.argv[2] ?? '{}');
void check({
	...options,
	pause: async (milliseconds) => {
		process.send?.(milliseconds);
		await once(process, 'message');
	},
}).finally(() => process.disconnect());
