import type { Comparison, Outcome } from './compare';
import { knownOf } from './compare';
import type { Poll } from './openPoll';
import type { Known, Position } from './position';
import type { Sighting } from './sighting';
import type { Watched } from './watched';
import { reachOf } from './watched';

/** A position at which everything that is there counts as handled, and nothing starts the workflow. */
export function startPosition({ scope, wishes }: Poll, view: Watched): Position {
	const { now, window, link } = view;
	const start: Position = {
		scope,
		since: now,
		startedAt: now,
		emittedAt: now,
		deliveries: 0,
		window,
		reach: reachOf(view),
		link,
		events: new Map(),
	};
	const events = [...view.sightings.values()].map((event): [string, Known] => {
		const known = knownOf({ position: start, view, wishes }, event);
		const startsSoon = event.start - wishes.timeBefore <= now;
		return [event.key, { ...known, reminded: known.reminded || startsSoon }];
	});
	return { ...start, events: new Map(events) };
}

/**
 * The position after a poll: what was not handled stays as it was known, and is compared again.
 * @param isWhole everything that happened was handled.
 */
export function settle(
	{ position, view }: Pick<Comparison, 'position' | 'view'>,
	handled: Outcome[],
	isWhole: boolean,
): Position {
	const events = new Map(position.events);
	for (const { key, next } of handled) {
		if (next) events.set(key, next);
		else events.delete(key);
	}
	return {
		...position,
		since: isWhole ? Math.max(position.since, view.now) : position.since,
		window: view.window,
		reach: reachOf(view),
		link: view.link,
		events,
	};
}

/** The events as they were when they were handled, after a poll. */
export function remember(
	before: ReadonlyMap<string, Sighting>,
	{ sightings, beyond }: Watched,
	handled: Outcome[],
): ReadonlyMap<string, Sighting> {
	const after = new Map(before);
	for (const { key } of handled) {
		const event = sightings.get(key) ?? beyond.get(key);
		if (event) after.set(key, event);
		else after.delete(key);
	}
	return after;
}
