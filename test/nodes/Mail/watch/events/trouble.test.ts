import fc from 'fast-check';
import { DateTime } from 'luxon';
import type { INodeParameters } from 'n8n-workflow';
import type { Extra, Known } from '../../../../../nodes/Mail/watch/events/position';
import {
	positionOf,
	statesIn,
	storedEvents,
} from '../../../../../nodes/Mail/watch/events/position';
import { HASH_LENGTH } from '../../../../../nodes/shared/text/shortHash';
import type { Ledger } from '../../../../../nodes/shared/watch/ledger';
import { readLedger, saveLedger } from '../../../../../nodes/shared/watch/ledger';
import { betweenPages } from '../../../../harness/betweenPages';
import type { CalendarBench } from '../../../../harness/calendar';
import { at, EVERYTHING, happened, startCalendarBench, utc } from '../../../../harness/calendar';
import { OWN_MAILBOX } from '../../../../harness/executeNode';
import { locator } from '../../../../harness/locator';
import { MINUTE } from '../../../../harness/trigger';
import type { SimEvent } from '../../../../simulator/graph/calendar/event';

// Holds under each reading of fact: calendar-delta-select, fact: exception-form,
// fact: exception-id, fact: series-again, fact: occurrence-tombstone, fact: all-day-window.

const DAYS = 24 * 60;
/** Of events that were made long before. */
const longAgo = { createdDateTime: new Date(at(-10 * DAYS)).toISOString() };
const benches: CalendarBench[] = [];

async function activeBench(parameters: INodeParameters = {}, skew = 0): Promise<CalendarBench> {
	const bench = await startCalendarBench({ event: [...EVERYTHING], ...parameters }, skew);
	benches.push(bench);
	bench.add('there before', 300);
	await bench.activate();
	return bench;
}

/** What five polls tell, of which the first one comes so many minutes later. */
async function fivePolls(bench: CalendarBench, minutes: number) {
	const told = await bench.poll({ after: minutes * MINUTE });
	for (let poll = 1; poll < 5; poll++) told.push(...(await bench.poll()));
	return happened(told).sort();
}

afterEach(async () => {
	for (const bench of benches.splice(0)) await bench.stop();
});

describe('after a restart of n8n', () => {
	it('what happened meanwhile starts the workflow once, and what was handled does not', async () => {
		const bench = await activeBench();
		const [first, second] = [bench.add('first', 100), bench.add('second', 200)];
		expect(await bench.poll()).toHaveLength(2);
		bench.restart();
		expect(await bench.poll()).toEqual([]);
		bench.restart();
		bench.calendar.edit(first, { subject: 'first, changed' });
		bench.calendar.remove(second);
		bench.add('third', 250);
		const items = await bench.poll({ after: 60 * MINUTE });
		expect(happened(items).sort()).toEqual([
			'created third',
			// What it was called, nobody knows any more.
			'deleted ',
			'updated first, changed',
		]);
		const deleted = items.find(({ json }) => json.changeType === 'deleted');
		expect(deleted?.json).toMatchObject({
			id: second.idOf('immutable'),
			start: '2026-03-02T15:20:00Z',
		});
		bench.restart();
		expect(await bench.poll()).toEqual([]);
	});

	it('a change of the time says what it was before, of anything else not', async () => {
		const bench = await activeBench();
		const event = bench.add('Review', 100);
		await bench.poll();
		bench.restart();
		bench.calendar.edit(event, { subject: 'Another', start: at(110) });
		const [item] = await bench.poll();
		expect(item?.json.changed).toEqual({
			start: { before: '2026-03-02T13:40:00Z', after: '2026-03-02T13:50:00Z' },
		});
	});

	it('an occurrence deleted meanwhile is told with its series', async () => {
		const bench = await activeBench();
		const series = bench.add('Standup', 120, {
			recurrence: {
				pattern: { type: 'daily', interval: 1 },
				range: { type: 'numbered', startDate: '2026-03-02', numberOfOccurrences: 3 },
			},
		});
		await bench.poll();
		const [, second] = bench.calendar.instances(series, at(0), at(10 * DAYS));
		if (!second) throw new Error('three occurrences were expected');
		bench.restart();
		bench.calendar.remove(second);
		const [item, ...more] = await bench.poll();
		expect(more).toEqual([]);
		expect(item?.json).toMatchObject({
			changeType: 'deleted',
			subject: 'Standup',
			start: '2026-03-03T14:00:00Z',
			seriesMasterId: series.idOf('immutable'),
		});
	});

	it('an event that began and ended while n8n was down ends once', async () => {
		const bench = await activeBench({ event: ['ended', 'startingSoon'] });
		bench.add('Review', 100);
		expect(await bench.poll()).toEqual([]);
		bench.restart();
		expect(happened(await bench.poll({ after: 3 * 60 * MINUTE }))).toEqual(['ended Review']);
		expect(await bench.poll()).toEqual([]);
	});

	it('an event that ended more than a month ago does not end', async () => {
		const bench = await activeBench({ event: ['ended'] });
		bench.add('Kickoff', 8 * DAYS);
		bench.add('Review', 10 * DAYS);
		expect(await bench.poll()).toEqual([]);
		bench.restart();
		expect(happened(await bench.poll({ after: 40 * DAYS * MINUTE }))).toEqual(['ended Review']);
		expect(await bench.poll({ after: 2 * DAYS * MINUTE })).toEqual([]);
	});

	it('an event deleted meanwhile is told also where the provider gave up its link', async () => {
		const bench = await activeBench();
		const event = bench.add('Review', 100);
		await bench.poll();
		bench.restart();
		bench.calendar.remove(event);
		bench.calendar.delta.expire();
		const [item, ...more] = await bench.poll();
		expect(more).toEqual([]);
		expect(item?.json).toMatchObject({ changeType: 'deleted', start: '2026-03-02T13:40:00Z' });
	});
});

