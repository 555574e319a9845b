import type { INodeExecutionData } from 'n8n-workflow';
import type { RandomFaults } from '../simulator/faults';
import { createRandom } from '../simulator/faults';
import type { SimEvent } from '../simulator/graph/calendar/event';
import type { CalendarBench } from './calendar';
import { EVERYTHING, startCalendarBench } from './calendar';
import { MINUTE } from './trigger';

/** A run of changes in a calendar and of polls, reproducible by its seed. */
export interface CalendarRun {
	seed: number;
	/** Changes of events, at least. */
	changes: number;
	/** One every five minutes. */
	polls: number;
	/** The longest time until a change becomes visible, in milliseconds; each has one of its own. */
	lag?: number;
	/** What n8n's clock is ahead of the provider's, in milliseconds. */
	skew?: number;
	faults?: Pick<RandomFaults, 'rate' | 'kinds'>;
	/** Share of polls before which n8n dies and resumes from what it had saved. */
	restarts?: number;
	/** Share of polls after which n8n dies before it stored anything. */
	crashes?: number;
	/** Share of polls during which another poll begins. */
	overlaps?: number;
	/** Share of polls before which, or during which, n8n updates the package. */
	reloads?: number;
	/** Share of polls before which the provider gives up its links. */
	expiries?: number;
	/** What the workflow wants to hear of; everything unless given. */
	event?: string[];
	maxEvents?: number;
}

export interface CalendarResult {
	/** What happened, such as `updated 12 v2`, sorted. */
	expected: string[];
	/** What the workflow got, sorted. */
	delivered: string[];
	changes: number;
}

const STEP = 5 * MINUTE;
/** Polls after the last change, until the last occurrence has ended. */
const DRAINING_STEP = 30 * MINUTE;
const DRAINING_MS = 5 * 24 * 60 * MINUTE;
const LENGTH = 30 * MINUTE;
const DAY = 24 * 60 * MINUTE;
/**
 * Between two changes of one event: several polls, so that each is seen by itself even where some of them
 * fail. What happens between two polls is one thing.
 */
const APART = 60 * MINUTE;
const OCCURRENCES = 3;

interface Change {
	at: number;
	lag: number;
	apply(): void;
}

/** Lets a calendar change and polls happen; tells what happened and what was delivered. */
export async function runCalendarModel(run: CalendarRun): Promise<CalendarResult> {
	const random = createRandom(run.seed);
	const event = run.event ?? [...EVERYTHING];
	const parameters = { event, options: { maxEvents: run.maxEvents ?? 1_000 } };
	const bench = await startCalendarBench(parameters, run.skew);
	const realNow = Date.now;
	// The code of n8n and its libraries see the wrong clock too.
	Date.now = bench.clock.now;
	const world = new ModelWorld(bench, random, run);
	const delivered: string[] = [];
	const pollOnce = async () => {
		// n8n notes a poll that failed and goes on with the next one.
		const items = await bench.poll({ after: 0 }).catch(() => []);
		delivered.push(...items.map((item) => world.nameOf(item)));
	};

	try {
		await bench.activate();
		if (run.faults)
			bench.simulator.faults.random({ seed: run.seed, ...run.faults, retryAfterSeconds: 0 });
		const begin = bench.time.now;
		const lastChange = begin + run.polls * STEP;
		world.plan(begin, lastChange);
		while (bench.time.now < lastChange + DRAINING_MS) {
			const drains = bench.time.now >= lastChange + APART;
			if (drains) bench.simulator.faults.clear();
			const step = drains ? DRAINING_STEP : STEP;
			world.changeUntil(bench.time.now + step);
			await bench.clock.wait(step);
			if (random() < (run.expiries ?? 0)) bench.calendar.delta.expire();
			if (random() < (run.restarts ?? 0)) bench.restart();
			if (random() < (run.crashes ?? 0)) await bench.crash();
			const overlapping = random() < (run.overlaps ?? 0);
			const first = overlapping ? [pollOnce()] : [];
			if (random() < (run.reloads ?? 0)) bench.reload();
			await Promise.all([...first, pollOnce()]);
			bench.simulator.requests.clear();
		}
	} finally {
		Date.now = realNow;
		await bench.stop();
	}
	const expected = world.expected.filter((one) => event.includes(entryOf(one)));
	return { expected: expected.sort(), delivered: delivered.sort(), changes: world.changes };
}

