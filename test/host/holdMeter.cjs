'use strict';
/**
 * Loaded into n8n by `NODE_OPTIONS=--require`: how long its event loop was held. A request to
 * `http://127.0.0.1:$HOLD_METER_PORT` answers with the longest time since the last one in which nothing
 * else could run, in milliseconds of the thread's own time, so that other processes do not count.
 */
const { createServer } = require('node:http');
const { isMainThread } = require('node:worker_threads');

/** How often it is looked whether the loop turns, in milliseconds: what is shorter holds nobody. */
const LOOK_MS = 2;

/** What this thread worked so far, in milliseconds. */
function busyTime() {
	const { user, system } = process.threadCpuUsage();
	return (user + system) / 1_000;
}

const port = Number(process.env.HOLD_METER_PORT);
// Not in the processes around n8n, nor in those that it starts.
if (isMainThread && /[\\/]bin[\\/]n8n$/.test(process.argv[1] ?? '')) {
	let held = 0;
	let before = busyTime();
	const look = () => {
		const now = busyTime();
		held = Math.max(held, now - before);
		before = now;
	};
	const server = createServer((_, response) => {
		look();
		response.end(String(held));
		held = 0;
	});
	server.listen(port, '127.0.0.1', () => setInterval(look, LOOK_MS).unref());
	server.unref();
}
