import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import type { SimEvent } from '../simulator/graph/calendar/event';
import type { Recurrence } from '../simulator/graph/calendar/schemas';
import { toDateTimeZone, toIana, toInstant } from '../simulator/graph/calendar/zones';
import type { CalendarBench } from './calendarBench';
import { EVERYTHING, openCalendarBench } from './calendarBench';
import type { Told, Watching } from './calendarOracle';
import { begin, judge, travel } from './calendarOracle';
import { truthOf } from './calendarTruth';
import type { TriggerStage } from './triggerBench';
import { MINUTE } from './triggerBench';

/**
 * Short histories in small windows, so that much of what happens lies at an edge: of the window, of a day, of a
 * zone, of a change of the clocks, of a restart.
 */

const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const MOST_EVENTS = 8;

/** Zones of mailboxes and of who writes to them, by the names that Outlook uses. */
const ZONES = [
	'UTC',
	'W. Europe Standard Time',
	'Eastern Standard Time',
	'Lord Howe Standard Time',
	'New Zealand Standard Time',
	'Nepal Standard Time',
	'Line Islands Standard Time',
	'Dateline Standard Time',
];
/** Some of them a day or two before the clocks change in one of the zones. */
const BEGINNINGS = [
	'2026-03-02T12:00:00Z',
	'2026-03-07T01:30:00Z',
	'2026-03-28T05:00:00Z',
	'2026-04-03T20:00:00Z',
	'2026-09-25T13:00:00Z',
	'2026-10-02T22:00:00Z',
	'2026-10-24T06:00:00Z',
	'2026-10-31T08:00:00Z',
];
/** In the subjects of those that some workflows want. */
const WANTED = 'x';
/** How long n8n waits until its next poll, in hours; some of them it is down. */
const PAUSES = [1 / 3, 1, 1, 3, 6, 12, 23, 25, 50];

/** What came of a history. */
export interface EdgesOutcome {
	/** What was told wrongly. */
	faults: string[];
	/** Items that the workflow got. */
	items: number;
	/** All that happened, for who looks for the reason. */
	log: string[];
}

/** @param random decides what happens. */
export async function playEdges(random: () => number, stage: TriggerStage): Promise<EdgesOutcome> {
	const history = await History.begin(random, stage);
	try {
		return await history.play();
	} finally {
		await history.end();
	}
}

class History {
	private readonly realNow = Date.now;

	private readonly log: string[] = [];

	private count = 0;

	private watching: Watching;

	/** What was watched before, until a poll came through since the settings were edited. */
	private former?: Watching;

	private told: Told;

	/** As n8n has it in its database. */
	private stored: Told;

	/** What was watched when n8n stored that. */
	private storedFor: Watching;

	private constructor(
		private readonly bench: CalendarBench,
		private readonly random: () => number,
		private readonly parameters: Settings,
		private zone: string,
	) {
		// The code of n8n and its libraries see the same clock.
		Date.now = bench.clock.now;
		this.watching = watchingOf(parameters);
		this.told = begin(this.watching, new Map(), bench.time.now);
		this.stored = this.told;
		this.storedFor = this.watching;
	}

	static async begin(random: () => number, stage: TriggerStage): Promise<History> {
		const pick = <T>(list: readonly T[]) => pickOf(random, list);
		const [zone, beginning] = [pick(ZONES), pick(BEGINNINGS)];
		const parameters = settingsOf(pick);
		const bench = await openCalendarBench(stage, parameters);
		bench.mailbox.settings.timeZone = zone;
		// fact: private-event.
		const hidesPrivate = random() < 0.3;
		bench.mailbox.shareWith(bench.mailbox.address, { calendar: 'readWrite', hidesPrivate });
		bench.time.now = Date.parse(beginning);
		await bench.clock.wait(bench.time.now - bench.clock.now());
		const history = new History(bench, random, parameters, toIana(zone));
		history.note(`${zone}, ${beginning}, ${JSON.stringify(parameters)}`);
		return history;
	}