describe('a link that cannot be read after a restart of n8n', () => {
	it('lets the poll fail: an event that was only moved out of the window is not told as deleted', async () => {
		const bench = await activeBench();
		const event = bench.add('Review', 100);
		await bench.poll();
		bench.restart();
		bench.calendar.edit(event, { start: at(200 * DAYS), end: at(200 * DAYS + 30) });
		const rounds = { path: /calendarView\/delta/ };
		// The list of the window comes first, and passes.
		bench.simulator.faults.next(rounds, { delayMs: 0 });
		bench.simulator.faults.next({ ...rounds, times: 40 }, { status: 503 });
		expect(await bench.poll()).toEqual([]);
		expect(bench.failures).toHaveLength(1);
		bench.simulator.faults.clear();
		expect(happened(await bench.poll())).toEqual(['updated Review']);
	});
});

// fact: no-mailbox.
it('an event that was only moved out of the window is not deleted while its mailbox is not there', async () => {
	const bench = await activeBench();
	const event = bench.add('Review', 100);
	await bench.poll();
	bench.calendar.edit(event, { start: at(200 * DAYS), end: at(200 * DAYS + 30) });
	const body = {
		error: { code: 'ResourceNotFound', message: 'Resource could not be discovered.' },
	};
	bench.simulator.faults.next({ path: /events\/[^/]+$/, times: 2 }, { status: 404, body });
	await expect(bench.poll()).rejects.toThrow(/mailbox was not found/);
	bench.simulator.faults.clear();
	expect(happened(await bench.poll())).toEqual(['updated Review']);
});

// fact: private-event.
it.each([
	{ when: 'n8n runs', isRestarted: false, shown: ['deleted removed', 'updated moved'] },
	// Nothing of the removed one is known then but its times.
	{ when: 'n8n is down', isRestarted: true, shown: ['deleted ', 'updated moved'] },
])(
	'a private event that its owner moves out of the window while $when is no deleted one',
	async ({ isRestarted, shown }) => {
		const mailbox = 'support@contoso.com';
		const bench = await startCalendarBench({ event: [...EVERYTHING], mailbox });
		benches.push(bench);
		const owner = bench.simulator.graph.mailbox(mailbox);
		owner.shareWith(OWN_MAILBOX, { calendar: 'readWrite', hidesPrivate: true });
		const { calendar } = owner;
		await bench.activate();
		const [moved, removed] = ['moved', 'removed'].map((subject) =>
			calendar.seed({ subject, start: utc(100), end: utc(130), sensitivity: 'private' }),
		);
		if (!moved || !removed) throw new Error('There is no event');
		await bench.poll();
		calendar.edit(moved, { start: at(200 * DAYS), end: at(200 * DAYS + 30) });
		calendar.remove(removed);
		if (isRestarted) bench.restart();
		bench.simulator.requests.clear();
		expect(happened(await bench.poll()).sort()).toEqual(shown);
		// One list for both.
		const lists = bench.simulator.requests.all.filter(({ path }) => /\/events$/.test(path));
		expect(lists).toHaveLength(1);
	},
);