/** `deleted` belongs to the entry for cancelled events. */
function entryOf(happening: string): string {
	const [changeType = ''] = happening.split(' ');
	return changeType === 'deleted' ? 'cancelled' : changeType;
}

/** Events with a life each, and what a workflow has to hear of them. */
class ModelWorld {
	readonly expected: string[] = [];

	changes = 0;

	private planned: Change[] = [];

	/** The number of an event by its ID, and by its start where an ID is not known any more. */
	private readonly numbers = new Map<string, number>();

	private count = 0;

	constructor(
		private readonly bench: CalendarBench,
		private readonly random: () => number,
		private readonly run: CalendarRun,
	) {}

	plan(begin: number, end: number): void {
		while (this.planned.length < this.run.changes) {
			const born = begin + MINUTE + Math.floor(this.random() * (end - begin - 5 * APART));
			if (this.random() < 0.2) this.planSeries(born);
			else this.planSingle(born);
		}
		this.changes = this.planned.length;
		// The last one first.
		this.planned.sort((one, other) => other.at + other.lag - one.at - one.lag);
	}

	/** Time passes: what becomes visible until then happens. */
	changeUntil(moment: number): void {
		const { bench } = this;
		for (;;) {
			const next = this.planned.at(-1);
			if (!next || next.at + next.lag > moment) break;
			this.planned.pop();
			bench.time.now = next.at + next.lag;
			next.apply();
		}
		bench.time.now = moment;
	}

	/** An item in the words of `expected`. */
	nameOf({ json }: INodeExecutionData): string {
		const { changeType, id, start, answer, subject } = json;
		const number = this.numbers.get(String(id)) ?? this.numbers.get(toTime(start)) ?? '?';
		const of = `${String(changeType)} ${number}`;
		if (changeType === 'answered') return `${of} ${String(Object(answer).address)}`;
		if (changeType === 'created' || changeType === 'updated') return `${of} ${String(subject)}`;
		return changeType === 'deleted' || changeType === 'cancelled' ? of : `${of} ${toTime(start)}`;
	}

	private at(moment: number, apply: () => void): void {
		const lag = Math.floor(this.random() * ((this.run.lag ?? 0) + 1));
		this.planned.push({ at: moment, lag, apply });
	}

	/** A start of its own: whole minutes could be shared, seconds are not. */
	private newStart(after: number): number {
		for (;;) {
			const start = Math.floor(after / MINUTE) * MINUTE + Math.floor(this.random() * 3_600) * 1_000;
			if (!this.numbers.has(new Date(start).toISOString())) return start;
		}
	}

	private give(number: number, event: SimEvent, ...starts: number[]): void {
		this.numbers.set(event.idOf('immutable'), number);
		for (const start of starts) this.numbers.set(new Date(start).toISOString(), number);
	}

	private reminds(number: number, start: number): void {
		const time = new Date(start).toISOString();
		this.expected.push(`startingSoon ${number} ${time}`, `ended ${number} ${time}`);
	}

	private add(born: number, number: number, start: number, more: object): SimEvent {
		const event = this.bench.calendar.add({
			subject: 'v0',
			createdDateTime: new Date(born).toISOString(),
			start,
			end: start + LENGTH,
			attendees: ['ann', 'pat'].map((name) => ({
				emailAddress: { name, address: `${name}@example.com` },
				type: 'required',
				status: { response: 'none', time: '0001-01-01T00:00:00Z' },
			})),
			...more,
		});
		this.give(number, event, start);
		return event;
	}

