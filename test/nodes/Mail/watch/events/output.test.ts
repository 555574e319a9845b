import type { INodeParameters } from 'n8n-workflow';
import type { CalendarBench } from '../../../../harness/calendar';
import { at, EVERYTHING, happened, startCalendarBench, utc } from '../../../../harness/calendar';
import { executeNode } from '../../../../harness/executeNode';
import { MINUTE, START } from '../../../../harness/trigger';

const HOUR = 60 * MINUTE;
/** In minutes. */
const DAYS = 24 * 60;
const benches: CalendarBench[] = [];

async function openBench(parameters: INodeParameters = {}): Promise<CalendarBench> {
	const bench = await startCalendarBench(parameters);
	benches.push(bench);
	return bench;
}

/** Writes into all that an item holds, as a Code node in n8n's own process can. */
function spoil(value: unknown): void {
	if (typeof value !== 'object' || value === null) return;
	Object.values(value).forEach(spoil);
	Object.assign(value, Array.isArray(value) ? { [value.length]: 'spoilt' } : { spoilt: true });
}

afterEach(async () => {
	for (const bench of benches.splice(0)) await bench.stop();
});

describe('an item', () => {
	it('is the event as the Mail node puts it out, and what happened to it', async () => {
		const bench = await openBench();
		await bench.activate();
		const event = bench.add('Review', 60, {
			body: { contentType: 'html', content: '<p>Bring the <b>plan</b></p>' },
			attendees: ['ann@contoso.com'],
			location: { displayName: 'Room 4' },
			categories: ['Customer'],
		});
		const [item] = await bench.poll();
		const got = await executeNode({
			node: 'mail',
			parameters: {
				resource: 'calendar',
				operation: 'getEvent',
				eventId: event.idOf('immutable'),
			},
			simulator: bench.simulator,
		});
		const { changeType, ...shown } = item?.json ?? {};
		expect(changeType).toBe('created');
		expect(shown).toEqual(got.items[0]?.json);
		expect(shown).toMatchObject({ description: 'Bring the plan', labels: ['Customer'] });
	});

	it('has the zone, the description and the properties that were chosen', async () => {
		const bench = await openBench();
		await bench.activate();
		bench.add('Review', 60, { body: { contentType: 'text', content: 'Long text' } });
		const options = { timeZone: 'Asia/Tokyo', body: 'none' };
		const [simple] = await bench.poll({ parameters: { options } });
		expect(simple?.json).toMatchObject({
			start: '2026-03-02T22:00:00+09:00',
			timeZone: 'Asia/Tokyo',
			description: 'Long text',
		});
		bench.add('Another', 90);
		const raw = { output: 'raw', options: { fields: 'subject, webLink' } };
		const [whole] = await bench.poll({ parameters: raw });
		expect(Object.keys(whole?.json ?? {}).sort()).toEqual([
			'@odata.context',
			'@odata.etag',
			'changeType',
			'id',
			'subject',
			'webLink',
		]);
	});

	it('has its keys in the order of Get Event, with the ID last', async () => {
		const bench = await openBench();
		await bench.activate();
		const eventId = bench.add('Review', 60, { categories: ['Customer'] }).idOf('immutable');
		const [item] = await bench.poll();
		const parameters = { resource: 'calendar', operation: 'getEvent', eventId };
		const { simulator } = bench;
		const got = await executeNode({ node: 'mail', parameters, simulator });
		const names = Object.keys(got.items[0]?.json ?? {});
		expect(Object.keys(item?.json ?? {})).toEqual(['changeType', ...names]);
	});

	it('says its times before and after as the event says them', async () => {
		const bench = await openBench({ event: ['updated'], options: { timeZone: 'Europe/Vienna' } });
		await bench.activate();
		const event = bench.add('Review', 120);
		await bench.poll();
		bench.calendar.edit(event, { start: at(180), end: at(210) });
		const [item] = await bench.poll();
		const { start, end, changed } = item?.json ?? {};
		expect(changed).toEqual({
			start: { before: '2026-03-02T15:00:00+01:00', after: start },
			end: { before: '2026-03-02T15:30:00+01:00', after: end },
		});
	});

	it('can be changed by later nodes without a trace in those that follow', async () => {
		const bench = await openBench({ event: ['updated'], options: { body: 'none' } });
		const event = bench.add('Review', 60, { categories: ['Customer'] });
		await bench.activate();
		const pollAndSpoil = async () => {
			const items = await bench.poll();
			const told = structuredClone(items.map(({ json }) => json));
			items.forEach(({ json }) => spoil(json));
			return told;
		};
		bench.calendar.edit(event, { categories: ['Customer', 'Travel'] });
		expect(await pollAndSpoil()).toMatchObject([
			{ changed: { labels: { before: ['Customer'], after: ['Customer', 'Travel'] } } },
		]);
		bench.calendar.edit(event, { categories: ['Travel'] });
		expect(await pollAndSpoil()).toMatchObject([
			{ changed: { labels: { before: ['Customer', 'Travel'], after: ['Travel'] } } },
		]);
	});

	it('of a deleted event has the properties that were chosen, too', async () => {
		const bench = await openBench({
			event: ['cancelled'],
			output: 'raw',
			options: { fields: 'subject, webLink' },
		});
		const event = bench.add('Review', 60);
		await bench.activate();
		bench.calendar.remove(event);
		const [item] = await bench.poll();
		expect(Object.keys(item?.json ?? {}).sort()).toEqual([
			'@odata.etag',
			'changeType',
			'id',
			'subject',
			'webLink',
		]);
	});

	it('of a heartbeat says that polls work', async () => {
		const bench = await openBench({ options: { heartbeat: 2 } });
		await bench.activate();
		expect(await bench.poll({ after: HOUR })).toEqual([]);
		const [item] = await bench.poll({ after: HOUR });
		expect(item?.json).toMatchObject({
			heartbeat: true,
			quietSince: new Date(START).toISOString(),
		});
	});
});

