import type { IDataObject, INodeParameters } from 'n8n-workflow';
import {
	asked,
	expectOnlyShared,
	own,
	provider,
	runStep,
	shared,
	SHARED_MAILBOX,
	useMailboxes,
} from '../../../../harness/mail';
import { failureOf, locator } from '../../../../harness/steps';

// Holds under each reading of fact: series-again, fact: exception-form, fact: exception-id,
// fact: occurrence-tombstone, fact: delta-link-form, fact: calendar-delta-select.

useMailboxes();

const WINDOW = { start: '2031-03-01', end: '2031-03-31' };
const run = async (more: INodeParameters = {}, options = {}) =>
	(await runStep('calendar.getEventChanges', { returnAll: true, ...WINDOW, ...more }, options)).map(
		({ json }) => json,
	);

/** A run, and what the next one goes on from. */
async function look(position = '', more: INodeParameters = {}) {
	const items = await run({ position, ...more });
	const last = items.at(-1);
	return { items: items.slice(0, -1), last, position: String(last?.position) };
}
const day = (date: number, hour = 9) => ({
	dateTime: `2031-03-${String(date).padStart(2, '0')}T${String(hour).padStart(2, '0')}:00:00`,
	timeZone: 'UTC',
});
const seed = (subject: string, date = 3, more = {}) =>
	own().calendar.seed({ subject, start: day(date), end: day(date, 10), ...more });
const daily = (subject: string) =>
	seed(subject, 3, {
		location: { displayName: 'Room 4' },
		recurrence: {
			pattern: { type: 'daily', interval: 1 },
			range: { type: 'numbered', startDate: '2031-03-03', numberOfOccurrences: 3 },
		},
	});
const subjects = (items: IDataObject[]) => items.map(({ subject }) => subject).sort();
const occurrences = (items: IDataObject[]) =>
	items.filter(({ seriesMasterId }) => seriesMasterId !== undefined);

