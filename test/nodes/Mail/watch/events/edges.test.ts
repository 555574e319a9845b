import type { INodeParameters } from 'n8n-workflow';
import type { CalendarBench } from '../../../../harness/calendar';
import { at, EVERYTHING, happened, startCalendarBench } from '../../../../harness/calendar';
import { MINUTE } from '../../../../harness/trigger';
import type { SimEvent } from '../../../../simulator/graph/calendar/event';

// Holds under each reading of fact: calendar-delta-select, fact: exception-form,
// fact: exception-id, fact: series-again, fact: occurrence-tombstone, fact: all-day-window.

// Each polls hundreds of times.
jest.setTimeout(120_000);

const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const benches: CalendarBench[] = [];

/** A trigger that watches two days ahead, in a mailbox of this zone. */
async function openBench(
	parameters: INodeParameters = {},
	timeZone = 'UTC',
): Promise<CalendarBench> {
	const bench = await startCalendarBench({ event: [...EVERYTHING], lookAhead: 2, ...parameters });
	bench.mailbox.settings.timeZone = timeZone;
	benches.push(bench);
	return bench;
}

/** Polls each hour for so long. */
async function watch(bench: CalendarBench, hours: number): Promise<string[]> {
	const seen: string[] = [];
	for (let hour = 0; hour < hours; hour++) {
		seen.push(...happened(await bench.poll({ after: HOUR })));
	}
	return seen;
}

const everyDays = (interval: number) => ({
	pattern: { type: 'daily' as const, interval },
	range: { type: 'noEnd' as const, startDate: '2026-03-02' },
});

/** Every so many days, two hours after the beginning of the bench. */
function addSeries({ add }: CalendarBench, interval = 1, more = {}): SimEvent {
	return add('Standup', 120, {
		recurrence: everyDays(interval),
		...more,
	});
}

/** A whole day, as somebody in this zone made it. */
function addDay({ calendar }: CalendarBench, date: string, timeZone: string, more = {}): SimEvent {
	const start = Date.parse(`${date}T00:00:00Z`);
	const next = new Date(start + DAY).toISOString().slice(0, date.length);
	return calendar.seed({
		subject: `Day ${date}`,
		start: { dateTime: `${date}T00:00:00`, timeZone },
		end: { dateTime: `${next}T00:00:00`, timeZone },
		isAllDay: true,
		...more,
	});
}

afterEach(async () => {
	for (const bench of benches.splice(0)) await bench.stop();
});

it('a whole day whose midnight the clock shows twice is not updated over a restart', async () => {
	const zone = 'Azores Standard Time';
	const bench = await openBench({ event: ['created', 'updated'], lookAhead: 300 }, zone);
	await bench.activate();
	addDay(bench, '2026-10-25', zone);
	expect(happened(await bench.poll({ after: HOUR }))).toEqual(['created Day 2026-10-25']);
	bench.restart();
	expect(await watch(bench, 2)).toEqual([]);
});

describe('a series that is deleted', () => {
	it.each([
		['when the window moves on', 48, false],
		['when the window was read not long before', 20, false],
		['over a restart, days later', 50, true],
	])('%s is told', async (_name, hours, restarts) => {
		const bench = await openBench({ event: ['created', 'cancelled'] });
		const series = addSeries(bench);
		await bench.activate();
		await watch(bench, hours - 1);
		if (restarts) bench.restart();
		bench.calendar.remove(series);
		const [item, ...more] = await bench.poll({ after: HOUR });
		expect(more).toEqual([]);
		expect(item?.json).toMatchObject({
			changeType: 'deleted',
			id: series.idOf('immutable'),
			type: 'seriesMaster',
		});
		expect(await watch(bench, 30)).toEqual([]);
	});

	it('is told, and its occurrences are not, where only one of them is in reach', async () => {
		const bench = await openBench({ event: ['cancelled'] });
		const series = addSeries(bench, 90);
		await bench.activate();
		bench.calendar.remove(series);
		const [item, ...more] = await bench.poll();
		expect(more).toEqual([]);
		expect(item?.json).toMatchObject({ changeType: 'deleted', id: series.idOf('immutable') });
	});
});