describe('only events that match', () => {
	it.each<[string, INodeParameters]>([
		['subject', { subject: 'réview' }],
		['organizer', { organizer: '@example.com' }],
		['attendee', { attendee: 'ann@contoso.com' }],
		['label', { labels: 'Travel, Customer' }],
		['online meeting', { onlineMeeting: 'with' }],
		['response', { responses: ['none'] }],
		['all day', { allDay: 'leaveOut' }],
	])('by %s start the workflow', async (_, filters) => {
		const bench = await openBench({ event: [...EVERYTHING], filters });
		await bench.activate();
		bench.add('Review', 60, {
			organizer: 'pat@example.com',
			attendees: ['ann@contoso.com'],
			categories: ['customer'],
			joinUrl: 'https://teams.microsoft.com/l/meetup-join/1',
		});
		const other = bench.calendar.seed({
			subject: 'Holiday',
			start: utc(12 * 60),
			end: utc(36 * 60),
			isAllDay: true,
		});
		expect(happened(await bench.poll())).toEqual(['created Review']);
		bench.calendar.remove(other);
		expect(await bench.poll()).toEqual([]);
	});

	it.each(['accepted', 'organizer'])('with the response %s leave others out', async (response) => {
		const bench = await openBench({ filters: { responses: [response] } });
		await bench.activate();
		bench.add('own', 60);
		bench.add('theirs', 60, { organizer: 'pat@example.com', response: 'accepted' });
		const expected = response === 'organizer' ? 'created own' : 'created theirs';
		// Those of others say what the owner answered.
		const own = bench.calendar.events[0];
		if (own) own.response = 'organizer';
		const theirs = bench.calendar.events[1];
		if (theirs) theirs.response = 'accepted';
		expect(happened(await bench.poll())).toEqual([expected]);
	});

	it('by the response tell an invitation as updated that is accepted later, each time it is', async () => {
		const event = ['created', 'updated'];
		const bench = await openBench({ event, filters: { responses: ['accepted'] } });
		await bench.activate();
		const invitation = bench.add('Review', 300, { organizer: 'pat@example.com' });
		const answer = (response: string) => bench.calendar.edit(invitation, { response });
		expect(await bench.poll()).toEqual([]);
		for (const time of ['first', 'second']) {
			answer('accepted');
			expect([time, happened(await bench.poll())]).toEqual([time, ['updated Review']]);
			expect(await bench.poll()).toEqual([]);
			answer('declined');
			expect(await bench.poll()).toEqual([]);
		}
	});

	it('tell nothing of what matches only since the conditions are others', async () => {
		const event = ['created', 'updated'];
		const bench = await openBench({ event, filters: { responses: ['accepted'] } });
		await bench.activate();
		const invitation = bench.add('Review', 300, { organizer: 'pat@example.com' });
		expect(await bench.poll()).toEqual([]);
		const other = { parameters: { event, filters: { responses: ['declined', 'none'] } } };
		expect(await bench.poll(other)).toEqual([]);
		expect(await bench.poll(other)).toEqual([]);
		bench.calendar.edit(invitation, { response: 'accepted' });
		expect(await bench.poll(other)).toEqual([]);
		bench.calendar.edit(invitation, { response: 'declined' });
		expect(happened(await bench.poll(other))).toEqual(['updated Review']);
	});

	it('tell nothing of what lay out of sight when the conditions became others', async () => {
		const settings = { event: ['created', 'updated'], lookAhead: 2 };
		const bench = await openBench({ ...settings, filters: { subject: 'plan' } });
		await bench.activate();
		const event = bench.add('Review', 300);
		expect(await bench.poll()).toEqual([]);
		bench.calendar.edit(event, { start: at(10 * DAYS), end: at(10 * DAYS + 30) });
		expect(await bench.poll()).toEqual([]);
		const other = { parameters: settings };
		expect(await bench.poll(other)).toEqual([]);
		expect(await bench.poll({ ...other, after: 9 * DAYS * MINUTE })).toEqual([]);
		bench.calendar.edit(event, { subject: 'Review, changed' });
		expect(happened(await bench.poll(other))).toEqual(['updated Review, changed']);
	});

	it('leave out what was deleted before it no longer matched', async () => {
		const event = ['cancelled'];
		const bench = await openBench({ event });
		await bench.activate();
		const [review, plan] = [bench.add('Review', 300), bench.add('Plan', 300)];
		expect(await bench.poll()).toEqual([]);
		bench.calendar.remove(review);
		bench.calendar.remove(plan);
		const other = { parameters: { event, filters: { subject: 'plan' } } };
		expect(happened(await bench.poll(other))).toEqual(['deleted Plan']);
	});
});