	async play(): Promise<EdgesOutcome> {
		const { bench } = this;
		for (let event = 0; event < 4; event++) this.create();
		// What was made just before may count as made since.
		this.passTime(3 * MINUTE);
		await bench.activate();
		this.told = begin(this.watching, this.truth(), bench.time.now);
		this.store();
		const polls = 12 + Math.floor(this.random() * 6);
		let items = 0;
		for (let poll = 0; poll < polls; poll++) {
			await this.wait(this.pick(PAUSES) * HOUR);
			const { faults, count } = await this.poll();
			items += count;
			if (faults.length > 0) return { faults, items, log: this.log };
		}
		return { faults: [], items, log: this.log };
	}

	async end(): Promise<void> {
		Date.now = this.realNow;
		await this.bench.stop();
	}

	private truth() {
		return truthOf(this.bench.calendar, this.bench.time.now, this.zone);
	}

	private note(what: string): void {
		this.log.push(`${new Date(this.bench.time.now).toISOString()} ${what}`);
	}

	private chance(share: number): boolean {
		return this.random() < share;
	}

	private pick<T>(list: readonly T[]): T {
		return pickOf(this.random, list);
	}

	private passTime(span: number): void {
		this.bench.time.now += Math.round(span / 1_000) * 1_000;
	}

	/** Time passes, in which something happens or nothing. */
	private async wait(span: number): Promise<void> {
		const from = this.bench.time.now;
		const changes = Math.floor(this.random() * 4);
		for (let change = 0; change < changes; change++) {
			this.passTime(span / (changes + 1));
			this.change();
		}
		this.bench.time.now = Math.max(this.bench.time.now, from + Math.round(span / MINUTE) * MINUTE);
		await this.bench.clock.wait(this.bench.time.now - this.bench.clock.now());
	}

	private async poll(): Promise<{ faults: string[]; count: number }> {
		const { bench } = this;
		const travels = this.chance(0.08);
		if (travels) this.travel();
		// A new zone is seen when all is read.
		if (travels || this.chance(0.1)) {
			this.note('the link is given up');
			bench.calendar.delta.expire();
		}
		if (this.chance(0.06)) {
			this.note('n8n dies before it stored what this poll tells');
			await bench.crash();
			this.die();
		} else if (this.chance(0.15)) {
			this.note('n8n starts anew');
			bench.restart();
			this.die();
		}
		const isEdited = this.chance(0.1);
		if (isEdited) this.edit();
		if (this.chance(0.1)) {
			this.note('some requests fail');
			const kinds = [429, 503] as const;
			const seed = Math.floor(this.random() * 1_000);
			bench.simulator.faults.random({ seed, rate: 0.4, kinds: [...kinds], retryAfterSeconds: 0 });
		}
		const polled = await this.pollAll(isEdited);
		bench.simulator.faults.clear();
		bench.simulator.requests.clear();
		if (!polled) this.note('the poll fails');
		if (!polled) return { faults: [], count: 0 };
		const items = polled.map(({ json }): IDataObject => json);
		this.note(
			`a poll tells ${items.map(({ changeType, id }) => `${String(changeType)} ${short(id)}`).join(', ')}`,
		);
		const { watching, told, former } = this;
		const judged = judge(watching, told, this.truth(), items, bench.time.now, former);
		this.former = undefined;
		this.told = judged.told;
		if (items.length > 0 || isEdited) this.store();
		return { faults: judged.faults, count: items.length };
	}

	private store(): void {
		this.stored = this.told;
		this.storedFor = this.watching;
	}

	/** What n8n had stored is all that is known, maybe from before an edit whose poll failed. */
	private die(): void {
		this.told = this.stored;
		if (this.storedFor !== this.watching) this.former = this.storedFor;
	}

	/** What one poll has no room for comes with the next one. @returns undefined where the first one fails. */
	private async pollAll(isEdited: boolean): Promise<INodeExecutionData[] | undefined> {
		const { bench } = this;
		const items: INodeExecutionData[] = [];
		for (;;) {
			const isFirst = isEdited && items.length === 0;
			const polling = isFirst ? bench.activate({ activation: 'update' }) : bench.poll({ after: 0 });
			const given = await polling.catch(() => undefined);
			// The poll with which n8n starts only tells that it failed.
			const failed = bench.failures.splice(0).length > 0 || !given;
			if (failed && items.length === 0) return undefined;
			if (failed) bench.simulator.faults.clear();
			items.push(...(given ?? []));
			if (!failed && given.length === 0) return items;
		}
	}

