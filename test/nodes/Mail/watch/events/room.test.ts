import type { INodeParameters } from 'n8n-workflow';
import { MAX_EVENTS } from '../../../../../nodes/Mail/watch/events/watched';
import type { CalendarBench } from '../../../../harness/calendar';
import { at, happened, startCalendarBench } from '../../../../harness/calendar';
import { MINUTE } from '../../../../harness/trigger';
import type { SimEvent } from '../../../../simulator/graph/calendar/event';

const HOUR = 60 * MINUTE;
const DAYS = 24 * 60;
const CHANGES = ['created', 'updated', 'cancelled'];
const benches: CalendarBench[] = [];

async function openBench(parameters: INodeParameters = {}): Promise<CalendarBench> {
	const bench = await startCalendarBench({ event: CHANGES, ...parameters });
	benches.push(bench);
	await bench.activate();
	return bench;
}

/** Invitations to daily series without an end, as a stranger sends them. */
function invite(
	{ add }: CalendarBench,
	series: number,
	organizer = 'eve@evil.example',
): SimEvent[] {
	return Array.from({ length: series }, (_, at) =>
		add(`spam ${at}`, 60 + at, {
			organizer,
			recurrence: {
				pattern: { type: 'daily', interval: 1 },
				range: { type: 'noEnd', startDate: '2026-03-02' },
			},
		}),
	);
}

async function polls(bench: CalendarBench, count: number, after = MINUTE): Promise<string[]> {
	const seen: string[] = [];
	for (let poll = 0; poll < count; poll++) seen.push(...happened(await bench.poll({ after })));
	return seen;
}

const ofOthers = (what: string) => !what.includes('spam');

afterEach(async () => {
	for (const bench of benches.splice(0)) await bench.stop();
});

// Calendars of thousands of events.
jest.setTimeout(120_000);

describe('a calendar that a stranger fills with invitations', () => {
	it.each([
		[34, 90],
		[100, 31],
		[350, 7],
	])('still starts the workflow: %i daily series, %i days ahead', async (series, lookAhead) => {
		const bench = await openBench({ lookAhead, options: { maxEvents: 1_000 } });
		const [spam] = invite(bench, series);
		const own = bench.add('Board', 5 * DAYS);
		const theirs = bench.add('Lunch', 6 * DAYS, { organizer: 'ann@contoso.com' });
		expect((await polls(bench, 3)).filter(ofOthers).sort()).toEqual([
			'created Board',
			'created Lunch',
		]);
		expect(JSON.stringify(bench.memory).length).toBeLessThan(200_000);
		bench.calendar.edit(own, { subject: 'Board meeting' });
		bench.calendar.remove(theirs);
		if (spam) bench.calendar.edit(spam, { subject: 'spam, again' });
		expect((await polls(bench, 2)).filter(ofOthers).sort()).toEqual([
			'deleted Lunch',
			'updated Board meeting',
		]);
		// What comes into reach as time passes was there before, and what is left out is not gone.
		bench.restart();
		expect((await polls(bench, 26, HOUR)).filter((what) => what !== 'ended')).toEqual([]);
		for (const event of [...bench.calendar.events]) {
			if (event.subject.includes('spam')) bench.calendar.remove(event);
		}
		expect((await polls(bench, 2)).filter(ofOthers)).toEqual([]);
		bench.calendar.remove(own);
		expect((await polls(bench, 2)).filter(ofOthers)).toEqual(['deleted Board meeting']);
	});

	it('says in its items whose events are left out, and from when on', async () => {
		const bench = await openBench();
		invite(bench, 34);
		bench.add('Board', 5 * DAYS);
		const items = await bench.poll();
		const [item] = items.filter(({ json }) => json.subject === 'Board');
		// 34 a day from the first one on: the 501st is on the 15th day.
		const notWatched = [{ organizer: 'eve@evil.example', from: '2026-03-16T13:24:00.000Z' }];
		expect(item?.json).toMatchObject({ changeType: 'created', notWatched });
		for (const event of [...bench.calendar.events].slice(0, 34)) bench.calendar.remove(event);
		await polls(bench, 2);
		bench.add('Lunch', 60);
		const [next] = await bench.poll();
		expect(next?.json).not.toHaveProperty('notWatched');
	});

	it('watches those that match first', async () => {
		const bench = await openBench({ filters: { organizer: 'ann@contoso.com' } });
		invite(bench, 34);
		const event = bench.add('Lunch', 80 * DAYS, { organizer: 'ann@contoso.com' });
		const [item, ...more] = await bench.poll();
		expect(more).toEqual([]);
		expect(item?.json).toMatchObject({ changeType: 'created', subject: 'Lunch' });
		expect(item?.json).not.toHaveProperty('notWatched');
		bench.calendar.edit(event, { subject: 'Dinner' });
		expect(await polls(bench, 1)).toEqual(['updated Dinner']);
	});

	it('from many addresses leaves room for its own', async () => {
		const bench = await openBench({ lookAhead: 30, options: { maxEvents: 1_000 } });
		for (let sender = 0; sender < 10; sender++) invite(bench, 20, `eve${sender}@evil.example`);
		const event = bench.add('Board', 29 * DAYS);
		expect((await polls(bench, 2)).filter(ofOthers)).toEqual(['created Board']);
		bench.calendar.edit(event, { subject: 'Board meeting' });
		expect((await polls(bench, 2)).filter(ofOthers)).toEqual(['updated Board meeting']);
		expect(JSON.stringify(bench.memory).length).toBeLessThan(200_000);
	});
});