describe('Get Event Changes', () => {
	it('tells a language model that a position keeps its time, whatever is asked beside it', async () => {
		const { position } = await look();
		const last = async (more: INodeParameters) =>
			(await run({ position, ...more }, { asTool: true })).at(-1);
		expect(await last({})).toMatchObject({
			more: 'Start and End were not used: Position keeps its own.',
		});
		expect(await last({ start: '', end: '' })).not.toHaveProperty('more');
	});

	it('returns what is in the window at first, as List Events does, and a position', async () => {
		const event = seed('Review');
		own().calendar.seed({
			subject: 'Much later',
			start: { dateTime: '2032-03-03T09:00:00', timeZone: 'UTC' },
			end: { dateTime: '2032-03-03T10:00:00', timeZone: 'UTC' },
		});
		const { items, last } = await look();
		expect(items).toMatchObject([
			{
				change: 'changed',
				subject: 'Review',
				start: '2031-03-03T09:00:00Z',
				id: event.idOf('immutable'),
			},
		]);
		expect(last).toEqual({
			change: 'position',
			changes: 1,
			complete: true,
			position: expect.stringContaining('/me/calendarView/delta?$deltatoken='),
		});
	});

	it('returns what is new, changed and gone since the position, and nothing else', async () => {
		const [kept, changed, deleted] = [seed('Kept'), seed('Old'), seed('Deleted')];
		const first = await look();
		seed('New');
		own().calendar.edit(changed, { subject: 'Changed' });
		own().calendar.remove(deleted);
		const next = await look(first.position);
		expect(subjects(next.items.filter(({ change }) => change === 'changed'))).toEqual([
			'Changed',
			'New',
		]);
		expect(next.items.filter(({ change }) => change === 'removed')).toEqual([
			{ change: 'removed', id: deleted.idOf('immutable') },
		]);
		expect(JSON.stringify(next.items)).not.toContain(kept.idOf('immutable'));
		expect((await look(next.position)).items).toEqual([]);
	});

	it('returns a series with its occurrences, each with what it has from the series', async () => {
		const series = daily('Daily');
		const { items } = await look();
		expect(items).toHaveLength(4);
		expect(items.find(({ type }) => type === 'seriesMaster')).toHaveProperty('recurrence');
		const each = occurrences(items);
		expect(each.map(({ start }) => start).sort()).toEqual(
			[3, 4, 5].map((date) => `2031-03-0${date}T09:00:00Z`),
		);
		for (const one of each) {
			expect(one).toMatchObject({
				subject: 'Daily',
				location: 'Room 4',
				seriesMasterId: series.idOf('immutable'),
			});
			expect(one.recurrence).toBeUndefined();
		}
	});

	it.each([
		['full', 0],
		['thin', 1],
	])('returns a changed occurrence as it is, told as %s: %i more reads', async (as, reads) => {
		provider().readings.choose({ fact: 'exception-form', as });
		const series = daily('Daily');
		const { position } = await look();
		const [, second] = own().calendar.instances(
			series,
			Date.parse('2031-03-01T00:00:00Z'),
			Date.parse('2031-03-31T00:00:00Z'),
		);
		if (!second) throw new Error('There are three');
		own().calendar.detach(second);
		own().calendar.edit(second, { subject: 'Another subject' });
		const { items } = await look(position);
		expect(provider().requests.count({ path: /\/events\/[^/]+$/ })).toBe(reads);
		const changed = items.filter(({ type }) => type === 'exception');
		expect(changed).toMatchObject([
			{ subject: 'Another subject', start: '2031-03-04T09:00:00Z', location: 'Room 4' },
		]);
	});

	it('returns a changed occurrence with what its series has where it is gone before it is read', async () => {
		provider().readings.choose({ fact: 'exception-form', as: 'thin' });
		const series = daily('Daily');
		const { position } = await look();
		const [first] = own().calendar.instances(series, 0, Date.parse('2032-01-01'));
		if (!first) throw new Error('There are three');
		own().calendar.edit(first, { subject: 'Another subject' });
		const body = { error: { code: 'ErrorItemNotFound', message: 'Not found.' } };
		provider().faults.next({ path: /\/events\/[^/]+$/ }, { status: 404, body });
		const { items } = await look(position);
		expect(provider().faults.pending).toBe(0);
		expect(subjects(items)).toContain('Daily');
	});

	// Its events are found in it alone (fact: lent-calendar).
	it('returns a changed occurrence as it is in a calendar that somebody shares', async () => {
		provider().readings.choose({ fact: 'exception-form', as: 'thin' });
		const lent = own().calendar.addCalendar("Bob's calendar");
		lent.isLent = true;
		const range = { type: 'numbered', startDate: '2031-03-03', numberOfOccurrences: 2 } as const;
		const recurrence = { pattern: { type: 'daily', interval: 1 }, range } as const;
		const times = { start: day(3), end: day(3, 10) };
		const series = own().calendar.seed({ subject: 'Daily', ...times, recurrence }, lent.id);
		const [, second] = own().calendar.instances(series, 0, Date.parse('2032-01-01'));
		if (!second) throw new Error('There are two');
		own().calendar.detach(second);
		own().calendar.edit(second, { subject: 'Another subject' });
		const more = { calendar: locator('name', lent.name) };
		const { items, position } = await look('', more);
		expect(subjects(items)).toContain('Another subject');
		own().calendar.edit(second, { subject: 'A third subject' });
		expect(subjects((await look(position)).items)).toContain('A third subject');
	});

	it('takes another calendar, and the properties that are chosen', async () => {
		const { id } = own().calendar.addCalendar('Holidays');
		own().calendar.seed({ subject: 'Break', start: day(3), end: day(4) }, id);
		seed('Review');
		const more = { simplify: false, options: { fields: 'subject' } };
		const { items, position } = await look('', { ...more, calendar: locator('name', 'Holidays') });
		expect(items).toEqual([
			{ change: 'changed', subject: 'Break', id: expect.any(String) as string },
		]);
		own().calendar.seed({ subject: 'Feast', start: day(5), end: day(6) }, id);
		expect(subjects((await look(position)).items)).toEqual(['Feast']);
	});

	it('returns only the position when it begins now, and goes on behind a limit', async () => {
		for (let index = 0; index < 12; index++) seed(`Old ${index}`);
		const now = await look('', { begin: 'now' });
		expect([now.items, now.last?.changes]).toEqual([[], 0]);
		for (let index = 0; index < 210; index++) seed(`New ${index}`);
		const first = await look(now.position, { returnAll: false, limit: 5 });
		expect(first.last).toMatchObject({ complete: false });
		const rest = await look(first.position);
		expect(new Set(subjects([...first.items, ...rest.items])).size).toBe(210);
	});

	it('returns the same in runs of three as in one, and goes beyond the limit for a series alone', async () => {
		const events = Array.from({ length: 10 }, (_, index) => seed(`Event ${index}`));
		const series = daily('Daily');
		const drain = async (limit: number, position = '') => {
			const found: IDataObject[] = [];
			for (let complete: unknown = false; complete === false;) {
				const part = await look(position, { returnAll: false, limit });
				// Before the limit is reached a series of four may come.
				expect(part.items.length).toBeLessThan(limit + 4);
				found.push(...part.items);
				({ position } = part);
				complete = part.last?.complete;
			}
			return { found: found.map((item) => JSON.stringify(item)).sort(), position };
		};
		const all = await drain(1000);
		const byThree = await drain(3);
		expect(all.found).toHaveLength(14);
		expect(byThree.found).toEqual(all.found);
		for (const one of [...events.slice(0, 5), series]) {
			own().calendar.edit(one, { location: { displayName: 'Room 5' } });
		}
		for (const one of events.slice(7)) own().calendar.remove(one);
		const changes = await drain(1000, all.position);
		expect((await drain(3, all.position)).found).toEqual(changes.found);
		expect((await drain(3, byThree.position)).found).toEqual(changes.found);
	});

	it('keeps to the limit', async () => {
		for (let index = 0; index < 120; index++) seed(`Event ${index}`);
		expect((await look('', { returnAll: false, limit: 10 })).items).toHaveLength(10);
	});

	it('keeps the window that it began with', async () => {
		const { position } = await look();
		seed('Inside');
		expect(
			subjects((await look(position, { start: '2040-01-01', end: '2040-02-01' })).items),
		).toEqual(['Inside']);
	});

	it('gives a language model the first 300 characters of a description', async () => {
		seed('Review', 3, { body: { contentType: 'text', content: 'x'.repeat(900) } });
		const [item] = await run({}, { asTool: true });
		expect(String(item?.description).length).toBeLessThan(320);
	});

	it('works in a shared mailbox, whose position is no one of the own', async () => {
		provider().readings.choose({ fact: 'delta-link-form', as: 'asked' });
		const { position } = await look('', { mailbox: SHARED_MAILBOX });
		shared().calendar.seed({ subject: 'New', start: day(3), end: day(4) });
		const next = await look(position, { mailbox: SHARED_MAILBOX });
		expect(subjects(next.items)).toEqual(['New']);
		expectOnlyShared();
		const { message } = await failureOf(look(position));
		expect(message).toContain('Position: is no position in a calendar of this mailbox');
	});

	it.each(['asked', 'user-id', 'in-parentheses'])(
		'goes on in a shared mailbox whose links are written: %s',
		async (as) => {
			provider().readings.choose({ fact: 'delta-link-form', as });
			const { position } = await look('', { mailbox: SHARED_MAILBOX });
			shared().calendar.seed({ subject: 'Later', start: day(3), end: day(4) });
			const { items } = await look(position, { mailbox: SHARED_MAILBOX });
			expect(subjects(items)).toEqual(['Later']);
		},
	);

	it('says how to begin anew when the position is given up', async () => {
		const { position } = await look();
		own().calendar.delta.expire();
		const { message, description } = await failureOf(look(position));
		expect(message).toContain('does not know this position any more');
		expect(description).toContain('all that you keep of the calendar');
	});

	it('refuses an end before the start, and a link of something else, before anything is asked', async () => {
		const link = 'https://graph.microsoft.com/v1.0/me/events?$deltatoken=a';
		const options = { options: { timeZone: 'UTC' } };
		expect((await failureOf(look(link, options))).message).toContain('Position: is no position');
		expect((await failureOf(look('', { ...options, end: '2030-01-01' }))).message).toContain(
			'End: must be after Start',
		);
		expect(asked()).toEqual([]);
	});
});

