import type { IDataObject } from 'n8n-workflow';
import type { Truth } from './calendarTruth';
import { placed } from './calendarTruth';

/**
 * What docs/calendar-trigger.md promises of each poll, from what is in the calendar and from nothing else. At the
 * edges of what is watched the page leaves a day open, as the window moves on once a day: what happens there
 * may be told, and need not.
 */

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** What was handled of an event. */
interface Handled {
	truth: Truth;
	/** Whether the trigger watches it: that is left open at the edges. */
	isKnown: boolean | 'maybe';
	/** The start that was reminded of, and the end that was told, or need not be. */
	reminded?: number;
	ended?: number;
	/** It was changed where it is not watched: that may be told when it comes into sight. */
	isStale: boolean;
}

/** How far the workflow was told; never changed in place. */
export interface Told {
	startedAt: number;
	since: number;
	/** How far it was looked ahead then, in milliseconds. */
	lookAhead: number;
	/** The zone in which days began then, where it is another one now. */
	zone?: string;
	events: ReadonlyMap<string, Handled>;
	/** When the window may have been read last, and from when on it then reached. */
	windows: ReadonlyArray<{ at: number; from: number }>;
}

export interface Watching {
	/** Milliseconds. */
	lookAhead: number;
	timeBefore: number;
	seriesAsOne: boolean;
	/** What events have in their subjects that are wanted. */
	subject: string;
	/** Entries of Trigger On. */
	event: readonly string[];
}

const isWanted = ({ subject }: Watching, truth: Truth) => truth.subject.includes(subject);

/** Nobody is reminded of what is not wanted, or not yet. */
const timeBeforeOf = (watching: Watching, truth: Truth) =>
	isWanted(watching, truth) && watching.event.includes('startingSoon') ? watching.timeBefore : 0;

/** Something that may be told. */
interface Expected {
	name: string;
	truth: Truth;
	isRequired: boolean;
}

type Place = 'in' | 'edge' | 'out';
type Need = boolean | 'maybe';

/**
 * What is wrong with what a poll told, and how far the workflow is told then.
 * @param former what was watched before, where it was edited since: then only what both want has to be told.
 */
export function judge(
	watching: Watching,
	told: Told,
	calendar: ReadonlyMap<string, Truth>,
	items: IDataObject[],
	now: number,
	former?: Watching,
): { faults: string[]; told: Told } {
	const before = former && new Judgement(former, told, calendar, now);
	const poll = new Judgement(watching, told, calendar, now, before);
	return { faults: poll.faultsOf(items), told: poll.next() };
}

/** The workflow begins: what is there was there before. */
export function begin(watching: Watching, calendar: ReadonlyMap<string, Truth>, now: number): Told {
	const { lookAhead } = watching;
	const empty = { startedAt: now, since: now, lookAhead, events: new Map(), windows: [] };
	const told = new Judgement(watching, empty, calendar, now).next();
	const events = [...told.events].map(([id, one]): [string, Handled] => {
		const { truth } = one;
		const isSoon = truth.start <= now + timeBeforeOf(watching, truth);
		return [id, isSoon ? { ...one, reminded: truth.start } : one];
	});
	return { ...told, events: new Map(events) };
}

/** The owner of the calendar travels: days begin at other moments, and what was told of them was told. */
export function travel(told: Told, from: string, zone: string): Told {
	const events = [...told.events].map(([id, one]): [string, Handled] => {
		const truth = placed(one.truth, zone);
		const reminded = one.reminded === one.truth.start ? truth.start : one.reminded;
		const ended = one.ended === one.truth.end ? truth.end : one.ended;
		return [id, { ...one, truth, reminded, ended }];
	});
	return { ...told, zone: told.zone ?? from, events: new Map(events) };
}

class Judgement {
	private readonly expected: Expected[] = [];
	/** The events of which this poll told the end. */
	private readonly toldEnds = new Set<string>();

	private readonly windows: Told['windows'];

	constructor(
		private readonly watching: Watching,
		private readonly told: Told,
		private readonly calendar: ReadonlyMap<string, Truth>,
		private readonly now: number,
		private readonly former?: Judgement,
	) {
		const recent = told.windows.filter(({ at }) => at > now - DAY);
		this.windows = [...recent, { at: now, from: Math.min(told.since, now) - DAY }];
		for (const id of new Set([...calendar.keys(), ...told.events.keys()])) this.expect(id);
	}

