import type { INodeParameters } from 'n8n-workflow';
import type { CalendarBench } from '../../../../harness/calendar';
import { at, happened, startCalendarBench, utc } from '../../../../harness/calendar';
import { MINUTE } from '../../../../harness/trigger';
import type { SimEvent } from '../../../../simulator/graph/calendar/event';

// Holds under each reading of fact: calendar-delta-select, fact: exception-form,
// fact: exception-id, fact: series-again, fact: occurrence-tombstone, fact: all-day-window.

const DAY = 24 * 60 * MINUTE;
const LASTING = ['created', 'updated', 'cancelled', 'answered'];
const benches: CalendarBench[] = [];

async function openBench(parameters: INodeParameters = {}): Promise<CalendarBench> {
	const bench = await startCalendarBench({ event: LASTING, ...parameters });
	benches.push(bench);
	return bench;
}

/** A meeting on so many days, two hours after the beginning of the bench. */
function addDaily({ add }: CalendarBench, days: number): SimEvent {
	return add('Standup', 120, {
		recurrence: {
			pattern: { type: 'daily', interval: 1 },
			range: { type: 'numbered', startDate: '2026-03-02', numberOfOccurrences: days },
		},
		attendees: ['pat@example.com'],
	});
}

/** The occurrences of a series, in their order. */
function occurrences({ calendar }: CalendarBench, series: SimEvent): SimEvent[] {
	return calendar.instances(series, at(0), at(400 * 24 * 60));
}

afterEach(async () => {
	for (const bench of benches.splice(0)) await bench.stop();
});