	private planSingle(born: number): void {
		const { calendar } = this.bench;
		const number = ++this.count;
		let event: SimEvent | undefined;
		const changed = (change: (there: SimEvent) => void) => () => event && change(event);
		const edits = Math.floor(this.random() * 4);
		let start = this.newStart(born + (edits + 4) * APART);
		this.at(born, () => {
			event = this.add(born, number, start, { start: first, end: first + LENGTH });
			this.give(number, event, first);
		});
		const first = start;
		this.expected.push(`created ${number} v0`);
		for (let edit = 1; edit <= edits; edit++) {
			const moment = born + edit * APART;
			const kind = this.random();
			if (kind < 0.2)
				this.at(
					moment,
					changed((there) => there.touch(iso(moment))),
				);
			else if (kind < 0.4) {
				const address = edit % 2 ? 'ann@example.com' : 'pat@example.com';
				const response = `${edit % 3 ? 'accepted' : 'declined'}`;
				this.at(
					moment,
					changed((there) => calendar.answer(there, address, response)),
				);
				this.expected.push(`answered ${number} ${address}`);
			} else {
				const subject = `v${edit}`;
				const moves = kind < 0.7;
				if (moves) start = this.newStart(start + (this.random() < 0.5 ? 2 * APART : 0));
				const times = moves ? { start, end: start + LENGTH } : {};
				const moved = start;
				this.at(
					moment,
					changed((there) => {
						calendar.edit(there, { subject, ...times });
						this.give(number, there, moved);
					}),
				);
				this.expected.push(`updated ${number} ${subject}`);
			}
		}
		const end = born + (edits + 1) * APART;
		const fate = this.random();
		if (fate < 0.25)
			this.at(
				end,
				changed((there) => calendar.remove(there)),
			);
		else if (fate < 0.4)
			this.at(
				end,
				changed((there) => calendar.edit(there, { isCancelled: true })),
			);
		if (fate < 0.25) this.expected.push(`deleted ${number}`);
		else if (fate < 0.4) this.expected.push(`cancelled ${number}`);
		else this.reminds(number, start);
	}

	/** The second occurrence is changed alone, and the third deleted. */
	private planSeries(born: number): void {
		const { calendar } = this.bench;
		const number = ++this.count;
		const start = this.newStart(born + 6 * APART);
		let series: SimEvent | undefined;
		const occurrence = (day: number) =>
			series && calendar.instances(series, start, start + OCCURRENCES * DAY)[day];
		this.at(born, () => {
			series = this.add(born, number, start, {
				recurrence: {
					pattern: { type: 'daily', interval: 1 },
					range: {
						type: 'numbered',
						startDate: iso(start).slice(0, 'yyyy-MM-dd'.length),
						numberOfOccurrences: OCCURRENCES,
					},
				},
			});
			for (let day = 0; day < OCCURRENCES; day++) {
				const one = occurrence(day);
				if (one) this.give(number, one, start + day * DAY);
			}
		});
		this.expected.push(`created ${number} v0`, `updated ${number} v1`, `updated ${number} v2`);
		this.at(born + APART, () => series && calendar.edit(series, { subject: 'v1' }));
		const moved = this.newStart(start + DAY + APART);
		this.at(born + 2 * APART, () => {
			const second = occurrence(1);
			if (!second) return;
			calendar.edit(second, { subject: 'v2', start: moved, end: moved + LENGTH });
			this.give(number, second, moved);
		});
		this.at(born + 3 * APART, () => {
			const third = occurrence(2);
			if (third) calendar.remove(third);
		});
		this.expected.push(`deleted ${number}`, `answered ${number} ann@example.com`);
		this.at(
			born + 4 * APART,
			() => series && calendar.answer(series, 'ann@example.com', 'accepted'),
		);
		this.reminds(number, start);
		this.reminds(number, moved);
	}
}

function iso(moment: number): string {
	return new Date(moment).toISOString();
}

function toTime(start: unknown): string {
	const moment = Date.parse(String(start));
	return Number.isNaN(moment) ? '' : iso(moment);
}
