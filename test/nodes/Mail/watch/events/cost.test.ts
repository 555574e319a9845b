import type { CalendarBench } from '../../../../harness/calendar';
import { at, EVERYTHING, startCalendarBench } from '../../../../harness/calendar';
import { locator } from '../../../../harness/locator';

const DAYS = 24 * 60;
/** An invitation of everyday length. */
const body = { contentType: 'text' as const, content: 'Please bring your notes. '.repeat(40) };
const attendees = ['ann@contoso.com', 'pat@example.com'];

/** A calendar with so many events in the next two months, all of them with a history. */
async function calendarOf(events: number, more: object = { body }): Promise<CalendarBench> {
	const bench = await startCalendarBench({
		event: [...EVERYTHING],
		options: { maxEvents: 1_000 },
	});
	for (let event = 0; event < events; event++) {
		const minutes = DAYS + Math.floor((event * 60 * DAYS) / events);
		bench.add(`Meeting ${event}`, minutes, { attendees, ...more });
	}
	await bench.activate();
	return bench;
}

async function costOf(bench: CalendarBench, changes: number) {
	for (const event of bench.calendar.events.slice(0, changes)) {
		bench.calendar.edit(event, { subject: `${event.subject}, changed` });
	}
	bench.simulator.requests.clear();
	const delivered = (await bench.poll()).length;
	const requests = bench.simulator.requests.count();
	const { bytesOut: bytes } = bench.simulator.requests;
	const state = Buffer.byteLength(JSON.stringify(bench.memory));
	return { changes, delivered, requests, bytes, state };
}

describe('what a poll costs', () => {
	const benches: CalendarBench[] = [];
	let small: CalendarBench;
	let large: CalendarBench;

	beforeAll(async () => {
		small = await calendarOf(20);
		large = await calendarOf(2_000);
		benches.push(small, large);
	}, 60_000);

	afterAll(async () => {
		await Promise.all(benches.map(async (bench) => await bench.stop()));
	});

	it('is one small request where nothing happened, however many events there are', async () => {
		const [few, many] = [await costOf(small, 0), await costOf(large, 0)];
		expect([few.requests, many.requests]).toEqual([1, 1]);
		expect(many.bytes).toBe(few.bytes);
		expect(many.bytes).toBeLessThan(1_000);
	});

	it('is two requests for one change, and a batch for every twenty of many', async () => {
		const [one, hundred] = [await costOf(large, 1), await costOf(large, 100)];
		expect(one).toMatchObject({ delivered: 1, requests: 2 });
		expect(hundred).toMatchObject({ delivered: 100, requests: 1 + 100 / 20 });
	});

	it('is the round alone where there are no descriptions, which are all that is read beside it', async () => {
		const bare = await calendarOf(100, {});
		benches.push(bare);
		const none = await costOf(bare, 100);
		expect(none).toMatchObject({ delivered: 100, requests: 1 });
		const all = await costOf(large, 100);
		const read = large.simulator.requests.matching({ path: /events\/[^/]+$/ });
		expect(read.map(({ query }) => query.$select)).toEqual(Array(100).fill('body'));
		expect(all.bytes).toBeLessThan(480_000);
	});

	it('leaves a small state', async () => {
		const [few, many] = [await costOf(small, 0), await costOf(large, 0)];
		expect(few.state).toBeLessThan(2_000);
		expect(many.state).toBeLessThan(96 * 1_024);
	});

	it('is two requests where the calendar is named, which has to be found first', async () => {
		const named = { event: ['created'], calendar: locator('name', 'Calendar') };
		await small.poll({ parameters: named });
		small.simulator.requests.clear();
		expect(await small.poll({ parameters: named })).toEqual([]);
		expect(small.simulator.requests.count()).toBe(2);
	});

	it('is one request after another for the whole calendar once a day, and after a restart', async () => {
		large.restart();
		large.simulator.requests.clear();
		expect(await large.poll()).toEqual([]);
		// The zone of the mailbox, and pages of 200 events.
		expect(large.simulator.requests.count()).toBe(1 + 2_000 / 200);
		large.simulator.requests.clear();
		await large.poll({ after: DAYS * 60_000 });
		// The token of the account was renewed in between.
		const answered = large.simulator.requests.matching({ path: /delta/ });
		expect(answered.filter(({ status }) => status === 200)).toHaveLength(1 + 2_000 / 200);
	});

	it('of series is a state of less than thirty bytes for each occurrence', async () => {
		const bench = await startCalendarBench({ event: ['created'] });
		benches.push(bench);
		const all = Array.from({ length: 30 }, (_, series) =>
			bench.add(`Standup ${series}`, 60 + series, {
				recurrence: {
					pattern: { type: 'daily', interval: 1 },
					range: { type: 'noEnd', startDate: '2026-03-02' },
				},
			}),
		);
		await bench.activate();
		const state = Buffer.byteLength(JSON.stringify(bench.memory));
		const watched = all.flatMap((one) => bench.calendar.instances(one, at(0), at(91 * DAYS)));
		expect(watched).toHaveLength(30 * 91);
		expect(state / watched.length).toBeLessThan(30);
	});
});