describe('the test step', () => {
	it('shows the next event that matches, else the latest, and saves nothing', async () => {
		const bench = await openBench({ event: ['startingSoon'], filters: { subject: 'review' } });
		await expect(bench.poll({ mode: 'manual' })).rejects.toMatchObject({
			message: 'No event matches',
		});
		bench.add('Review, past', -300);
		bench.add('Review, latest', -100);
		const latest = await bench.poll({ mode: 'manual', after: 0 });
		expect(happened(latest)).toEqual(['startingSoon Review, latest']);
		bench.add('Something else', 60);
		bench.add('Review, next', 120);
		bench.add('Review, later', 180);
		const items = await bench.poll({ mode: 'manual', after: 0 });
		expect(happened(items)).toEqual(['startingSoon Review, next']);
		expect(bench.memory).toEqual({});
	});
});

describe('the test step of an event that cannot be read', () => {
	it.each([
		['the next one', 120, 'Next'],
		['the latest', -60, 'Latest'],
	])('shows %s, else says why', async (_, start, subject) => {
		const bench = await openBench({ output: 'raw' });
		const broken = bench.add('Broken', 60);
		const path = new RegExp(`/events/${encodeURIComponent(broken.idOf('immutable'))}$`);
		bench.simulator.faults.next({ path, times: Infinity }, { status: 500 });
		await expect(bench.poll({ mode: 'manual', after: 0 })).rejects.toMatchObject({
			message: expect.not.stringContaining('No event'),
		});
		bench.add(subject, start);
		const items = await bench.poll({ mode: 'manual', after: 0 });
		expect(items.map(({ json }) => json.subject)).toEqual([subject]);
	});
});

describe('the test step of updates and answers', () => {
	it('shows what came before, and an answer, beside the event', async () => {
		const bench = await openBench({ event: ['created', 'updated', 'answered'] });
		bench.add('Review', 60);
		const items = await bench.poll({ mode: 'manual', after: 0 });
		expect(items.map(({ json }) => [json.changeType, json.changed, json.answer])).toEqual([
			['created', undefined, undefined],
			['updated', { subject: { before: expect.any(String), after: 'Review' } }, undefined],
			[
				'answered',
				undefined,
				{
					address: expect.any(String),
					name: expect.any(String),
					response: 'accepted',
					time: expect.any(String),
				},
			],
		]);
		const answered = bench.add('Talk', 30, { attendees: ['ann@contoso.com'] });
		bench.calendar.answer(answered, 'ann@contoso.com', 'declined');
		const again = await bench.poll({ mode: 'manual', after: 0 });
		expect(again.at(-1)?.json.answer).toMatchObject({
			address: 'ann@contoso.com',
			response: 'declined',
		});
	});
});

describe('settings', () => {
	it.each<[string, INodeParameters, RegExp]>([
		['nothing is chosen', { event: [] }, /^Trigger On: choose at least one/],
		['an unknown entry', { event: ['moved'] }, /^Trigger On/],
		[
			'longer before than is looked ahead',
			{ event: ['startingSoon'], lookAhead: 1, timeBefore: 25, timeUnit: 'hours' },
			/^Time Before Start: must not be longer than Look Ahead/,
		],
		['too far', { lookAhead: 1_000 }, /^Look Ahead \(Days\)/],
		[
			'no such calendar',
			{ calendar: { __rl: true, mode: 'name', value: 'Nowhere' } },
			/^Calendar: The mailbox has no calendar of this name/,
		],
	])('are refused with the field where %s', async (_, parameters, message) => {
		const bench = await openBench(parameters);
		await expect(bench.activate()).rejects.toMatchObject({
			message: expect.stringMatching(message),
			failure: { cause: 'configuration-invalid' },
		});
	});
});