// What is stored of a moment is its second.
it.each([0, 165, 700])(
	'a series whose one occurrence in reach is moved out of it is not deleted (n8n starts %i ms after a second)',
	async (ms) => {
		const bench = await openBench({ event: ['created', 'updated', 'cancelled'], series: 'series' });
		bench.time.now += ms;
		await bench.clock.wait(ms);
		const series = addSeries(bench, 14);
		await bench.activate();
		const [first] = bench.calendar.instances(series, at(0), at(24 * 60));
		if (!first) throw new Error('an occurrence was expected');
		const [start, end] = [first.start + 9 * DAY, first.end + 9 * DAY];
		bench.calendar.edit(first, { start, end });
		bench.restart();
		expect(happened(await bench.poll({ after: 30 * HOUR }))).toEqual(['updated Standup']);
		bench.restart();
		expect(happened(await bench.poll({ after: 30 * HOUR }))).toEqual([]);
	},
);

describe('an occurrence that is deleted', () => {
	it.each([false, true])(
		'is not its series, where it was the only one in reach (after a restart: %s)',
		async (restarts) => {
			const bench = await openBench({ event: ['created', 'updated', 'cancelled'] });
			bench.simulator.readings.choose({ fact: 'changed-occurrences', as: 'there' });
			const series = addSeries(bench, 90);
			await bench.activate();
			const [only] = bench.calendar.instances(series, at(0), at(4 * 24 * 60));
			if (!only) throw new Error('an occurrence was expected');
			if (restarts) bench.restart();
			bench.calendar.remove(only);
			const [item, ...more] = await bench.poll();
			expect(more).toEqual([]);
			expect(item?.json).toMatchObject({ changeType: 'deleted', start: '2026-03-02T14:00:00Z' });
			expect(item?.json.type).toBe('occurrence');
			expect(await watch(bench, 30)).toEqual([]);
		},
	);

	it('of a whole day is shown with its day, after a restart too', async () => {
		const bench = await openBench({ event: ['cancelled'] }, 'Nepal Standard Time');
		bench.simulator.readings.choose({ fact: 'changed-occurrences', as: 'there' });
		const start = { dateTime: '2026-03-03T00:00:00', timeZone: 'Nepal Standard Time' };
		const end = { dateTime: '2026-03-04T00:00:00', timeZone: 'Nepal Standard Time' };
		const range = { type: 'numbered' as const, startDate: '2026-03-03', numberOfOccurrences: 2 };
		const recurrence = { pattern: { type: 'daily' as const, interval: 1 }, range };
		const series = bench.calendar.seed({ subject: 'Fair', start, end, isAllDay: true, recurrence });
		await bench.activate();
		const [, second] = bench.calendar.instances(series, at(0), at(4 * 24 * 60));
		if (!second) throw new Error('two occurrences were expected');
		bench.restart();
		bench.calendar.remove(second);
		const [item, ...more] = await bench.poll();
		expect(more).toEqual([]);
		expect(item?.json).toMatchObject({
			changeType: 'deleted',
			type: 'occurrence',
			start: '2026-03-04',
			end: '2026-03-04',
			isAllDay: true,
		});
	});
});