	faultsOf(items: IDataObject[]): string[] {
		// What has to be told is looked for first.
		const open = [...this.expected].sort((one, other) => +other.isRequired - +one.isRequired);
		const faults: string[] = [];
		// An item without an ID may be about any event of its time, and subject, that no other item names.
		const sorted = [...items].sort(
			(one, other) => +(one.id === '') - +(other.id === '') || +!one.subject - +!other.subject,
		);
		for (const item of sorted) {
			const at = open.findIndex((one) => fits(one, item, this.now));
			const [one] = at < 0 ? [] : open.splice(at, 1);
			if (!one) faults.push(`not expected: ${describe(item)}`);
			else if (one.name === 'ended') this.toldEnds.add(one.truth.id);
		}
		const lost = open.filter(({ isRequired }) => isRequired);
		return [
			...faults,
			...lost.map(({ name, truth }) => `lost: ${name} of ${JSON.stringify(truth)}`),
		];
	}

	next(): Told {
		const events = new Map<string, Handled>();
		for (const [id, truth] of this.calendar) {
			const before = this.told.events.get(id);
			const place = this.placeOf(truth);
			const wasKnown = before?.isKnown ?? false;
			const isKnown = place === 'in' ? true : place === 'out' && !wasKnown ? false : 'maybe';
			const isSoon = truth.start - timeBeforeOf(this.watching, truth) <= this.now;
			// What was told of a day is told although it is ahead again.
			const reminded = isSoon || before?.reminded === truth.start ? truth.start : undefined;
			const isOver = truth.end <= this.now || before?.ended === truth.end;
			const ended = isOver ? truth.end : undefined;
			// One that ended where it was not seen may be told when it is seen again, after its owner travelled.
			const isMissed = isOver && before?.ended === undefined && !this.toldEnds.has(id);
			const isChanged = before && (before.isStale || isOther(before.truth, truth));
			const isStale = place !== 'in' && (isMissed || isChanged === true);
			events.set(id, { truth, isKnown, reminded, ended, isStale });
		}
		const { startedAt } = this.told;
		const { lookAhead } = this.watching;
		return { startedAt, since: this.now, lookAhead, events, windows: this.windows };
	}

	/** Where an event lies; a series where its occurrences do. */
	private placeOf(truth: Truth, events: Iterable<Truth> = this.calendar.values()): Place {
		if (truth.kind !== 'series') return this.placeOfTimes(truth);
		const places = [...events]
			.filter(({ series }) => series === truth.id)
			.map((one) => this.placeOfTimes(one));
		return places.includes('in') ? 'in' : places.includes('edge') ? 'edge' : 'out';
	}

	private placeOfTimes({ start, end }: Truth): Place {
		const { now } = this;
		const { lookAhead } = this.watching;
		if (end > now - DAY && start < now + lookAhead) return 'in';
		const from = Math.min(...this.windows.map((one) => one.from));
		return end > from && start < now + lookAhead + DAY ? 'edge' : 'out';
	}

	private add(what: string, truth: Truth, need: Need): void {
		const [name = ''] = what.split(' ');
		const { event } = this.watching;
		if (!need || !event.includes(name === 'deleted' ? 'cancelled' : name)) return;
		if (!isWanted(this.watching, truth)) {
			// Of what was gone before the edit, nothing may be known but that it was wanted.
			const wasWanted = this.former && isWanted(this.former.watching, truth);
			const unknown = { ...truth, subject: '' };
			if (name === 'deleted' && wasWanted)
				this.expected.push({ name, truth: unknown, isRequired: false });
			return;
		}
		const isRequired = need === true && (this.former?.requires(what, truth) ?? true);
		this.expected.push({ name: what, truth, isRequired });
	}

	private requires(what: string, { id }: Truth): boolean {
		return this.expected.some(
			({ name, truth, isRequired }) => isRequired && name === what && truth.id === id,
		);
	}

	private expect(id: string): void {
		const before = this.told.events.get(id);
		const truth = this.calendar.get(id);
		if (!truth) {
			if (before) this.expectGone(before);
			return;
		}
		this.expectContent(truth, before);
		this.expectAnswers(truth, before);
		if (truth.kind !== 'series' && !truth.isCancelled) this.expectTimes(truth, before);
	}

	private countsAlone({ kind }: Truth): boolean {
		return this.watching.seriesAsOne ? kind !== 'occurrence' : kind !== 'series';
	}