describe('a series as one event', () => {
	it('is created, updated and deleted as one', async () => {
		const bench = await openBench();
		await bench.activate();
		const series = addDaily(bench, 5);
		const [created, ...others] = await bench.poll();
		expect(others).toEqual([]);
		expect(created?.json).toMatchObject({ changeType: 'created', type: 'seriesMaster' });
		bench.calendar.edit(series, { subject: 'Daily' });
		const [updated, ...more] = await bench.poll();
		expect(more).toEqual([]);
		expect(updated?.json).toMatchObject({
			changeType: 'updated',
			type: 'seriesMaster',
			changed: { subject: { before: 'Standup', after: 'Daily' } },
		});
		bench.calendar.remove(series);
		expect(happened(await bench.poll())).toEqual(['deleted Daily']);
		expect(await bench.poll()).toEqual([]);
	});

	it('says what became of its times and of how it repeats, in the form of the output', async () => {
		const bench = await openBench();
		const series = addDaily(bench, 5);
		await bench.activate();
		const edit = async (fields: Parameters<typeof bench.calendar.edit>[1]) => {
			bench.calendar.edit(series, fields);
			const [updated] = await bench.poll();
			return updated?.json;
		};
		const day = (time: string) => `2026-03-02T${time}:00Z`;
		expect(await edit({ start: at(180), end: at(210) })).toMatchObject({
			changed: {
				start: { before: day('14:00'), after: day('15:00') },
				end: { before: day('14:30'), after: day('15:30') },
			},
		});
		const repeated = await edit({
			recurrence: {
				// Graph fills what a pattern does not have.
				pattern: { type: 'daily', interval: 2, dayOfMonth: 0, month: 0 },
				range: { type: 'noEnd', startDate: '2026-03-02', endDate: '0001-01-01' },
			},
		});
		expect(Object.keys(Object(repeated?.changed))).toEqual(['recurrence']);
		expect(repeated?.changed).toHaveProperty('recurrence.after', repeated?.recurrence);
	});

	it.each(['full', 'thin'])(
		'tells of an occurrence that is changed, moved or deleted alone, told %s',
		async (as) => {
			const bench = await openBench();
			bench.simulator.readings.choose(
				{ fact: 'exception-form', as },
				{ fact: 'exception-id', as: 'same' },
				{ fact: 'series-again', as: 'whole' },
			);
			const series = addDaily(bench, 5);
			await bench.activate();
			const [, second, third, fourth] = occurrences(bench, series);
			if (!second || !third || !fourth) throw new Error('five occurrences were expected');
			bench.calendar.edit(second, { subject: 'Standup with guests' });
			const [changed, ...more] = await bench.poll();
			expect(more).toEqual([]);
			expect(changed?.json).toMatchObject({
				changeType: 'updated',
				type: 'exception',
				seriesMasterId: series.idOf('immutable'),
				changed: { subject: { before: 'Standup', after: 'Standup with guests' } },
			});
			expect(Object.keys(Object(changed?.json.changed))).toEqual(['subject']);
			bench.calendar.edit(third, { start: third.start + MINUTE, end: third.end + MINUTE });
			expect(happened(await bench.poll())).toEqual(['updated Standup']);
			bench.calendar.remove(fourth);
			const [deleted, ...others] = await bench.poll();
			expect(others).toEqual([]);
			expect(deleted?.json).toMatchObject({
				changeType: 'deleted',
				id: fourth.idOf('immutable'),
				seriesMasterId: series.idOf('immutable'),
				start: '2026-03-05T14:00:00Z',
			});
			bench.calendar.remove(second);
			expect(happened(await bench.poll())).toEqual(['deleted Standup with guests']);
			expect(await bench.poll()).toEqual([]);
		},
	);

	// fact: occurrence-gone.
	it.each([
		'ErrorCalendarOccurrenceIsDeletedFromRecurrence',
		'ErrorCalendarOccurrenceIndexIsOutOfRecurrenceRange',
	])('tells that an occurrence was deleted, where Microsoft calls that %s', async (code) => {
		const bench = await openBench();
		bench.simulator.readings.choose(
			{ fact: 'exception-id', as: 'same' },
			{ fact: 'series-again', as: 'whole' },
		);
		const series = addDaily(bench, 3);
		await bench.activate();
		const [, second] = occurrences(bench, series);
		if (!second) throw new Error('three occurrences were expected');
		bench.calendar.edit(second, { subject: 'Standup with guests' });
		expect(happened(await bench.poll())).toEqual(['updated Standup with guests']);
		bench.calendar.remove(second);
		const path = new RegExp(`/events/${encodeURIComponent(second.idOf('immutable'))}$`);
		const body = { error: { code, message: 'Not there any more.' } };
		bench.simulator.faults.next({ path, times: Infinity }, { status: 400, body });
		expect(happened(await bench.poll())).toEqual(['deleted Standup with guests']);
	});

	it('whose days are others is updated once, whatever becomes of its occurrences', async () => {
		const bench = await openBench();
		const series = addDaily(bench, 10);
		await bench.activate();
		bench.calendar.edit(series, {
			recurrence: {
				pattern: { type: 'daily', interval: 3 },
				range: { type: 'numbered', startDate: '2026-03-02', numberOfOccurrences: 2 },
			},
		});
		const [item, ...more] = await bench.poll();
		expect(more).toEqual([]);
		expect(item?.json).toMatchObject({
			changeType: 'updated',
			changed: { recurrence: expect.anything() },
		});
		expect(await bench.poll()).toEqual([]);
	});

	it('says once who answered, with its exceptions too', async () => {
		const bench = await openBench();
		const series = addDaily(bench, 5);
		const [, second] = occurrences(bench, series);
		if (!second) throw new Error('five occurrences were expected');
		bench.calendar.edit(second, { subject: 'Standup with guests' });
		await bench.activate();
		bench.calendar.answer(series, 'pat@example.com', 'accepted');
		bench.calendar.answer(second, 'pat@example.com', 'accepted');
		expect(happened(await bench.poll())).toEqual(['answered Standup']);
		bench.calendar.answer(second, 'pat@example.com', 'declined');
		expect(happened(await bench.poll())).toEqual(['answered Standup with guests']);
		expect(await bench.poll()).toEqual([]);
	});

	it('says who accepts an occurrence again that was moved, after a restart too', async () => {
		const bench = await openBench({ event: ['answered'] });
		const series = addDaily(bench, 5);
		const [, second, third] = occurrences(bench, series);
		if (!second || !third) throw new Error('five occurrences were expected');
		await bench.activate();
		bench.calendar.answer(series, 'pat@example.com', 'accepted');
		expect(happened(await bench.poll())).toEqual(['answered Standup']);
		// What it was answered as a part of its series stands in it.
		bench.calendar.edit(third, { subject: 'Standup with guests', attendees: series.attendees });
		bench.calendar.edit(second, { start: second.start + MINUTE, end: second.end + MINUTE });
		expect(await bench.poll()).toEqual([]);
		bench.restart();
		expect(await bench.poll()).toEqual([]);
		bench.calendar.answer(second, 'pat@example.com', 'accepted');
		const told = await bench.poll();
		expect(told.map(({ json }) => json.id)).toEqual([second.idOf('immutable')]);
		bench.restart();
		expect(await bench.poll()).toEqual([]);
	});

	it('does not say an earlier answer again, where an occurrence is changed and that answer becomes another one', async () => {
		const bench = await openBench({ event: ['answered'] });
		const series = addDaily(bench, 5);
		const [, second] = occurrences(bench, series);
		if (!second) throw new Error('five occurrences were expected');
		await bench.activate();
		bench.calendar.answer(series, 'pat@example.com', 'accepted');
		expect(happened(await bench.poll())).toEqual(['answered Standup']);
		bench.calendar.edit(second, { subject: 'Standup with guests' });
		bench.calendar.answer(second, 'pat@example.com', 'accepted');
		bench.calendar.answer(series, 'pat@example.com', 'declined');
		const told = await bench.poll();
		expect(told.map(({ json }) => json.answer)).toEqual([
			expect.objectContaining({ response: 'declined' }),
		]);
	});
});