describe('an event of a whole day that somebody made in another zone', () => {
	it.each([
		['Eastern Standard Time', 'UTC', '2026-03-02T01:30:00Z'],
		['Nepal Standard Time', 'Eastern Standard Time', '2026-03-02T12:00:00Z'],
		['Line Islands Standard Time', 'Dateline Standard Time', '2026-03-02T12:00:00Z'],
		['Dateline Standard Time', 'Line Islands Standard Time', '2026-03-02T09:30:00Z'],
	])(
		'is neither updated nor deleted as time passes (%s, made in %s)',
		async (own, other, begin) => {
			for (const series of ['series', 'occurrences']) {
				const bench = await openBench(
					{ event: ['created', 'updated', 'cancelled'], lookAhead: 3, series },
					own,
				);
				bench.time.now = Date.parse(begin);
				await bench.clock.wait(bench.time.now - bench.clock.now());
				for (let day = 1; day <= 9; day++) addDay(bench, `2026-03-0${day}`, other);
				await bench.activate();
				for (const event of bench.calendar.events) event.createdDateTime = '2025-01-01T00:00:00Z';
				const seen: string[] = [];
				for (let day = 0; day < 6; day++) {
					seen.push(...(await watch(bench, 24)));
					bench.restart();
				}
				expect(seen).toEqual([]);
			}
		},
	);
});

describe('an event of a whole day, where the zone of its calendar becomes another one', () => {
	const changes = { event: ['created', 'updated', 'cancelled'], lookAhead: 30 };
	const days = ['05', '06', '20', '25'].map((day) => `2026-03-${day}`);

	it.each([
		['W. Europe Standard Time', 'Pacific Standard Time'],
		['Pacific Standard Time', 'W. Europe Standard Time'],
		['Line Islands Standard Time', 'Dateline Standard Time'],
		['Dateline Standard Time', 'Line Islands Standard Time'],
	])('is not updated when the owner travels (%s, then %s)', async (zone, other) => {
		const bench = await openBench(changes, zone);
		for (const day of days) addDay(bench, day, 'UTC');
		await bench.activate();
		for (let travel = 0; travel < 4; travel++) {
			expect(await watch(bench, 30)).toEqual([]);
			bench.mailbox.settings.timeZone = travel % 2 === 0 ? other : zone;
		}
	});

	it('is not updated when somebody chooses another Time Zone, and is when it is moved then', async () => {
		const options = { timeZone: 'Europe/Berlin' };
		const bench = await openBench({ ...changes, options });
		for (const day of days) addDay(bench, day, 'UTC');
		await bench.activate();
		options.timeZone = 'America/New_York';
		bench.remake();
		expect(await bench.poll({ activation: 'update' })).toEqual([]);
		expect(await watch(bench, 2)).toEqual([]);
		options.timeZone = 'Africa/Cairo';
		const [first] = bench.calendar.events;
		if (!first) throw new Error('an event was expected');
		bench.calendar.edit(first, { start: first.start + DAY, end: first.end + DAY });
		expect(await watch(bench, 2)).toEqual(['updated Day 2026-03-05']);
	});

	it('says what it was called, where it is renamed then', async () => {
		const bench = await openBench(changes, 'W. Europe Standard Time');
		await bench.activate();
		const fair = addDay(bench, '2026-03-20', 'UTC');
		expect(await watch(bench, 1)).toEqual(['created Day 2026-03-20']);
		bench.calendar.edit(fair, { subject: 'Fair' });
		bench.mailbox.settings.timeZone = 'Pacific Standard Time';
		bench.calendar.delta.expire();
		const [item] = await bench.poll();
		const changed = { subject: { before: 'Day 2026-03-20', after: 'Fair' } };
		expect(item?.json).toMatchObject({ changeType: 'updated', changed });
	});

	it.each(['startingSoon', 'ended'])(
		'is told once for its day (%s), although it comes again in the other zone',
		async (event) => {
			const parameters = { event: [event], timeBefore: 20, timeUnit: 'hours', lookAhead: 5 };
			const bench = await openBench(parameters, 'W. Europe Standard Time');
			addDay(bench, '2026-03-04', 'UTC');
			await bench.activate();
			const seen: string[] = [];
			for (let hour = 0; hour < 100; hour++) {
				if (seen.length > 0) bench.mailbox.settings.timeZone = 'Pacific Standard Time';
				// A new zone is seen when all is read.
				if (seen.length > 0) bench.calendar.delta.expire();
				seen.push(...(await watch(bench, 1)));
			}
			expect(seen).toEqual([`${event} Day 2026-03-04`]);
		},
	);

	it.each([
		['into reach', 'Dateline Standard Time', 'Line Islands Standard Time'],
		['back into sight', 'Line Islands Standard Time', 'Dateline Standard Time'],
	])('is not updated where it comes %s with that', async (_where, zone, other) => {
		const bench = await openBench({ ...changes, lookAhead: 2 }, zone);
		for (let day = 1; day <= 9; day++) addDay(bench, `2026-03-0${day}`, 'UTC');
		for (const event of bench.calendar.events) event.createdDateTime = '2025-01-01T00:00:00Z';
		await bench.activate();
		bench.mailbox.settings.timeZone = other;
		bench.restart();
		expect(await watch(bench, 30)).toEqual([]);
	});

	it('is not deleted where it was over for a day, and would have come back into sight', async () => {
		const bench = await openBench({ ...changes, lookAhead: 2 }, 'Line Islands Standard Time');
		const event = addDay(bench, '2026-03-02', 'UTC');
		await bench.activate();
		expect(await watch(bench, 25)).toEqual([]);
		bench.calendar.remove(event);
		expect(await watch(bench, 1)).toEqual([]);
		bench.mailbox.settings.timeZone = 'Dateline Standard Time';
		bench.calendar.delta.expire();
		expect(await watch(bench, 2)).toEqual([]);
	});

	it('is not deleted where it is an occurrence that was moved, and its series is over in the former zone', async () => {
		const parameters = { ...changes, lookAhead: 2, series: 'occurrences' };
		const bench = await openBench(parameters, 'Line Islands Standard Time');
		const series = addDay(bench, '2026-03-02', 'UTC', { recurrence: everyDays(14) });
		await bench.activate();
		expect(await watch(bench, 22)).toEqual([]);
		bench.add('Stored', 26 * 60);
		expect(await watch(bench, 1)).toEqual(['created Stored']);
		const [first] = bench.calendar.instances(series, at(-2 * 24 * 60), at(24 * 60));
		if (!first) throw new Error('an occurrence was expected');
		bench.calendar.edit(first, { start: first.start + 9 * DAY, end: first.end + 9 * DAY });
		bench.mailbox.settings.timeZone = 'Dateline Standard Time';
		bench.calendar.delta.expire();
		bench.restart();
		expect(await watch(bench, 30)).toEqual([]);
	});
});

