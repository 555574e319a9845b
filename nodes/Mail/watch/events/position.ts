import { z } from 'zod';
import { HASH_LENGTH } from '../../../shared/text/shortHash';
import type { Entry, Ledger, State, StoredKind } from '../../../shared/watch/ledger';
import { MARK_LENGTH } from './answers';
import { moveDays } from './days';
import type { View } from './view';

/** What was handled of an event: enough to tell what happens to it next. */
export interface Known {
	type: 'single' | 'series' | 'occurrence';
	/** Key of the series. */
	series?: string;
	/** In milliseconds since the epoch. */
	start: number;
	end: number;
	/** Short hash of its content. */
	hash: string;
	/** Short hash of when a series takes place. */
	pattern?: string;
	/** Marks of the answers to its invitation. */
	answers: readonly string[];
	/** It matched the conditions. */
	matched: boolean;
	/** A reminder was given, or is not due. */
	reminded: boolean;
	/** The same for its end. */
	ended: boolean;
	cancelled: boolean;
	/** Its times are the midnights of its days. */
	allDay: boolean;
}

const moment = z.number().finite();

/** What the ledger keeps besides the events. */
const extra = z.object({
	/** When the trigger began, in milliseconds since the epoch: what was made before is not new. */
	startedAt: moment,
	window: z.object({ from: moment, to: moment }),
	/** IANA name of the zone in which days began at that poll. */
	zone: z.string(),
	/** From when on events were not watched for want of room: see `reachOf`. */
	reach: z.record(moment),
	/** The link to later changes. After a restart, it tells the IDs of what is gone. */
	link: z.string(),
	/** Names the conditions under which all was handled; missing in what was stored by older versions. */
	conditions: z.string().optional(),
});
export type Extra = z.output<typeof extra>;

/** A ledger in the form that a comparison takes. All times are the provider's. */
export interface Position extends Extra {
	/** When all was handled last, in milliseconds since the epoch. */
	since: number;
	/** By key. */
	events: ReadonlyMap<string, Known>;
}

/** A second in milliseconds: times are stored in whole seconds. */
export const SECOND_MS = 1_000;
const BASE = 36;
const TYPES = { single: '', series: 'm', occurrence: 'o' } as const;
const FLAGS = ['matched', 'reminded', 'ended', 'cancelled', 'allDay'] as const;

const toBase = (ms: number) => Math.round(ms / SECOND_MS).toString(BASE);

/** The zone in which whole days are stored: it must stay the same while the owner travels. */
const STORED = 'UTC';

/** An event with its whole days moved to another zone. A series has no days: its times say when to look for it. */
export function inDaysOf(event: Known, move: ReturnType<typeof moveDays>): Known {
	if (!event.allDay || event.type === 'series') return event;
	return { ...event, start: move(event.start), end: move(event.end) };
}

/**
 * Makes the state of an event: start and length in seconds, type and flags, hashes, and marks of answers.
 * @param zone IANA name of the zone in which its days begin.
 */
export function statesIn(zone: string): (event: Known) => State {
	const move = moveDays(zone, STORED);
	return (event) => toState(inDaysOf(event, move));
}

function toState(event: Known): State {
	const { start, end, series = '', hash, pattern = '', answers } = event;
	const flags = FLAGS.reduce((sum, name, bit) => sum + (event[name] ? 2 ** bit : 0), 0);
	const kind = `${TYPES[event.type]}${flags.toString(2 ** FLAGS.length)}`;
	const fields = [
		toBase(start),
		toBase(end - start),
		kind,
		hash,
		series,
		pattern,
		answers.join(''),
	];
	// Empty fields at the end are not stored.
	while (fields.at(-1) === '') fields.pop();
	return fields;
}

const hash = `[A-Za-z0-9_-]{${HASH_LENGTH}}`;
const number = '-?[0-9a-z]{1,11}';
const record = new RegExp(
	`^${number},${number},[mo]?[0-9a-v],${hash}` +
		`(?:,(?:${hash})?(?:,(?:${hash})?(?:,(?:[A-Za-z0-9_-]{${MARK_LENGTH}})+)?)?)?$`,
);

/** How a ledger of events is stored; what is over is kept until the window moves on once more. */
export const storedEvents: StoredKind<Extra> = {
	extra,
	mostOpen: 0,
	isState: (state) => record.test(state.join()),
};

/** Reads what `toState` wrote. */
function toKnown([from = '', length = '', kind = '', content = '', ...rest]: State): Known {
	const [series, pattern, marks = ''] = rest;
	const start = parseInt(from, BASE) * SECOND_MS;
	const flags = parseInt(kind.slice(-1), 2 ** FLAGS.length);
	const has = (name: (typeof FLAGS)[number]) => (flags & (2 ** FLAGS.indexOf(name))) !== 0;
	return {
		type: kind.length === 1 ? 'single' : kind.startsWith('m') ? 'series' : 'occurrence',
		series: series || undefined,
		start,
		end: start + parseInt(length, BASE) * SECOND_MS,
		hash: content,
		pattern: pattern || undefined,
		answers: marks.match(new RegExp(`.{${MARK_LENGTH}}`, 'g')) ?? [],
		matched: has('matched'),
		reminded: has('reminded'),
		ended: has('ended'),
		cancelled: has('cancelled'),
		allDay: has('allDay'),
	};
}

/** A clock that is put right moves by less, in milliseconds. */
const FAR_AHEAD_MS = 3_600_000;

/** A stored moment; now, where it lies so far ahead that an answer must have borne a wrong date. */
export const notFarAhead = (moment: number, now: number) =>
	moment > now + FAR_AHEAD_MS ? now : moment;

/**
 * The position that a ledger holds.
 * @param present The provider's time, and the IANA name of the zone in which days begin now.
 */
export function positionOf(
	{ since, entries, extra: { startedAt, ...beside } }: Ledger<Extra>,
	{ now, zone }: Pick<View, 'now' | 'zone'>,
): Position {
	const move = moveDays(STORED, zone);
	const events = [...entries].map(([key, { state }]): [string, Known] => [
		key,
		inDaysOf(toKnown(state), move),
	]);
	return {
		...beside,
		startedAt: notFarAhead(startedAt, now),
		since: notFarAhead(since, now),
		events: new Map(events),
	};
}

/** Where the key of the series stands in a state. */
const SERIES = 4;

/** Sorts entries by series: `saveLedger` stores equal fields of neighbours once. */
export function bySeries(entries: Ledger<Extra>['entries']): Ledger<Extra>['entries'] {
	const orderOf = ([key, { state }]: [string, Entry]) => `${state[SERIES] || key} ${state[0]}`;
	const sorted = [...entries].sort((a, b) => (orderOf(a) < orderOf(b) ? -1 : 1));
	return new Map(sorted);
}