it('a changed occurrence that is deleted while n8n is down is not shown with what its series has', async () => {
	const bench = await openBench();
	bench.simulator.readings.choose({ fact: 'series-again', as: 'whole' });
	const series = addDaily(bench, 5);
	await bench.activate();
	const [, second, third] = occurrences(bench, series);
	if (!second || !third) throw new Error('five occurrences were expected');
	bench.calendar.edit(second, { subject: 'Standup with guests' });
	await bench.poll();
	bench.restart();
	for (const one of occurrences(bench, series)) {
		if ([second.start, third.start].includes(one.start)) bench.calendar.remove(one);
	}
	const told = await bench.poll();
	expect(told.map(({ json }) => [json.changeType, json.start, json.subject])).toEqual([
		['deleted', new Date(second.start).toISOString().replace('.000', ''), ''],
		['deleted', new Date(third.start).toISOString().replace('.000', ''), 'Standup'],
	]);
});

describe('each occurrence of a series', () => {
	it('is created, updated and deleted, and no new one when it comes into reach', async () => {
		const bench = await openBench({ series: 'occurrences', lookAhead: 10 });
		bench.simulator.readings.choose({ fact: 'series-again', as: 'whole' });
		await bench.activate();
		const series = addDaily(bench, 3);
		expect(happened(await bench.poll())).toEqual(Array(3).fill('created Standup'));
		bench.calendar.edit(series, { subject: 'Daily' });
		expect(happened(await bench.poll())).toEqual(Array(3).fill('updated Daily'));
		bench.calendar.remove(series);
		expect(happened(await bench.poll())).toEqual(Array(3).fill('deleted Daily'));
		addDaily(bench, 100);
		expect((await bench.poll()).length).toBeLessThan(13);
		for (let day = 0; day < 3; day++) expect(await bench.poll({ after: DAY })).toEqual([]);
	});
});