it("an event is shown in the workflow's zone, also once that is another one, where the mailbox has none", async () => {
	const bench = await openBench({ event: ['created'] }, 'Customized Time Zone');
	await bench.activate({ timezone: 'Europe/Berlin' });
	const starts = [];
	for (const timezone of ['Europe/Berlin', 'America/New_York']) {
		bench.add('Review', 120);
		const [item] = await bench.poll({ timezone, activation: 'update' });
		starts.push(item?.json.start);
	}
	expect(starts).toEqual(['2026-03-02T15:00:00+01:00', '2026-03-02T09:00:00-05:00']);
});

describe('the hour that comes twice', () => {
	it.each([
		['W. Europe Standard Time', '2026-10-25T00:30:00Z', '2026-10-25T02:30:00+02:00'],
		['W. Europe Standard Time', '2026-10-25T01:30:00Z', '2026-10-25T02:30:00+01:00'],
		['New Zealand Standard Time', '2026-04-04T13:30:00Z', '2026-04-05T02:30:00+13:00'],
		['New Zealand Standard Time', '2026-04-04T14:30:00Z', '2026-04-05T02:30:00+12:00'],
	])('is told apart (%s, %s)', async (zone, start, shown) => {
		const bench = await openBench({ event: ['startingSoon'], timeBefore: 10 }, zone);
		bench.time.now = Date.parse(start) - 2 * HOUR;
		await bench.clock.wait(bench.time.now - bench.clock.now());
		await bench.activate();
		bench.calendar.seed({
			subject: 'Night shift',
			start: { dateTime: start.replace('Z', ''), timeZone: 'UTC' },
			end: { dateTime: start.replace(':30:', ':50:').replace('Z', ''), timeZone: 'UTC' },
		});
		const [item] = await bench.poll({ after: 110 * MINUTE });
		expect(item?.json).toMatchObject({ start: shown, minutesUntilStart: 10 });
	});
});

