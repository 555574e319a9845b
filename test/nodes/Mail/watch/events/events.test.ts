import type { INodeParameters } from 'n8n-workflow';
import type { CalendarBench } from '../../../../harness/calendar';
import { at, EVERYTHING, happened, startCalendarBench, utc } from '../../../../harness/calendar';
import { MINUTE } from '../../../../harness/trigger';

// Holds under each reading of fact: calendar-delta-select, fact: exception-form,
// fact: exception-id, fact: series-again, fact: occurrence-tombstone, fact: all-day-window.

const DAILY = {
	pattern: { type: 'daily', interval: 1 },
	range: { type: 'numbered', startDate: '2026-03-02', numberOfOccurrences: 3 },
} as const;
const benches: CalendarBench[] = [];

async function activeBench(parameters: INodeParameters = {}): Promise<CalendarBench> {
	const bench = await startCalendarBench({ event: [...EVERYTHING], ...parameters });
	benches.push(bench);
	bench.add('there before', 300);
	await bench.activate();
	return bench;
}

afterEach(async () => {
	for (const bench of benches.splice(0)) await bench.stop();
});

describe('an event', () => {
	it('that is created, updated and deleted starts the workflow once each', async () => {
		const bench = await activeBench();
		expect(await bench.poll()).toEqual([]);
		const event = bench.add('Review', 120);
		expect(happened(await bench.poll())).toEqual(['created Review']);
		expect(await bench.poll()).toEqual([]);
		bench.calendar.edit(event, { subject: 'Review of the plan', categories: ['Customer'] });
		const [updated, ...more] = await bench.poll();
		expect(more).toEqual([]);
		expect(updated?.json).toMatchObject({
			changeType: 'updated',
			subject: 'Review of the plan',
			changed: {
				subject: { before: 'Review', after: 'Review of the plan' },
				labels: { before: [], after: ['Customer'] },
			},
		});
		expect(await bench.poll()).toEqual([]);
		bench.calendar.remove(event);
		const [deleted, ...others] = await bench.poll();
		expect(others).toEqual([]);
		expect(deleted?.json).toMatchObject({
			changeType: 'deleted',
			id: event.idOf('immutable'),
			subject: 'Review of the plan',
			start: '2026-03-02T14:00:00Z',
		});
		expect(await bench.poll()).toEqual([]);
	});

	it('whose stamp moves without a change starts nothing', async () => {
		const bench = await activeBench();
		const event = bench.add('Review', 120, { body: { contentType: 'text', content: 'Agenda' } });
		await bench.poll();
		event.touch(new Date(bench.time.now).toISOString());
		expect(await bench.poll()).toEqual([]);
		// Teams adds how to join some time after an event was made.
		const joining = `Agenda\n${'_'.repeat(80)}\nMicrosoft Teams meeting`;
		bench.calendar.edit(event, { body: { contentType: 'text', content: joining } });
		expect(await bench.poll()).toEqual([]);
		bench.calendar.edit(event, { body: { contentType: 'text', content: 'Another agenda' } });
		expect(happened(await bench.poll())).toEqual(['updated Review']);
	});

	it('that was called off starts the workflow once, also when it is taken away then', async () => {
		const bench = await activeBench();
		const event = bench.add('Review', 120, { organizer: 'pat@example.com' });
		await bench.poll();
		bench.calendar.edit(event, { isCancelled: true, subject: 'Canceled: Review' });
		expect(happened(await bench.poll())).toEqual(['cancelled Canceled: Review']);
		bench.calendar.remove(event);
		expect(await bench.poll()).toEqual([]);
	});

	it('that is called off when it is first seen starts nothing', async () => {
		const bench = await activeBench();
		bench.add('Canceled: Review', 20, { organizer: 'pat@example.com', isCancelled: true });
		expect(await bench.poll()).toEqual([]);
		expect(await bench.poll({ after: 90 * MINUTE })).toEqual([]);
	});

	// The provider's machines do not agree on the second.
	it.each([
		[60, 'created Review'],
		[61, 'updated Review'],
	])(
		'that was made %i seconds before the trigger began, and comes into view then, is %s',
		async (seconds, told) => {
			const bench = await activeBench();
			const event = bench.add('Review', 120);
			event.createdDateTime = new Date(at(0) - seconds * 1_000).toISOString();
			expect(happened(await bench.poll())).toEqual([told]);
		},
	);

	it('of somebody else does not tell what others answered', async () => {
		const bench = await activeBench();
		const attendees = ['me@contoso.com', 'ann@contoso.com'];
		const event = bench.add('Review', 120, { organizer: 'pat@example.com', attendees });
		await bench.poll();
		bench.calendar.answer(event, 'ann@contoso.com', 'accepted');
		expect(await bench.poll()).toEqual([]);
	});

	it('starts soon and ends once, each in its minute', async () => {
		const bench = await activeBench({ event: ['startingSoon', 'ended'], timeBefore: 10 });
		bench.add('Review', 20);
		expect(await bench.poll({ after: 9 * MINUTE })).toEqual([]);
		const [item, ...more] = await bench.poll();
		expect(more).toEqual([]);
		expect(item?.json).toMatchObject({ changeType: 'startingSoon', minutesUntilStart: 10 });
		expect(await bench.poll()).toEqual([]);
		expect(await bench.poll({ after: 38 * MINUTE })).toEqual([]);
		expect(happened(await bench.poll())).toEqual(['ended Review']);
		expect(await bench.poll()).toEqual([]);
	});

	it('that was moved starts soon at its new time, and not at its old one', async () => {
		const bench = await activeBench({ event: ['startingSoon'] });
		const event = bench.add('Review', 20);
		bench.calendar.edit(event, { start: at(60), end: at(90) });
		expect(await bench.poll({ after: 10 * MINUTE })).toEqual([]);
		expect(await bench.poll({ after: 34 * MINUTE })).toEqual([]);
		expect(happened(await bench.poll())).toEqual(['startingSoon Review']);
		bench.calendar.edit(event, { start: at(80), end: at(90) });
		expect(await bench.poll()).toEqual([]);
		expect(happened(await bench.poll({ after: 19 * MINUTE }))).toEqual(['startingSoon Review']);
		bench.calendar.edit(event, { start: at(75), end: at(90) });
		expect(happened(await bench.poll())).toEqual(['startingSoon Review']);
		expect(await bench.poll()).toEqual([]);
	});

	it('that is prolonged ends at its new end, also when it had ended, and one cut short at once', async () => {
		const bench = await activeBench({ event: ['ended'] });
		const event = bench.add('Review', 10);
		expect(happened(await bench.poll({ after: 41 * MINUTE }))).toEqual(['ended Review']);
		bench.calendar.edit(event, { end: at(60) });
		expect(await bench.poll()).toEqual([]);
		expect(happened(await bench.poll({ after: 20 * MINUTE }))).toEqual(['ended Review']);
		const long = bench.add('Long', 0, { end: utc(300) });
		expect(await bench.poll()).toEqual([]);
		bench.calendar.edit(long, { end: bench.time.now });
		expect(happened(await bench.poll())).toEqual(['ended Long']);
		expect(await bench.poll()).toEqual([]);
	});

	it('that is written down afterwards neither starts soon nor ends', async () => {
		const bench = await activeBench({ event: ['created', 'startingSoon', 'ended'] });
		bench.time.now += 50 * MINUTE;
		bench.add('Call', 10);
		expect(happened(await bench.poll({ after: 10 * MINUTE }))).toEqual(['created Call']);
		bench.add('Call that goes on', 50);
		expect(happened(await bench.poll())).toEqual(['created Call that goes on']);
		expect(happened(await bench.poll({ after: 20 * MINUTE }))).toEqual(['ended Call that goes on']);
	});

	it('that was moved says its time before and after', async () => {
		const bench = await activeBench({ event: ['updated'] });
		const event = bench.add('Review', 120);
		await bench.poll();
		bench.calendar.edit(event, { start: at(180), end: at(210) });
		const [item] = await bench.poll();
		expect(item?.json.changed).toEqual({
			start: { before: '2026-03-02T14:00:00Z', after: '2026-03-02T15:00:00Z' },
			end: { before: '2026-03-02T14:30:00Z', after: '2026-03-02T15:30:00Z' },
		});
	});

	// fact: exchange-name.
	it('that a colleague answers by the name that Exchange gives them is answered, and not updated', async () => {
		const bench = await activeBench();
		const event = bench.add('Review', 120, { attendees: ['ann@contoso.com'] });
		await bench.poll();
		const attendees = event.attendees.flatMap((invited) => [
			invited,
			{
				...invited,
				emailAddress: { name: 'Ann', address: '/o=ExchangeLabs/ou=X/cn=Recipients/cn=1c-ann' },
				status: { response: 'declined', time: '2026-03-02T12:00:00Z' },
			},
		]);
		bench.calendar.edit(event, { attendees });
		expect(happened(await bench.poll())).toEqual(['answered Review']);
	});

	it('that an attendee answers starts the workflow once for each answer, and is not updated', async () => {
		const bench = await activeBench();
		const people = ['ann@contoso.com', 'pat@example.com'];
		const event = bench.add('Review', 120, { attendees: people });
		await bench.poll();
		bench.calendar.answer(event, 'pat@example.com', 'accepted');
		const [item, ...more] = await bench.poll();
		expect(more).toEqual([]);
		expect(item?.json).toMatchObject({
			changeType: 'answered',
			subject: 'Review',
			answer: { address: 'pat@example.com', response: 'accepted' },
		});
		bench.calendar.answer(event, 'ann@contoso.com', 'tentativelyAccepted', {
			proposedNewTime: { start: utc(200), end: utc(230) },
		});
		bench.calendar.answer(event, 'pat@example.com', 'accepted');
		const answers = (await bench.poll()).map(({ json }) => json.answer);
		expect(answers).toEqual([
			expect.objectContaining({
				address: 'ann@contoso.com',
				proposedNewTime: {
					start: '2026-03-02T15:20:00Z',
					end: '2026-03-02T15:50:00Z',
					timeZone: 'UTC',
				},
			}),
		]);
		// A new time takes the answers back; the same answer is one to something else.
		bench.calendar.edit(event, { start: at(180), end: at(210) });
		expect(happened(await bench.poll())).toEqual(['updated Review']);
		bench.calendar.answer(event, 'pat@example.com', 'accepted');
		expect(happened(await bench.poll())).toEqual(['answered Review']);
	});

	it.each([
		['single', {}],
		['a series', { recurrence: DAILY }],
	])(
		'that is moved, and that a room accepts again before the next poll, is answered: %s',
		async (_, more) => {
			const bench = await activeBench();
			const room = 'room4@contoso.com';
			const event = bench.add('Review', 120, { attendees: [room, 'ann@contoso.com'], ...more });
			for (const person of [room, 'ann@contoso.com']) {
				bench.calendar.answer(event, person, 'accepted');
			}
			expect((await bench.poll()).map(({ json }) => json.changeType)).toContain('answered');
			bench.time.now += 20_000;
			bench.calendar.edit(event, { start: at(180), end: at(210) });
			bench.calendar.answer(event, room, 'accepted');
			const told = (await bench.poll()).map(({ json: { changeType, answer } }) => [
				changeType,
				Object(answer).address,
			]);
			expect(told).toEqual([
				['updated', undefined],
				['answered', room],
			]);
			bench.restart();
			expect(await bench.poll()).toEqual([]);
		},
	);

	it('for which an attendee proposes another time has that in its own zone, as the next step takes it', async () => {
		const options = { timeZone: 'Europe/Vienna' };
		const proposedNewTime = { start: utc(200), end: utc(230) };
		const told = async (parameters: INodeParameters) => {
			const bench = await activeBench({ event: ['answered'], options, ...parameters });
			const event = bench.add('Review', 120, { attendees: ['ann@contoso.com'] });
			await bench.poll();
			bench.calendar.answer(event, 'ann@contoso.com', 'declined', { proposedNewTime });
			return (await bench.poll()).map(({ json }) => json.answer);
		};
		const times = {
			start: '2026-03-02T16:20:00+01:00',
			end: '2026-03-02T16:50:00+01:00',
			timeZone: 'Europe/Vienna',
		};
		expect(await told({})).toEqual([expect.objectContaining({ proposedNewTime: times })]);
		expect(await told({ output: 'raw' })).toEqual([expect.objectContaining({ proposedNewTime })]);
	});

	it('of whole days that was moved says its first and last day before and after, as it is shown', async () => {
		const bench = await activeBench({
			event: ['updated'],
			options: { timeZone: 'Europe/Vienna' },
		});
		const day = (date: number) => ({ dateTime: `2026-03-0${date}T00:00:00`, timeZone: 'UTC' });
		const times = { start: day(4), end: day(6), isAllDay: true };
		const event = bench.calendar.seed({ subject: 'Fair', ...times });
		await bench.poll();
		const midnight = (date: number) => Date.UTC(2026, 2, date);
		bench.calendar.edit(event, { start: midnight(5), end: midnight(8) });
		const [item] = await bench.poll();
		expect(item?.json).toMatchObject({
			start: '2026-03-05',
			end: '2026-03-07',
			changed: {
				start: { before: '2026-03-04', after: '2026-03-05' },
				end: { before: '2026-03-05', after: '2026-03-07' },
			},
		});
	});

	it('whose attendees change says whom it had before as other steps take them', async () => {
		const bench = await activeBench({ event: ['updated'] });
		const event = bench.add('Review', 120, { attendees: ['ann@contoso.com'] });
		await bench.poll();
		const person = { emailAddress: { name: 'Room 4', address: 'room4@contoso.com' } };
		const status = { response: 'none', time: '0001-01-01T00:00:00Z' };
		const room = { ...person, type: 'resource' as const, status };
		bench.calendar.edit(event, { attendees: [...event.attendees, room] });
		const [item] = await bench.poll();
		expect(item?.json.changed).toEqual({
			attendees: {
				before: [{ address: 'ann@contoso.com' }],
				after: [{ address: 'ann@contoso.com' }, { address: 'room4@contoso.com', type: 'resource' }],
			},
		});
	});

	it('that was moved out of the time that is watched is updated, not deleted, and never created again', async () => {
		const bench = await activeBench({ lookAhead: 10 });
		const event = bench.add('Review', 120);
		await bench.poll();
		const days = 24 * 60;
		bench.calendar.edit(event, { start: at(20 * days), end: at(20 * days + 30) });
		expect(happened(await bench.poll())).toEqual(['updated Review']);
		expect(await bench.poll()).toEqual([]);
		bench.calendar.edit(event, { start: at(200), end: at(230) });
		expect(happened(await bench.poll())).toEqual(['updated Review']);
	});

	it('that was moved out of sight, and there further on, is not deleted', async () => {
		const bench = await activeBench({ lookAhead: 10 });
		const event = bench.add('Review', 120);
		await bench.poll();
		const days = 24 * 60;
		bench.calendar.edit(event, { start: at(15 * days), end: at(15 * days + 30) });
		expect(happened(await bench.poll())).toEqual(['updated Review']);
		bench.calendar.edit(event, { start: at(50 * days), end: at(50 * days + 30) });
		const later: string[] = [];
		for (let day = 0; day < 10; day++) {
			later.push(...happened(await bench.poll({ after: days * MINUTE })));
		}
		expect(later).toEqual(['ended there before']);
	});

	it('that comes into reach with time is not new, nor are its answers, and starts soon when it does', async () => {
		const bench = await activeBench({
			lookAhead: 10,
			event: ['created', 'updated', 'answered', 'cancelled', 'startingSoon'],
			timeBefore: 1,
			timeUnit: 'hours',
		});
		const days = 24 * 60;
		const event = bench.add('far ahead', 15 * days, { attendees: ['ann@contoso.com'] });
		bench.calendar.answer(event, 'ann@contoso.com', 'accepted');
		expect(await bench.poll({ after: 0 })).toEqual([]);
		const later: string[][] = [];
		for (let day = 0; day < 14; day++) {
			later.push(happened(await bench.poll({ after: days * MINUTE })));
		}
		expect(later.flat()).toEqual([]);
		expect(await bench.poll({ after: 22 * 60 * MINUTE })).toEqual([]);
		expect(happened(await bench.poll({ after: 60 * MINUTE }))).toEqual(['startingSoon far ahead']);
	});
});