// fact: no-mailbox.
it('an event is not told in part while its mailbox is not there', async () => {
	const bench = await activeBench({ output: 'raw' });
	bench.add('Review', 100, { body: { contentType: 'html', content: '<b>Notes</b>' } });
	const body = { error: { code: 'MailboxNotEnabledForRESTAPI', message: 'Not yet.' } };
	bench.simulator.faults.next({ path: /events\/[^/]+$/ }, { status: 404, body });
	await expect(bench.poll()).rejects.toThrow(/mailbox was not found/);
	const [item] = await bench.poll();
	expect(item?.json.body).toEqual({ contentType: 'html', content: '<b>Notes</b>' });
});

describe('a link that the provider gave up (410)', () => {
	it('costs a list of the whole window, and loses and repeats nothing', async () => {
		const bench = await activeBench();
		const event = bench.add('Review', 100);
		await bench.poll();
		bench.calendar.delta.expire();
		expect(await bench.poll()).toEqual([]);
		bench.calendar.delta.expire();
		bench.add('new', 100);
		bench.calendar.remove(event);
		expect(happened(await bench.poll()).sort()).toEqual(['created new', 'deleted Review']);
		expect(await bench.poll()).toEqual([]);
	});
});

describe('an event that goes while its round is read', () => {
	it('is not there, where a later page of the round says so', async () => {
		const bench = await activeBench();
		const review = bench.add('Review', 100);
		await bench.poll();
		// More than a page.
		for (let event = 0; event < 200; event++) bench.add('other', 50 * DAYS);
		bench.calendar.edit(review, { subject: 'Review, changed' });
		const isGone = betweenPages(() => bench.calendar.remove(review));
		const told: string[] = [];
		for (let poll = 0; poll < 6; poll++) told.push(...happened(await bench.poll()));
		expect(isGone()).toBe(true);
		expect(told.filter((what) => what !== 'created other')).toEqual(['deleted Review']);
	});
});

describe('a link that the provider answers with 503 for good', () => {
	it('is given up by the fifth poll, and loses and repeats nothing', async () => {
		const bench = await activeBench();
		const event = bench.add('Review', 100);
		await bench.poll();
		bench.calendar.delta.break();
		bench.add('new', 100);
		bench.calendar.remove(event);
		for (let poll = 1; poll < 5; poll++) await expect(bench.poll()).rejects.toThrow();
		expect(happened(await bench.poll()).sort()).toEqual(['created new', 'deleted Review']);
		bench.add('newer', 100);
		expect(happened(await bench.poll())).toEqual(['created newer']);
	});

	it('is given up where n8n was restarted, too', async () => {
		const bench = await activeBench();
		const [moved, gone] = [bench.add('Review', 100), bench.add('Planning', 100)];
		await bench.poll();
		bench.restart();
		bench.calendar.edit(moved, { start: at(200 * DAYS), end: at(200 * DAYS + 30) });
		bench.calendar.remove(gone);
		bench.calendar.delta.break();
		// n8n is told of the first, and calls the others failed.
		expect(await bench.poll()).toEqual([]);
		for (let poll = 2; poll < 5; poll++) await expect(bench.poll()).rejects.toThrow();
		expect(happened(await bench.poll()).sort()).toEqual(['deleted ', 'updated Review']);
	});
});

describe('an event whose text is damaged', () => {
	it('holds up all others, and the error says how to find it', async () => {
		const bench = await activeBench();
		const damaged = bench.add('damaged', 100);
		damaged.isDamaged = true;
		bench.add('other', 200);
		for (let poll = 0; poll < 7; poll++) {
			await expect(bench.poll()).rejects.toMatchObject({
				description: expect.stringMatching(
					/^If it stays so, Microsoft cannot read the text of an event there\. A person can find it: List Events/,
				),
			});
		}
		bench.calendar.remove(damaged);
		expect(happened(await bench.poll())).toEqual(['created other']);
	});
});