describe('an event that is moved out of the time that is watched while n8n is down', () => {
	it.each([false, true])('is updated, where the provider gave up its link: %s', async (givenUp) => {
		const bench = await openBench({ event: ['created', 'updated', 'cancelled'] });
		const event = bench.add('Review', 120);
		const other = bench.add('Other', 130);
		await bench.activate();
		bench.restart();
		bench.calendar.edit(event, { start: at(0) + 20 * DAY, end: at(30) + 20 * DAY });
		bench.calendar.remove(other);
		if (givenUp) bench.calendar.delta.expire();
		const items = await bench.poll();
		expect(happened(items).sort()).toEqual(['deleted ', 'updated Review']);
		expect(await bench.poll()).toEqual([]);
	});

	it('is an occurrence that was moved, not one that was deleted', async () => {
		const bench = await openBench({ event: ['created', 'updated', 'cancelled'] });
		bench.simulator.readings.choose(
			{ fact: 'exception-id', as: 'same' },
			{ fact: 'changed-occurrences', as: 'there' },
		);
		const series = addSeries(bench);
		await bench.activate();
		const [, second] = bench.calendar.instances(series, at(0), at(4 * 24 * 60));
		if (!second) throw new Error('several occurrences were expected');
		bench.restart();
		bench.calendar.edit(second, { start: at(0) + 20 * DAY, end: at(30) + 20 * DAY });
		bench.calendar.delta.expire();
		expect(happened(await bench.poll())).toEqual(['updated Standup']);
		expect(await bench.poll()).toEqual([]);
	});

	it.each([
		['does not tell of it, as in some clouds', 'refused' as const, []],
		[
			'tells of some of its changed days only, until it tells of all',
			'there' as const,
			['updated Standup'],
		],
	])('holds up nothing where its series %s', async (_, as, later) => {
		const bench = await openBench({ event: ['created', 'updated', 'cancelled'] });
		bench.simulator.readings.choose({ fact: 'changed-occurrences', as });
		const series = addSeries(bench);
		await bench.activate();
		const [, second] = bench.calendar.instances(series, at(0), at(4 * 24 * 60));
		if (!second) throw new Error('several occurrences were expected');
		bench.restart();
		bench.calendar.edit(second, { start: at(0) + 20 * DAY, end: at(30) + 20 * DAY });
		bench.calendar.delta.expire();
		if (as === 'there') {
			const body = {
				exceptionOccurrences: [],
				'exceptionOccurrences@odata.nextLink': 'https://graph.microsoft.com/v1.0/next',
			};
			bench.simulator.faults.next({ path: /\/events\/[^/]+$/ }, { status: 200, body });
		}
		bench.add('Review', 100);
		expect(happened(await bench.poll())).toEqual(['created Review']);
		expect(happened(await bench.poll())).toEqual(later);
	});

	it('is cancelled, where it was called off too', async () => {
		const bench = await openBench({ event: ['updated', 'cancelled'] });
		const event = bench.add('Review', 120, { organizer: 'pat@example.com' });
		await bench.activate();
		const far = { start: at(0) + 20 * DAY, end: at(30) + 20 * DAY };
		bench.calendar.edit(event, { isCancelled: true, ...far });
		expect(happened(await bench.poll())).toEqual(['cancelled Review']);
		expect(await bench.poll()).toEqual([]);
	});
});

