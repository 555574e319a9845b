import type { IDataObject } from 'n8n-workflow';
import { z } from 'zod';
import { HASH_LENGTH } from '../../shared/shortHash';
import type { Progress } from '../../shared/trigger/session';
import { MARK_LENGTH } from './answers';
import type { Window } from './changes';
import { MAX_EVENTS } from './watched';

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
	/** Names when a series is. */
	pattern?: string;
	/** Marks of the answers to its invitation. */
	answers: readonly string[];
	/** It is one of those that the workflow wants. */
	matched: boolean;
	/** That it starts soon was said, or need not be said. */
	reminded: boolean;
	/** The same for its end. */
	ended: boolean;
	cancelled: boolean;
	/** Its times are the midnights of its days. */
	allDay: boolean;
}

/** How far a calendar was handled. All times are the provider's. Never changed in place. */
export interface Position extends Progress {
	/** When the trigger began, in milliseconds since the epoch: what was made before is not new. */
	startedAt: number;
	window: Window;
	/** From when on events were not watched for want of room: see `reachOf`. */
	reach: Readonly<Record<string, number>>;
	/** Where the calendar was read last; tells the IDs of what is gone after a restart. */
	link: string;
	/** By key. */
	events: ReadonlyMap<string, Known>;
}

const SECOND_MS = 1_000;
const BASE = 36;
const TYPES = { single: '', series: 'm', occurrence: 'o' } as const;
const FLAGS = ['matched', 'reminded', 'ended', 'cancelled', 'allDay'] as const;

/** What is written of one event. */
const FIELDS = 8;

/**
 * The events as one text: for each its key, start and length in seconds, flags, and what it is. A field that
 * is as that of the event before is `=`, as series have it with all their occurrences.
 */
function writeEvents(events: Position['events']): string {
	const ofSeries = ([key, { series, start }]: [string, Known]) => `${series ?? key} ${start}`;
	const sorted = [...events].sort((one, other) => (ofSeries(one) < ofSeries(other) ? -1 : 1));
	let before: string[] = [];
	return sorted
		.map(([key, event]) => {
			const { start, end, series = '', hash, pattern = '', answers } = event;
			const flags = FLAGS.reduce((sum, name, bit) => sum + (event[name] ? 2 ** bit : 0), 0);
			const fields = [
				key,
				toBase(start / SECOND_MS),
				toBase((end - start) / SECOND_MS),
				`${TYPES[event.type]}${flags.toString(2 ** FLAGS.length)}`,
				hash,
				series,
				pattern,
				answers.join(''),
			];
			const shown = fields.map((field, at) => (field !== '' && field === before[at] ? '=' : field));
			before = fields;
			return shown.join(',').replace(/,+$/, '');
		})
		.join(';');
}

function toBase(seconds: number): string {
	return Math.round(seconds).toString(BASE);
}

const hash = `[A-Za-z0-9_-]{${HASH_LENGTH}}`;
const number = '-?[0-9a-z]{1,11}';
const record = new RegExp(
	`^${hash},(?:${number}|=),(?:${number}|=),(?:[mo]?[0-9a-v]|=),(?:${hash}|=)` +
		`(?:,(?:${hash}|=)?(?:,(?:${hash}|=)?(?:,(?:(?:[A-Za-z0-9_-]{${MARK_LENGTH}})+|=))?)?)?$`,
);

/** @returns undefined for what `writeEvents` did not write. */
function readEvents(text: string): Map<string, Known> | undefined {
	const events = new Map<string, Known>();
	let before: string[] = [];
	for (const written of text === '' ? [] : text.split(';')) {
		if (!record.test(written)) return undefined;
		const shown = written.split(',');
		const fields = Array.from({ length: FIELDS }, (_, at) =>
			shown[at] === '=' ? (before[at] ?? '') : (shown[at] ?? ''),
		);
		const [key = '', from = '', length = '', kind = '', content = '', series, pattern, marks] =
			fields;
		const start = parseInt(from, BASE) * SECOND_MS;
		const flags = parseInt(kind.slice(-1), 2 ** FLAGS.length);
		const has = (name: (typeof FLAGS)[number]) => (flags & (2 ** FLAGS.indexOf(name))) !== 0;
		events.set(key, {
			type: kind.length === 1 ? 'single' : kind.startsWith('m') ? 'series' : 'occurrence',
			series: series || undefined,
			start,
			end: start + parseInt(length, BASE) * SECOND_MS,
			hash: content,
			pattern: pattern || undefined,
			answers: (marks ?? '').match(new RegExp(`.{${MARK_LENGTH}}`, 'g')) ?? [],
			matched: has('matched'),
			reminded: has('reminded'),
			ended: has('ended'),
			cancelled: has('cancelled'),
			allDay: has('allDay'),
		});
		before = fields;
	}
	return events;
}

const moment = z.number().finite();

const savedPosition = z.object({
	kind: z.literal('calendar'),
	scope: z.string(),
	since: moment,
	startedAt: moment,
	deliveries: z.number().int().safe().min(0),
	emittedAt: moment.optional(),
	window: z.object({ from: moment, to: moment }),
	reach: z.record(moment).default({}),
	link: z.string(),
	events: z.string().transform((text, context) => {
		const events = readEvents(text);
		if (events && events.size <= 2 * MAX_EVENTS) return events;
		context.addIssue({ code: 'custom' });
		return z.NEVER;
	}),
});

/** The form in which n8n stores it. */
export function savePosition({ events, window, reach, ...rest }: Position): IDataObject {
	return {
		kind: 'calendar',
		...rest,
		window: { ...window },
		...(Object.keys(reach).length > 0 ? { reach: { ...reach } } : {}),
		events: writeEvents(events),
	};
}

/** Reads what `savePosition` wrote, and trusts nothing of it; undefined for anything else. */
export function readPosition(saved: unknown): Position | undefined {
	const { data } = savedPosition.safeParse(saved);
	if (!data) return undefined;
	const { scope, since, startedAt, deliveries, emittedAt, window, reach, link, events } = data;
	return { scope, since, startedAt, deliveries, emittedAt, window, reach, link, events };
}
