'use strict';
/**
 * Loaded into n8n by `NODE_OPTIONS=--require`: how long its event loop was held. A request to
 * `http://127.0.0.1:$HOLD_METER_PORT` answers with the longest time since the last one in which nothing
 * else could run, and with how long the same thread takes to parse a megabyte of JSON right after it. Both are
 * milliseconds of the thread's own time, so that other processes do not count.
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

/** A megabyte as Graph's lists are: many small texts. */
const MEGABYTE = JSON.stringify(
	Array.from({ length: 9_000 }, (_, mail) => ({
		id: `AAMkAGI2-${mail}`,
		subject: `Mail ${mail}`,
		from: { emailAddress: { name: 'Ann', address: 'ann@contoso.com' } },
	})),
);
/** The quickest of some is the one in which nothing was cleared up. */
const PARSED = 5;

/** How long the thread takes to parse a megabyte now, in milliseconds. */
function parseTime() {
	const times = Array.from({ length: PARSED }, () => {
		const before = busyTime();
		JSON.parse(MEGABYTE);
		return busyTime() - before;
	});
	return Math.min(...times);
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
		response.end(JSON.stringify({ held, megabyte: parseTime() }));
		held = 0;
		before = busyTime();
	});
	server.listen(port, '127.0.0.1', () => setInterval(look, LOOK_MS).unref());
	server.unref();
}