describe('an event whose end was told', () => {
	it('ends again when it was moved to a time that was over before the next poll', async () => {
		const bench = await openBench({ event: ['ended'] });
		const event = bench.add('Review', 10);
		expect(happened(await bench.poll({ after: 41 * MINUTE }))).toEqual([]);
		await bench.activate();
		bench.calendar.edit(event, { start: at(45), end: at(60) });
		expect(happened(await bench.poll({ after: 30 * MINUTE }))).toEqual(['ended Review']);
		// One that is written down as having been earlier has not ended again.
		bench.calendar.edit(event, { start: at(20), end: at(40) });
		expect(await bench.poll()).toEqual([]);
	});

	it("does not end again at a time that was over then, although the provider's clock was put back", async () => {
		const bench = await openBench({ event: ['ended'] });
		const event = bench.add('Review', 10);
		await bench.activate();
		expect(await watch(bench, 1)).toEqual(['ended Review']);
		bench.time.now -= 10 * MINUTE;
		expect(await bench.poll({ after: 0 })).toEqual([]);
		bench.time.now += 10 * MINUTE;
		bench.calendar.edit(event, { start: at(53), end: at(57) });
		expect(await bench.poll()).toEqual([]);
	});
});

describe('reminders', () => {
	it('do not come for what had begun before they were asked for', async () => {
		const bench = await openBench({ event: ['created'] });
		await bench.activate();
		bench.add('Begun', 20);
		bench.add('Ahead', 50);
		await bench.poll();
		expect(await bench.poll({ after: 40 * MINUTE })).toEqual([]);
		const parameters = { event: ['startingSoon'], lookAhead: 2 };
		expect(happened(await bench.poll({ parameters }))).toEqual(['startingSoon Ahead']);
	});
});

describe('each occurrence of a series', () => {
	it('that was over for a day is not created when its series moves', async () => {
		const bench = await openBench({ series: 'occurrences', event: ['created', 'updated'] });
		const series = addSeries(bench);
		await bench.activate();
		// The window has moved past the first one.
		await watch(bench, 49);
		bench.calendar.edit(series, { start: series.start + 23 * HOUR, end: series.end + 23 * HOUR });
		expect(new Set(happened(await bench.poll()))).toEqual(new Set(['updated Standup']));
	});

	it('that is over is not created when its series takes place more often, and one that is ahead is', async () => {
		const bench = await openBench({ series: 'occurrences', event: ['created'] });
		const series = addSeries(bench, 7);
		await bench.activate();
		await watch(bench, 30);
		const pattern = { type: 'daily' as const, interval: 1 };
		const range = { type: 'noEnd' as const, startDate: '2026-03-02' };
		bench.calendar.edit(series, { recurrence: { pattern, range } });
		const starts = (await bench.poll()).map(({ json }) => json.start);
		expect(starts).toEqual(['2026-03-04T14:00:00Z', '2026-03-05T14:00:00Z']);
	});
});

it.each([
	['that polls', true, false],
	['that polls, and is restarted then,', true, true],
	['that begins', false, false],
])(
	'a trigger %s while answers bear a date far ahead sees what comes later',
	async (_name, polls, restarts) => {
		const bench = await openBench();
		const known = bench.add('Known', 120);
		if (polls) await bench.activate();
		const ahead = 400 * DAY;
		bench.time.now += ahead;
		bench.add('There', ahead / MINUTE + 60);
		expect(happened(await bench.poll())).toEqual(polls ? ['created There'] : []);
		bench.time.now -= ahead;
		if (restarts) bench.restart();
		bench.add('Soon', 14);
		expect(happened(await bench.poll())).toEqual(['created Soon', 'startingSoon Soon']);
		bench.add('Later', 20);
		bench.calendar.edit(known, { start: at(9), end: at(60) });
		const later = await bench.poll({ after: 10 * MINUTE });
		expect(happened(later)).toEqual([
			'updated Known',
			'startingSoon Known',
			'created Later',
			'startingSoon Later',
		]);
	},
);
