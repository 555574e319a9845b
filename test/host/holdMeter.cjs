'use strict';
/**
 * Loaded into n8n by `NODE_OPTIONS=--require`: how long its event loop was held. A request to
 * `http://127.0.0.1:$HOLD_METER_PORT` answers with the longest time since the last one in which nothing
 * else could run, and with how long the same thread takes to parse a megabyte of JSON right after it. Both are
 * milliseconds of the thread's own time, so that other processes do not count. Nor does it count when V8 clears up.
 */
const { createServer } = require('node:http');
const { constants, performance, PerformanceObserver } = require('node:perf_hooks');
const { isMainThread } = require('node:worker_threads');

/** How often it is looked whether the loop turns, in milliseconds: what is shorter holds nobody. */
const LOOK_MS = 2;
/**
 * What V8 takes at most where it clears up all that n8n keeps, in milliseconds: 30 to 100 in an n8n that does nothing.
 * It reports a part of that alone.
 */
const MAJOR_MS = 100;

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
	const moment = () => ({ at: performance.now(), busy: busyTime() });
	let before = moment();
	/** Turns of the loop that were longer than a look, by when they began and ended and how long the thread worked. */
	let turns = [];
	/** When V8 cleared up, and for how long. */
	let pauses = [];
	const observer = new PerformanceObserver((list) => pauses.push(...list.getEntries()));
	observer.observe({ entryTypes: ['gc'] });
	const look = () => {
		const now = moment();
		const busy = now.busy - before.busy;
		if (busy > LOOK_MS) turns.push({ from: before.at, to: now.at, busy });
		before = now;
	};
	const heldIn = ({ from, to, busy }) => {
		const inside = pauses.filter(({ startTime }) => startTime >= from && startTime <= to);
		const reported = inside.reduce((sum, { duration }) => sum + duration, 0);
		const isMajor = inside.some(
			({ detail }) => detail.kind === constants.NODE_PERFORMANCE_GC_MAJOR,
		);
		return busy - (isMajor ? Math.max(reported, MAJOR_MS) : reported);
	};
	const server = createServer((_, response) => {
		look();
		pauses.push(...observer.takeRecords());
		const held = turns.reduce((longest, turn) => Math.max(longest, heldIn(turn)), 0);
		response.end(JSON.stringify({ held, megabyte: parseTime() }));
		[turns, pauses, before] = [[], [], moment()];
	});
	server.listen(port, '127.0.0.1', () => setInterval(look, LOOK_MS).unref());
	server.unref();
}