describe('what n8n could not store', () => {
	it('is delivered again: a crash came between the poll and the database', async () => {
		const bench = await activeBench();
		const before = JSON.stringify(bench.memory);
		bench.add('Review', 100);
		expect(happened(await bench.poll())).toEqual(['created Review']);
		bench.restart();
		bench.memory = JSON.parse(before);
		expect(happened(await bench.poll())).toEqual(['created Review']);
	});

	it('is compared again with what n8n stored', async () => {
		const bench = await activeBench();
		const event = bench.add('v0', 100);
		await bench.poll();
		const before = JSON.stringify(bench.memory);
		bench.calendar.edit(event, { subject: 'v1' });
		expect(happened(await bench.poll())).toEqual(['updated v1']);
		bench.memory = JSON.parse(before);
		bench.calendar.edit(event, { subject: 'v2' });
		// n8n may still be storing it.
		expect(await bench.poll()).toEqual([]);
		const [item] = await bench.poll();
		const changed = { subject: { before: 'v0', after: 'v2' } };
		expect(item?.json).toMatchObject({ changeType: 'updated', subject: 'v2', changed });
	});
});

describe('a poll that fails', () => {
	it.each([429, 503])('with %s loses nothing, and repeats nothing', async (status) => {
		const bench = await activeBench();
		bench.add('Review', 100);
		bench.simulator.faults.next({ path: /events|calendarView/, times: 40 }, { status });
		await expect(bench.poll()).rejects.toThrow();
		bench.simulator.faults.clear();
		expect(happened(await bench.poll())).toEqual(['created Review']);
		expect(await bench.poll()).toEqual([]);
	});

	it('to load one of several tells none of them before all can be loaded', async () => {
		const bench = await activeBench();
		bench.add('Review', 100);
		const body = { contentType: 'text' as const, content: 'Please bring your notes.' };
		const id = encodeURIComponent(bench.add('Planning', 120, { body }).idOf('immutable'));
		bench.simulator.faults.next({ path: new RegExp(`events/${id}`), times: 40 }, { status: 503 });
		await expect(bench.poll()).rejects.toThrow();
		bench.simulator.faults.clear();
		expect(happened(await bench.poll())).toEqual(['created Review', 'created Planning']);
		expect(await bench.poll()).toEqual([]);
	});

	it.each([
		['was moved', { start: at(200), end: at(230) }],
		['was called off', { isCancelled: true }],
	])('shows of one that %s and then deleted what was told of it', async (_change, change) => {
		const bench = await activeBench();
		const body = { contentType: 'text' as const, content: 'Please bring your notes.' };
		const [review, planning] = [bench.add('Review', 100), bench.add('Planning', 120, { body })];
		await bench.poll();
		bench.calendar.edit(review, change);
		bench.calendar.edit(planning, { subject: 'Planning, changed' });
		bench.simulator.faults.next({ path: /events\//, times: 40 }, { status: 503 });
		await expect(bench.poll()).rejects.toThrow();
		bench.simulator.faults.clear();
		bench.calendar.remove(review);
		const [item] = (await bench.poll()).filter(({ json }) => json.changeType === 'deleted');
		expect(item?.json).toMatchObject({ subject: 'Review', start: '2026-03-02T13:40:00Z' });
		expect(item?.json.isCancelled).toBeUndefined();
	});

	it.each([
		[400, 'ErrorItemCorrupt'],
		[404, 'ErrorItemNotFound'],
	])('to load an event delivers it as it was listed (%s)', async (status, code) => {
		const bench = await activeBench();
		bench.add('Review', 100, { body: { contentType: 'text', content: 'Bring your notes.' } });
		bench.simulator.faults.next(
			{ path: /\/events\/[^/]+$/, times: Infinity },
			{ status, body: { error: { code, message: 'Corrupt' } } },
		);
		expect(happened(await bench.poll())).toEqual(['created Review']);
	});
});

it('an event that cannot be loaded has the properties that were chosen, and no others', async () => {
	const bench = await activeBench({ output: 'raw', options: { fields: 'subject' } });
	bench.add('Review', 100);
	bench.simulator.faults.next({ path: /\/events\/[^/]+$/, times: Infinity }, { status: 404 });
	const [item] = await bench.poll();
	expect(item?.json).toMatchObject({ changeType: 'created', subject: 'Review' });
	expect(item?.json).not.toHaveProperty('categories');
});

describe.each([403, 500])('an event that the provider answers with %s for good', (status) => {
	const EACH_EVENT = { path: /\/events\/[^/]+$/, times: Infinity };
	const fourPollsFail = async (bench: CalendarBench) => {
		for (let poll = 1; poll < 5; poll++) await expect(bench.poll()).rejects.toThrow();
	};
	const addDaily = (bench: CalendarBench) =>
		bench.add('Daily', 120, {
			recurrence: {
				pattern: { type: 'daily', interval: 1 },
				range: { type: 'numbered', startDate: '2026-03-02', numberOfOccurrences: 3 },
			},
		});
	const pathOf = (event: SimEvent) =>
		new RegExp(`events/${encodeURIComponent(event.idOf('immutable'))}`);

	it('is told as it was listed by the fifth poll, with all others', async () => {
		const bench = await activeBench();
		bench.add('Review', 100);
		const body = { contentType: 'text' as const, content: 'Please bring your notes.' };
		const broken = bench.add('Planning', 120, { body });
		bench.simulator.faults.next({ path: pathOf(broken), times: Infinity }, { status });
		await fourPollsFail(bench);
		expect(happened(await bench.poll())).toEqual(['created Review', 'created Planning']);
		expect(await bench.poll()).toEqual([]);
	});

	it('is told as its series is, where it is an occurrence that is told without what changed in it', async () => {
		const bench = await activeBench({ event: ['created', 'updated'], series: 'occurrences' });
		bench.simulator.readings.choose(
			{ fact: 'exception-form', as: 'thin' },
			{ fact: 'exception-id', as: 'same' },
		);
		const series = addDaily(bench);
		expect(await bench.poll()).toHaveLength(3);
		const [, second] = bench.calendar.instances(series, at(0), at(5 * DAYS));
		if (!second) throw new Error('an occurrence was expected');
		bench.calendar.edit(second, { subject: 'Special' });
		bench.simulator.faults.next(EACH_EVENT, { status });
		await fourPollsFail(bench);
		await bench.poll();
		bench.add('Review', 100);
		expect(happened(await bench.poll())).toEqual(['created Review']);
	});

	it('is told as nothing that it is not, where it is an occurrence that was changed before', async () => {
		const bench = await activeBench({ event: ['created', 'updated'], series: 'occurrences' });
		bench.simulator.readings.choose(
			{ fact: 'exception-form', as: 'thin' },
			{ fact: 'exception-id', as: 'same' },
		);
		const series = addDaily(bench);
		await bench.poll();
		const [, second] = bench.calendar.instances(series, at(0), at(5 * DAYS));
		if (!second) throw new Error('an occurrence was expected');
		bench.calendar.edit(second, { subject: 'Special' });
		expect(happened(await bench.poll())).toEqual(['updated Special']);
		bench.simulator.faults.next(EACH_EVENT, { status });
		bench.calendar.edit(second, { importance: 'high' });
		await fourPollsFail(bench);
		expect(await bench.poll()).toEqual([]);
		bench.calendar.edit(second, { start: at(130 + DAYS) });
		bench.simulator.faults.clear();
		expect(happened(await bench.poll())).toEqual(['updated Special']);
	});

	it.each([
		['an event', 'series', 1],
		['a series as one event', 'series', 1],
		['a series by its occurrences', 'occurrences', 3],
	])(
		'is no deleted one where it is gone from view, and holds up no other (%s)',
		async (what, as, times) => {
			const bench = await activeBench({ series: as });
			const event = what === 'an event' ? bench.add('Daily', 120) : addDaily(bench);
			expect(await bench.poll()).toHaveLength(times);
			bench.calendar.remove(event);
			bench.simulator.faults.next(EACH_EVENT, { status });
			await fourPollsFail(bench);
			expect(await bench.poll()).toEqual([]);
			bench.add('Review', 100);
			expect(happened(await bench.poll())).toEqual(['created Review']);
			bench.simulator.faults.clear();
			const deleted = Array.from({ length: times }, () => 'deleted Daily');
			expect(happened(await bench.poll())).toEqual(deleted);
			expect(await bench.poll()).toEqual([]);
		},
	);
});

describe('polls at the same time', () => {
	it('deliver once', async () => {
		const bench = await activeBench();
		bench.add('Review', 100);
		const polls = await Promise.all([bench.poll(), bench.poll({ after: 0 })]);
		expect(polls.flatMap(happened)).toEqual(['created Review']);
	});
});

describe("n8n's clock", () => {
	it.each([-10 * DAYS, -3 * DAYS, -30 * 60, -10, 10, 30 * 60, 3 * DAYS])(
		'may be %s minutes ahead',
		async (minutes) => {
			const bench = await activeBench({ lookAhead: 1 }, minutes * MINUTE);
			bench.add('Review', 20);
			expect(happened(await bench.poll())).toEqual(['created Review']);
			bench.restart();
			expect(happened(await bench.poll({ after: 5 * MINUTE }))).toEqual(['startingSoon Review']);
			expect(happened(await bench.poll({ after: 45 * MINUTE }))).toEqual(['ended Review']);
		},
	);
});

describe('more than one poll delivers', () => {
	it('comes with the next ones, and each once', async () => {
		const bench = await activeBench({ options: { maxEvents: 2 } });
		for (let event = 1; event <= 5; event++) bench.add(`${event}`, 100 + event);
		const polls = [await bench.poll(), await bench.poll(), await bench.poll(), await bench.poll()];
		expect(polls.map(happened)).toEqual([
			['created 1', 'created 2'],
			['created 3', 'created 4'],
			['created 5'],
			[],
		]);
	});
});

describe('more than one poll delivers of what the window reached meanwhile', () => {
	it.each([1, 5])('is told as over, and not as changed (%s at once)', async (maxEvents) => {
		const bench = await activeBench({ lookAhead: 1, options: { maxEvents } });
		for (const name of ['first', 'second', 'third']) bench.add(name, 3 * DAYS, longAgo);
		expect(await bench.poll()).toEqual([]);
		expect(await fivePolls(bench, 4 * DAYS)).toEqual([
			'ended first',
			'ended second',
			'ended there before',
			'ended third',
		]);
	});
});

describe('a series of which one poll cannot deliver all', () => {
	const daily = (interval: number, startDate = '2026-03-02') => ({
		recurrence: {
			pattern: { type: 'daily' as const, interval },
			range: { type: 'numbered' as const, startDate, numberOfOccurrences: 4 },
		},
	});
	const occurrences = { lookAhead: 1, series: 'occurrences' };

	it('tells its occurrences as over, and not as made, where the window reached them meanwhile', async () => {
		const bench = await activeBench({ ...occurrences, options: { maxEvents: 1 } });
		bench.add('Standup', 3 * DAYS, { ...longAgo, ...daily(1, '2026-03-05') });
		expect(await bench.poll()).toEqual([]);
		expect(await fivePolls(bench, 5 * DAYS)).toEqual([
			'ended Standup',
			'ended Standup',
			'ended there before',
			'startingSoon Standup',
		]);
	});

	it('tells no occurrence as made that comes into reach later', async () => {
		const bench = await activeBench({ ...occurrences, options: { maxEvents: 1 } });
		bench.add('Standup', 2 * 60, daily(3));
		const first = await bench.poll({ after: 3 * 60 * MINUTE });
		expect(happened(first)).toEqual(['created Standup', 'ended Standup']);
		bench.restart();
		const later = await bench.poll({ after: 2 * DAYS * MINUTE });
		expect(happened(later)).toEqual(['ended there before']);
		expect(await bench.poll()).toEqual([]);
	});

	it('tells a changed occurrence that is deleted beside it', async () => {
		const bench = await activeBench({ lookAhead: 5, options: { maxEvents: 1 } });
		const series = bench.add('Standup', 2 * 60, daily(7));
		const [only] = bench.calendar.instances(series, at(0), at(5 * DAYS));
		if (!only) throw new Error('The series has no occurrence');
		bench.calendar.edit(only, { subject: 'Special' });
		expect(happened(await bench.poll())).toEqual(['created Standup']);
		bench.calendar.remove(only);
		bench.calendar.edit(series, { subject: 'Standup, changed' });
		expect(await fivePolls(bench, 1)).toEqual(['deleted Special', 'updated Standup, changed']);
	});
});

describe('a reminder', () => {
	it('goes before what else happened, where one poll cannot deliver all', async () => {
		const bench = await activeBench({
			event: ['startingSoon', 'ended'],
			options: { maxEvents: 1 },
		});
		bench.add('past', 10);
		bench.add('ahead', 55);
		expect(happened(await bench.poll())).toEqual(['startingSoon past']);
		expect(happened(await bench.poll({ after: 40 * MINUTE }))).toEqual(['startingSoon ahead']);
		expect(happened(await bench.poll())).toEqual(['ended past']);
	});
});

describe('a reminder that had no room in a poll', () => {
	it('comes with the next one, also of an event that was seen for the first time then', async () => {
		const bench = await activeBench({ event: ['startingSoon'], options: { maxEvents: 1 } });
		bench.add('first', 10);
		bench.add('second', 12);
		expect(happened(await bench.poll())).toEqual(['startingSoon first']);
		expect(happened(await bench.poll({ after: MINUTE }))).toEqual(['startingSoon second']);
		expect(happened(await bench.poll({ after: MINUTE }))).toEqual([]);
	});

	it('comes also when the event has begun meanwhile', async () => {
		const bench = await activeBench({ event: ['startingSoon'], options: { maxEvents: 1 } });
		bench.add('first', 50);
		bench.add('second', 52);
		expect(await bench.poll()).toEqual([]);
		expect(happened(await bench.poll({ after: 60 * MINUTE }))).toEqual(['startingSoon first']);
		expect(happened(await bench.poll())).toEqual(['startingSoon second']);
		expect(await bench.poll()).toEqual([]);
	});
});

describe('another calendar', () => {
	it('begins anew, in a state of its own', async () => {
		const bench = await activeBench();
		const team = bench.calendar.addCalendar('Team');
		bench.add('Review', 100);
		const parameters = { event: [...EVERYTHING], calendar: locator('name', 'Team') };
		bench.simulator.requests.clear();
		expect(await bench.poll({ parameters })).toEqual([]);
		bench.calendar.seed({ subject: 'Team day', start: utc(100), end: utc(200) }, team.id);
		expect(happened(await bench.poll({ parameters }))).toEqual(['created Team day']);
	});

	it('may be that of another mailbox, which is told where it is not shared', async () => {
		const bench = await startCalendarBench({ mailbox: 'team@contoso.com' });
		benches.push(bench);
		const team = bench.simulator.graph.mailbox('team@contoso.com');
		await expect(bench.activate()).rejects.toMatchObject({
			description: expect.stringContaining('Shared Mailboxes'),
		});
		team.shareWith(OWN_MAILBOX, { calendar: 'read' });
		await bench.activate();
		bench.add('own', 100);
		team.calendar.seed({ subject: 'Team day', start: utc(100), end: utc(200) });
		expect(happened(await bench.poll())).toEqual(['created Team day']);
	});

	// fact: not-shared
	it.each([
		['activate', /calendarView/],
		['manual', /calendarView/],
		['activate', /^\/users\//],
		['manual', /^\/users\//],
	] as const)(
		'is not to be replaced by another one where none was chosen, and none is shared (%s, %s)',
		async (how, path) => {
			const bench = await startCalendarBench({ mailbox: 'team@contoso.com' });
			benches.push(bench);
			bench.simulator.graph.mailbox('team@contoso.com').shareWith(OWN_MAILBOX, {});
			bench.simulator.faults.next(
				{ path, times: Infinity },
				{ status: 404, body: { error: { code: 'ErrorItemNotFound', message: 'Not found' } } },
			);
			const polling = how === 'manual' ? bench.poll({ mode: 'manual' }) : bench.activate();
			await expect(polling).rejects.toMatchObject({
				message: expect.stringMatching(
					/^Calendar: the default one does not exist in the mailbox(?!.*another)/,
				),
				description: 'In a shared mailbox, the account needs access to it.',
			});
		},
	);

	it.each(['activate', 'manual'] as const)(
		'is named where it was deleted that was chosen from the list (%s)',
		async (how) => {
			const bench = await startCalendarBench({ calendar: locator('list', 'AQMkAGone') });
			benches.push(bench);
			const polling = how === 'manual' ? bench.poll({ mode: 'manual' }) : bench.activate();
			await expect(polling).rejects.toMatchObject({
				message: expect.stringContaining('Calendar: does not exist in the mailbox'),
				failure: { cause: 'configuration-invalid' },
			});
		},
	);

	it('takes an event along: it is deleted from this one', async () => {
		const bench = await activeBench();
		const event = bench.add('Review', 100);
		await bench.poll();
		event.calendarId = bench.calendar.addCalendar('Team').id;
		expect(happened(await bench.poll())).toEqual(['deleted Review']);
		expect(await bench.poll()).toEqual([]);
	});
});

describe('after an edit of the workflow', () => {
	it('what polls had seen that started nothing counts', async () => {
		const bench = await activeBench({ event: ['updated'] });
		const event = bench.add('Review', 100);
		expect(await bench.poll()).toEqual([]);
		bench.remake();
		bench.calendar.edit(event, { subject: 'Review of the plan' });
		expect(happened(await bench.poll())).toEqual(['updated Review of the plan']);
	});
});

describe('switched off and on', () => {
	it('begins anew, and does not remind again', async () => {
		const bench = await activeBench();
		bench.add('Review', 20);
		bench.add('Later', 100);
		expect(happened(await bench.poll({ after: 10 * MINUTE })).sort()).toEqual([
			'created Later',
			'created Review',
			'startingSoon Review',
		]);
		bench.add('while off', 100);
		expect(await bench.activate()).toEqual([]);
		expect(await bench.poll()).toEqual([]);
		bench.memory = {};
		expect(await bench.poll()).toEqual([]);
		expect(await bench.poll()).toEqual([]);
	});
});

const hash = fc.stringMatching(new RegExp(`^[A-Za-z0-9_-]{${HASH_LENGTH}}$`));
/** Around 1970 a day and no moment are written alike. */
const seconds = fc.oneof(
	fc.integer({ min: -2_000_000_000, max: -200_000 }),
	fc.constant(0),
	fc.integer({ min: 200_000, max: 9_000_000_000 }),
);
const time = seconds.map((time) => time * 1_000);
const known = fc.record({
	type: fc.constantFrom('single' as const, 'series' as const, 'occurrence' as const),
	series: fc.option(hash, { nil: undefined }),
	start: time,
	end: time,
	hash,
	pattern: fc.option(hash, { nil: undefined }),
	answers: fc.array(fc.stringMatching(/^[A-Za-z0-9_-]{4}$/), { maxLength: 3 }),
	matched: fc.boolean(),
	reminded: fc.boolean(),
	ended: fc.boolean(),
	cancelled: fc.boolean(),
	allDay: fc.boolean(),
});

const zone = fc.constantFrom('UTC', 'Europe/Berlin', 'America/New_York');

/** An event of whole days from one midnight to another. */
function inDays(event: Known, zone: string): Known {
	if (!event.allDay || event.type === 'series') return event;
	const midnight = (time: number) =>
		time && DateTime.fromMillis(time, { zone }).startOf('day').toMillis();
	return { ...event, start: midnight(event.start), end: midnight(event.end) };
}

describe('the saved state', () => {
	const start: Ledger<Extra> = {
		scope: 'scope',
		since: at(0),
		deliveries: 0,
		emittedAt: at(0),
		entries: new Map(),
		extra: {
			startedAt: at(0),
			window: { from: at(0), to: at(100) },
			zone: 'Europe/Berlin',
			reach: {},
			link: 'https://graph.microsoft.com/v1.0/me/calendarView/delta?$deltatoken=a',
		},
	};
	const read = (saved: unknown) => readLedger(saved, storedEvents);

	it('is read as it was saved, whatever it holds', () => {
		fc.assert(
			fc.property(fc.array(fc.tuple(hash, known)), zone, zone, (all, here, there) => {
				const toState = statesIn(here);
				const events = all.map(([key, event]) => [key, inDays(event, here)] as const);
				const entries = new Map(events.map(([key, event]) => [key, { state: toState(event) }]));
				const ledger = { ...start, entries };
				const saved: unknown = JSON.parse(JSON.stringify(saveLedger(ledger)));
				expect(read(saved)).toEqual(ledger);
				expect(positionOf(ledger, { now: at(0), zone: here }).events).toEqual(new Map(events));
				// The same days, where they begin at other moments.
				const elsewhere = [...positionOf(ledger, { now: at(0), zone: there }).events.values()].map(
					statesIn(there),
				);
				expect(elsewhere).toEqual([...entries.values()].map(({ state }) => state));
			}),
		);
	});

	it('of something else is none', () => {
		const saved = saveLedger(start);
		expect(read(saved)).toBeDefined();
		for (const other of [
			undefined,
			{},
			'calendar',
			{ ...saved, entries: 'x' },
			{ ...saved, entries: `${'a'.repeat(11)},,1,1,w,${'a'.repeat(11)}` },
			{ ...saved, entries: '%E0%A4%A' },
			{ ...saved, since: 'yesterday' },
			{ ...saved, extra: { ...start.extra, window: undefined } },
			{ ...saved, extra: undefined },
		]) {
			expect(read(other)).toBeUndefined();
		}
		fc.assert(
			fc.property(fc.anything(), (other) => {
				expect(read(other)).toBeUndefined();
			}),
		);
	});

	it('of another trigger, or a damaged one, begins anew', async () => {
		const bench = await activeBench();
		bench.add('Review', 100);
		for (const cursor of [{ v: 1, since: '2026-03-02T12:00:00Z' }, 'damaged']) {
			bench.restart();
			bench.memory = { cursor };
			expect(await bench.poll()).toEqual([]);
		}
		bench.add('next', 100);
		expect(happened(await bench.poll())).toEqual(['created next']);
	});
});