describe('occurrences', () => {
	it('start and end each, a moved one at its new time, and a deleted one not', async () => {
		const bench = await openBench({ event: ['startingSoon', 'ended'], timeBefore: 30 });
		bench.simulator.readings.choose({ fact: 'series-again', as: 'whole' });
		const series = addDaily(bench, 4);
		await bench.activate();
		const [, second, third] = occurrences(bench, series);
		if (!second || !third) throw new Error('four occurrences were expected');
		bench.calendar.edit(second, {
			start: second.start + 60 * MINUTE,
			end: second.end + 60 * MINUTE,
		});
		bench.calendar.remove(third);
		const seen: string[] = [];
		for (let minutes = 0; minutes < 4 * 24 * 60; minutes += 30) {
			const items = await bench.poll({ after: 30 * MINUTE });
			const time = new Date(bench.time.now).toISOString().slice('2026-03-'.length, -8);
			seen.push(...items.map(({ json }) => `${String(json.changeType)} ${time}`));
		}
		expect(seen).toEqual([
			'startingSoon 02T13:30',
			'ended 02T14:30',
			'startingSoon 03T14:30',
			'ended 03T15:30',
			'startingSoon 05T13:30',
			'ended 05T14:30',
		]);
	});

	it.each([
		['spring', '2026-03-28', 'W. Europe Standard Time', ['08:00', '07:00', '07:00']],
		['autumn', '2026-10-24', 'W. Europe Standard Time', ['07:00', '08:00', '08:00']],
		['another zone', '2026-03-07', 'Pacific Standard Time', ['17:00', '16:00', '16:00']],
	])('keep their local time when the clocks change (%s)', async (_, day, timeZone, expected) => {
		const bench = await openBench({ event: ['startingSoon'], timeBefore: 1, timeUnit: 'hours' });
		bench.time.now = Date.parse(`${day}T00:00:00Z`);
		await bench.clock.wait(bench.time.now - bench.clock.now());
		bench.calendar.seed({
			subject: 'Standup',
			start: { dateTime: `${day}T09:00:00`, timeZone },
			end: { dateTime: `${day}T09:30:00`, timeZone },
			recurrence: {
				pattern: { type: 'daily', interval: 1 },
				range: { type: 'numbered', startDate: day, numberOfOccurrences: 3 },
			},
		});
		await bench.activate();
		const seen: string[] = [];
		for (let hour = 0; hour < 3 * 24; hour++) {
			for (const { json } of await bench.poll({ after: 60 * MINUTE })) {
				seen.push(String(json.start));
				expect(json.minutesUntilStart).toBe(60);
			}
		}
		expect(seen.map((start) => start.slice('2026-03-28T'.length, -4))).toEqual(expected);
	});
});

describe('an event of a whole day', () => {
	it('starts with its day in the zone of the mailbox, and is the same day everywhere', async () => {
		const bench = await openBench({
			event: ['startingSoon', 'ended'],
			timeBefore: 2,
			timeUnit: 'hours',
		});
		bench.mailbox.settings.timeZone = 'Tokyo Standard Time';
		bench.calendar.seed({
			subject: 'Fair',
			start: { dateTime: '2026-03-04T00:00:00', timeZone: 'W. Europe Standard Time' },
			end: { dateTime: '2026-03-05T00:00:00', timeZone: 'W. Europe Standard Time' },
			isAllDay: true,
		});
		await bench.activate();
		const seen: string[] = [];
		for (let hour = 0; hour < 72; hour++) {
			for (const { json } of await bench.poll({ after: 60 * MINUTE })) {
				seen.push(`${String(json.changeType)} ${new Date(bench.time.now).toISOString()}`);
				expect(json).toMatchObject({ start: '2026-03-04', end: '2026-03-04', isAllDay: true });
			}
		}
		// Midnight in Tokyo is 15:00 UTC.
		expect(seen).toEqual([
			'startingSoon 2026-03-03T13:00:00.000Z',
			'ended 2026-03-04T15:00:00.000Z',
		]);
	});

	it('can be left out', async () => {
		const bench = await openBench({ filters: { allDay: 'leaveOut' } });
		await bench.activate();
		bench.add('Fair', 12 * 60, { isAllDay: true, end: utc(36 * 60) });
		bench.add('Review', 60);
		expect(happened(await bench.poll())).toEqual(['created Review']);
	});
});