	/** What happened to a series as one is not told of its occurrences again. */
	private isPartOfSeries({ kind, series }: Truth): Need {
		if (!this.watching.seriesAsOne || kind === 'single' || kind === 'series') return false;
		const [was, is] = [this.told.events.get(series ?? '')?.truth, this.calendar.get(series ?? '')];
		if (!is) return true;
		return was?.pattern !== is.pattern ? 'maybe' : false;
	}

	private expectGone({ truth, isKnown }: Handled): void {
		const isPart = this.isPartOfSeries(truth);
		if (!isKnown || truth.isCancelled || isPart === true) return;
		if (truth.kind === 'series' && !this.watching.seriesAsOne) return;
		const before = [...this.told.events.values()].map((one) => one.truth);
		const isThere = this.placeOf(truth, before) === 'in' && isKnown === true;
		this.add('deleted', truth, isThere && !isPart ? true : 'maybe');
	}

	private expectContent(truth: Truth, before: Handled | undefined): void {
		if (!this.countsAlone(truth)) return;
		const place = this.placeOf(truth);
		if (!before?.isKnown) {
			if (!truth.isCancelled && place !== 'out') this.expectFirst(truth, before, place);
			return;
		}
		const { truth: was, isKnown } = before;
		if (isKnown === 'maybe' && !truth.isCancelled && place !== 'out') {
			this.expectFirst(truth, before, 'edge');
		}
		const isCalledOff = truth.isCancelled && !was.isCancelled;
		if (before.isStale) this.add(truth.isCancelled ? 'cancelled' : 'updated', truth, 'maybe');
		if (before.isStale) return;
		if (truth.isCancelled && !isCalledOff) return;
		if (!isOther(was, truth)) return;
		const surely = isKnown === true && (place === 'in' || this.wasIn(before));
		const isPart = this.isPartOfSeries(truth);
		if (isKnown === 'maybe' && !isCalledOff) return this.add('updated', truth, 'maybe');
		this.add(isCalledOff ? 'cancelled' : 'updated', truth, surely && !isPart ? true : 'maybe');
	}

	private wasIn({ truth }: Handled): boolean {
		const before = [...this.told.events.values()].map((one) => one.truth);
		return this.placeOf(truth, before) === 'in';
	}

	/** An event that was not watched before. */
	private expectFirst(truth: Truth, before: Handled | undefined, place: Place): void {
		const { since, startedAt, lookAhead } = this.told;
		const { seriesAsOne } = this.watching;
		const isNew = compare(truth.created, Math.max(startedAt, since - DAY), MINUTE);
		// It was looked so far ahead at the last poll, or a day further.
		const isReached = compare(
			this.firstStart(truth),
			since + lookAhead + DAY / 2,
			DAY / 2 + SECOND,
		);
		const isOver = compare(this.now, truth.end, 0) === true && truth.end <= since;
		const ofSeries = this.told.events.get(truth.series ?? '')?.isKnown ?? false;
		const isMoved =
			before && (before.truth.start !== truth.start || before.truth.end !== truth.end);
		// A day that was over for long where its owner was may come into sight as that of now.
		const isSure = place === 'in' && ofSeries !== 'maybe' && this.then(truth).end > since - DAY;
		const sure = (need: Need): Need => need && (need === true && isSure ? true : 'maybe');
		if (truth.kind === 'exception') {
			// An occurrence that is changed alone is part of a series that is new.
			const isMine = isReached === false && isNew === false && isMoved === true;
			if (isReached !== true) this.add('updated', truth, sure(isMine || 'maybe'));
			if (!seriesAsOne && isNew) this.add('created', truth, 'maybe');
			return;
		}
		if (truth.series !== undefined && ofSeries) {
			const isMine = isReached === false && !before;
			if (isReached !== true && !isOver) this.add('created', truth, sure(isMine || 'maybe'));
			if (ofSeries === true) return;
		}
		if (isNew) this.add('created', truth, sure(isNew));
		if (isNew !== true && isReached !== true) {
			const isMine = isNew === false && isReached === false && isMoved === true;
			this.add('updated', truth, sure(isMine || (isMoved !== false && 'maybe')));
		}
	}

	/**
	 * When an event began to be in sight as it was looked last; an occurrence that was moved there alone does not
	 * bring its series along.
	 */
	private firstStart(truth: Truth): number {
		if (truth.kind !== 'series') return this.then(truth).start;
		const starts = [...this.calendar.values()]
			.filter(({ kind, series }) => kind === 'occurrence' && series === truth.id)
			.filter((one) => this.placeOfTimes(one) !== 'out')
			.map((one) => this.then(one).start);
		return Math.min(...starts);
	}