	/** Somebody changes some of the settings, and publishes the workflow again. */
	private edit(): void {
		const fresh = settingsOf((list) => this.pick(list));
		for (const [name, value] of Object.entries(fresh)) {
			if (this.chance(0.4)) Object.assign(this.parameters, { [name]: value });
		}
		this.note(`the settings are ${JSON.stringify(this.parameters)}`);
		this.former ??= this.watching;
		this.watching = watchingOf(this.parameters);
		this.bench.remake();
	}

	/** The owner of the calendar sets another zone. */
	private travel(): void {
		const zone = this.pick(ZONES);
		this.note(`the zone is ${zone}`);
		this.bench.mailbox.settings.timeZone = zone;
		const [from, to] = [this.zone, toIana(zone)];
		this.told = travel(this.told, from, to);
		this.stored = travel(this.stored, from, to);
		this.zone = to;
	}

	/** Something happens in the calendar. */
	private change(): void {
		const { calendar } = this.bench;
		const own = calendar.calendar()?.id;
		const events = calendar.events.filter(({ calendarId }) => calendarId === own);
		const event = events.length > 0 ? this.pick(events) : undefined;
		if (!event || (events.length < MOST_EVENTS && this.chance(0.25))) return this.create();
		const one = event.recurrence && this.chance(0.6) ? this.occurrenceOf(event) : event;
		if (!one) return;
		const fate = this.random();
		const name = `${one.type} ${short(one.idOf('immutable'))}`;
		if (fate < 0.3) {
			this.note(`${name} is deleted`);
			calendar.remove(one);
		} else if (fate < 0.35 && one === event) {
			this.note(`${name} goes into another calendar`);
			event.calendarId = calendar.calendars[1]?.id ?? calendar.addCalendar('Other').id;
		} else if (fate < 0.42 && one.recurrence === null && !one.master) {
			this.note(`${name} is called off`);
			calendar.edit(one, { isCancelled: true, ...(this.chance(0.3) ? this.times(one) : {}) });
		} else if (fate < 0.5 && one === event) {
			this.note(`${name} is answered`);
			calendar.answer(one, 'ann@example.com', this.pick(['accepted', 'declined']));
		} else if (fate < 0.75) {
			const times = one.recurrence ? this.seriesTimes(one) : this.times(one);
			this.note(`${name} is moved to ${new Date(times.start).toISOString()}`);
			calendar.edit(one, times);
		} else {
			this.note(`${name} is renamed`);
			calendar.edit(one, { subject: this.subject() });
		}
	}

	/** One of those that are near. */
	private occurrenceOf(series: SimEvent): SimEvent | undefined {
		const { now } = this.bench.time;
		const near = this.bench.calendar.instances(series, now - 2 * DAY, now + 4 * DAY);
		return near.length > 0 ? this.pick(near) : undefined;
	}

	/** Somewhere around what is watched, often at its edges. */
	private near(): number {
		const { lookAhead } = this.watching;
		const edge = this.pick([-DAY, 0, 0, lookAhead, lookAhead + DAY, 10 * DAY]);
		const off = (this.random() - 0.5) * this.pick([2, 12, 60]) * HOUR;
		return Math.round((this.bench.time.now + edge + off) / (15 * MINUTE)) * 15 * MINUTE;
	}

	/** Other times of an event, of whole days where it is of those. */
	private times({ isAllDay, startZone, start, end }: SimEvent) {
		const length = isAllDay ? Math.round((end - start) / DAY) : 0;
		const span = end - start;
		const at = this.near();
		return isAllDay ? daysAt(at, length, startZone) : { start: at, end: at + span };
	}