describe('a round whose page comes again and again', () => {
	const DAILY = {
		recurrence: {
			pattern: { type: 'daily', interval: 1 },
			range: { type: 'noEnd', startDate: '2031-03-03' },
		},
	};
	beforeEach(() => {
		own().calendar.delta.stuckAt = Infinity;
		seed('Standup', 3, DAILY);
	});

	it('is read in the largest pages, a long series whole', async () => {
		const { items, last, position } = await look('', { end: '2031-12-31' });
		expect(occurrences(items)).toHaveLength(304);
		expect(last).toMatchObject({ complete: true });
		seed('Review');
		expect(subjects((await look(position)).items)).toEqual(['Review']);
	});

	it('fails where the series is longer than those, and says to choose a shorter time', async () => {
		const failure = await failureOf(run({ end: '2034-12-31' }));
		expect(failure.description).toContain('Choose a shorter time.');
		expect(provider().requests.all.length).toBeLessThan(10);
	});

	it('says how to get to a shorter time from a position, which keeps its own', async () => {
		own().calendar.delta.stuckAt = undefined;
		const { position } = await look('', { end: '2034-12-31' });
		own().calendar.delta.stuckAt = Infinity;
		seed('Lunch', 3, DAILY);
		const shorter = { end: '2031-12-31' };
		const { description } = await failureOf(look(position, shorter));
		expect(description).toContain('leave Position empty');
		expect(occurrences((await look('', shorter)).items)).toHaveLength(608);
	});
});