	/** As its days were where they began before. */
	private then(truth: Truth): Truth {
		const { zone } = this.told;
		return zone === undefined ? truth : placed(truth, zone);
	}

	private expectAnswers(truth: Truth, before: Handled | undefined): void {
		if (truth.kind === 'occurrence') return;
		const place = this.placeOf(truth);
		if (place === 'out' && !before?.isKnown) return;
		if (truth.kind === 'exception') {
			// It keeps what its series was answered before it was changed alone; moving the series takes that from it.
			const ofSeries = this.calendar.get(truth.series ?? '')?.answers ?? [];
			const known = [...ofSeries, ...(before?.truth.answers ?? [])];
			const own = truth.answers.filter((answer) => !known.includes(answer));
			for (const answer of own) this.add(`answered ${answer}`, truth, 'maybe');
			return;
		}
		for (const answer of truth.answers) {
			const isSame = before?.isKnown === true && before.truth.answers.includes(answer);
			// Another time took it back: it was given again.
			if (isSame && !isElsewhere(before.truth, truth)) continue;
			const isKnown = before ? before.isKnown === true : truth.created > this.told.since;
			this.add(`answered ${answer}`, truth, isKnown && place === 'in' ? true : 'maybe');
		}
	}

	private expectTimes(truth: Truth, before: Handled | undefined): void {
		const { now } = this;
		const place = this.placeOf(truth);
		if (place === 'out' && !before?.isKnown) return;
		// The trigger may know it as it was before it was moved where it is not watched.
		const isStale = before?.isStale ?? false;
		const isSure = place === 'in' && before?.isKnown !== 'maybe' && !isStale;
		const sure = (need: Need): Need =>
			(need || isStale) && (isSure && need === true ? true : 'maybe');
		const { start, end, created } = truth;
		const firstKnown = before?.isKnown ? this.told.since : Math.max(this.told.since, created);
		const isSoon = start - this.watching.timeBefore <= now && start > now - HOUR;
		if (isSoon && (isStale || before?.reminded !== start)) {
			this.add('startingSoon', truth, sure(compare(start, firstKnown, SECOND)));
		}
		if (end > now || (before?.ended === end && !isStale)) return;
		const wasTold = before?.isKnown ? before.ended !== undefined : true;
		this.add('ended', truth, sure(wasTold ? compare(end, firstKnown, SECOND) : true));
	}
}

/** Whether it was changed. */
function isOther(was: Truth, is: Truth): boolean {
	const isCalledOff = was.isCancelled !== is.isCancelled;
	return isElsewhere(was, is) || isCalledOff || was.subject !== is.subject;
}

/** Whether it takes place at another time. A series is at no time but that of its pattern. */
function isElsewhere(was: Truth, is: Truth): boolean {
	const isMoved = is.kind !== 'series' && (was.start !== is.start || was.end !== is.end);
	return isMoved || was.pattern !== is.pattern;
}

/** Whether one is larger; open where they are as near as that. */
function compare(one: number, other: number, margin: number): Need {
	return Math.abs(one - other) <= margin && margin > 0 ? 'maybe' : one > other;
}

/** Whether an item is what was expected, with the right time. */
function fits({ name, truth }: Expected, item: IDataObject, now: number): boolean {
	const { changeType, id, start, answer, subject, minutesUntilStart } = item;
	const [what, ...answered] = name.split(' ');
	if (what !== changeType || (id !== truth.id && !(id === '' && what === 'deleted'))) return false;
	if (id === '' && (item.type === 'seriesMaster') !== (truth.kind === 'series')) return false;
	if (what === 'answered') {
		const { address, response } = Object(answer);
		if (answered.join(' ') !== `${String(address)} ${String(response)}`) return false;
	}
	if (what === 'startingSoon' && minutesUntilStart !== Math.round((truth.start - now) / MINUTE)) {
		return false;
	}
	// Of what is gone it may not be known.
	if (subject !== '' && subject !== undefined && subject !== truth.subject) return false;
	// A series is at no time.
	if (truth.kind === 'series') return true;
	return truth.day === undefined ? Date.parse(String(start)) === truth.start : start === truth.day;
}

function describe({ changeType, id, start, subject, type, answer }: IDataObject): string {
	return JSON.stringify({ changeType, id, start, subject, type, answer });
}