	/** A series keeps its first day where its pattern says it. */
	private seriesTimes({ isAllDay, start, end, startZone }: SimEvent) {
		const day = toDateTimeZone(start, startZone).dateTime.slice(0, 'yyyy-MM-dd'.length);
		const hour = String(Math.floor(this.random() * 20)).padStart(2, '0');
		const to = toInstant({ dateTime: `${day}T${hour}:30:00`, timeZone: startZone });
		return isAllDay ? { start, end } : { start: to, end: to + end - start };
	}

	/** One that no other event has. */
	private subject(): string {
		return `${this.pick(['v', WANTED])}${++this.count}`;
	}

	private create(): void {
		const { calendar, time } = this.bench;
		const timeZone = this.pick(ZONES);
		const isAllDay = this.chance(0.4);
		const at = this.near();
		const length = this.pick([30 * MINUTE, 30 * MINUTE, 20 * HOUR]);
		const times = isAllDay
			? daysAt(at, this.pick([1, 1, 2]), timeZone)
			: { start: at, end: at + length };
		const isSeries = this.chance(0.35);
		const born = new Date(time.now - (this.chance(0.2) ? 3 * DAY : 0)).toISOString();
		const event = calendar.add({
			subject: this.subject(),
			createdDateTime: born,
			startZone: timeZone,
			endZone: timeZone,
			isAllDay,
			// What became of an occurrence of a hidden series, nothing tells.
			sensitivity: !isSeries && this.chance(0.3) ? 'private' : 'normal',
			...times,
			...(isSeries ? { recurrence: this.recurrence(times.start, timeZone) } : {}),
			attendees: [
				{
					emailAddress: { name: 'Ann', address: 'ann@example.com' },
					type: 'required',
					status: { response: 'none', time: '0001-01-01T00:00:00Z' },
				},
			],
		});
		const what = `${isAllDay ? 'whole day ' : ''}${event.type} ${short(event.idOf('immutable'))}`;
		this.note(`${what} is made at ${new Date(event.start).toISOString()} in ${timeZone}`);
	}

	private recurrence(start: number, timeZone: string): Recurrence {
		const startDate = toDateTimeZone(start, timeZone).dateTime.slice(0, 'yyyy-MM-dd'.length);
		const numberOfOccurrences = this.pick([2, 3, 20]);
		return {
			pattern: { type: 'daily', interval: this.pick([1, 1, 2, 7]) },
			range: { type: 'numbered', startDate, numberOfOccurrences },
		};
	}
}

type Settings = ReturnType<typeof settingsOf>;

function settingsOf(pick: <T>(list: readonly T[]) => T) {
	const event: readonly string[] = pick([
		EVERYTHING,
		EVERYTHING,
		EVERYTHING,
		['created'],
		['ended'],
	]);
	return {
		event: [...event],
		lookAhead: pick([1, 2]),
		timeBefore: pick([5, 60, 300]),
		series: pick(['series', 'series', 'occurrences']),
		options: { maxEvents: pick([1, 3, 1_000, 1_000]) },
		filters: { subject: pick(['', '', WANTED]) },
	};
}

function watchingOf({ event, lookAhead, timeBefore, series, filters }: Settings): Watching {
	return {
		event,
		lookAhead: lookAhead * DAY,
		timeBefore: timeBefore * MINUTE,
		seriesAsOne: series === 'series',
		...filters,
	};
}

/** Whole days from the one in which a moment lies. */
function daysAt(moment: number, days: number, timeZone: string) {
	const day = toDateTimeZone(moment, timeZone).dateTime.slice(0, 'yyyy-MM-dd'.length);
	const last = new Date(Date.parse(day) + days * DAY).toISOString().slice(0, day.length);
	const midnight = (date: string) => toInstant({ dateTime: `${date}T00:00:00`, timeZone });
	return { start: midnight(day), end: midnight(last) };
}

function pickOf<T>(random: () => number, list: readonly T[]): T {
	const picked = list[Math.floor(random() * list.length)];
	if (picked === undefined) throw new Error('Nothing to pick from');
	return picked;
}

/** As much of an ID as tells it apart. */
function short(id: unknown): string {
	return String(id).slice(-8);
}