describe('a calendar with too many events', () => {
	it('is watched as far as there is room, nearest first', async () => {
		const bench = await startCalendarBench({ event: CHANGES, lookAhead: 10 });
		benches.push(bench);
		for (let event = 0; event <= MAX_EVENTS; event++) bench.add(`${event}`, 5 * DAYS + event);
		await bench.activate();
		const [first, last] = [bench.calendar.events[0], bench.calendar.events.at(-1)];
		if (!first || !last) throw new Error('events were expected');
		bench.calendar.edit(last, { subject: 'last' });
		expect(await bench.poll()).toEqual([]);
		bench.calendar.edit(first, { subject: 'first' });
		const [item] = await bench.poll();
		const from = new Date(last.start).toISOString();
		expect(item?.json).toMatchObject({ changeType: 'updated', notWatched: [{ from }] });
	});

	it('is watched for a shorter time where not even all of them can be read', async () => {
		const bench = await openBench({ lookAhead: 90, options: { maxEvents: 1_000 } });
		invite(bench, 250);
		bench.add('Board', 5 * DAYS);
		const items = await bench.poll();
		const [item] = items.filter(({ json }) => json.subject === 'Board');
		expect(item?.json).toMatchObject({ changeType: 'created' });
		expect(item?.json.notWatched).toContainEqual({ from: expect.stringMatching(/^2026-04-1/) });
	});
});

describe('a series that is longer than a page', () => {
	it.each([270, 600])(
		'is watched for %i days although its page comes again and again',
		async (lookAhead) => {
			const bench = await startCalendarBench({ event: CHANGES, lookAhead });
			benches.push(bench);
			const series = bench.add('Standup', 60, {
				recurrence: {
					pattern: { type: 'daily', interval: 1 },
					range: { type: 'noEnd', startDate: '2026-03-02' },
				},
			});
			bench.calendar.delta.stuckAt = Infinity;
			await bench.activate();
			expect(bench.simulator.requests.all.length).toBeLessThan(10);
			bench.add('Board', 5 * DAYS);
			expect(await polls(bench, 1)).toEqual(['created Board']);
			const last = at((lookAhead - 1) * DAYS);
			const [occurrence] = bench.calendar.instances(series, last, last + 24 * HOUR);
			if (occurrence) bench.calendar.edit(occurrence, { subject: 'Retro' });
			const [item, ...more] = await bench.poll();
			expect(more).toEqual([]);
			expect(item?.json).toMatchObject({ changeType: 'updated', subject: 'Retro' });
			expect(item?.json).not.toHaveProperty('notWatched');
			expect(bench.simulator.requests.all.length).toBeLessThan(30);
		},
	);

	it('fails as what may pass where its page comes again and again however short the time', async () => {
		const bench = await openBench();
		bench.add('Board', 60);
		bench.calendar.delta.stuckAt = 0;
		bench.calendar.delta.expire();
		await expect(bench.poll()).rejects.toMatchObject({
			message: expect.stringContaining('again and again'),
			failure: { cause: 'temporarily-unavailable' },
		});
		bench.calendar.delta.stuckAt = undefined;
		expect(await polls(bench, 1)).toEqual(['created Board']);
	});
});
