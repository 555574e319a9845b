import {
	asked,
	expectOnlyShared,
	own,
	provider,
	runForOne,
	runStep,
	shared,
	SHARED_MAILBOX,
	useMailboxes,
} from '../../../../harness/mail';
import { searchList } from '../../../../harness/searchList';
import { failureOf, locator } from '../../../../harness/steps';

useMailboxes();

const inShared = { mailbox: SHARED_MAILBOX };

describe('List Calendars', () => {
	it('lists every page, with the default calendar marked', async () => {
		for (let index = 0; index < 25; index++) own().calendar.addCalendar(`Calendar ${index}`);
		const items = await runStep('calendar.listCalendars');
		expect(items).toHaveLength(26);
		expect(items[0]?.json).toMatchObject({ name: 'Calendar', isDefault: true, canEdit: true });
		expect(items[0]?.json.owner).toMatchObject({ address: 'me@contoso.com' });
		expect(asked()).toHaveLength(1);
	});

	it('works in a shared mailbox, and says when that is not allowed', async () => {
		expect(await runStep('calendar.listCalendars', inShared)).toHaveLength(1);
		expectOnlyShared();
		shared().shareWith('me@contoso.com', {});
		const failure = await failureOf(runStep('calendar.listCalendars', inShared));
		expect(failure.message).toContain('not allowed');
		const [item] = await runStep('calendar.listCalendars', inShared, { continueOnFail: true });
		expect(item?.json.error).toContain('not allowed');
	});
});

describe('Create Calendar', () => {
	it('makes a calendar with a color', async () => {
		const made = await runForOne('calendar.createCalendar', { name: 'Team', color: 'lightRed' });
		expect(made).toMatchObject({ name: 'Team', color: 'lightRed', isDefault: false });
		expect(own().calendar.calendars.map(({ name }) => name)).toEqual(['Calendar', 'Team']);
	});

	it('works in a shared mailbox', async () => {
		await runForOne('calendar.createCalendar', { name: 'Team', ...inShared });
		expectOnlyShared();
	});

	it('refuses a name that is taken, and none at all', async () => {
		own().calendar.addCalendar('Team');
		const taken = await failureOf(runForOne('calendar.createCalendar', { name: 'team' }));
		expect(taken.message).toContain('clashes');
		const items = await runStep(
			'calendar.createCalendar',
			{ name: '={{ $json.name }}' },
			{ items: [{ json: { name: '' } }, { json: { name: 'New' } }], continueOnFail: true },
		);
		expect(items.map(({ json }) => json.error ?? json.name)).toEqual(['Name: is required', 'New']);
	});
});

describe('Update Calendar', () => {
	it('renames a calendar and leaves its color', async () => {
		const team = own().calendar.addCalendar('Team', 'lightRed');
		const changed = await runForOne('calendar.updateCalendar', {
			calendar: locator('id', team.id),
			name: 'Crew',
		});
		expect(changed).toMatchObject({ name: 'Crew', color: 'lightRed' });
	});

	it('leaves a calendar as the last of several items says', async () => {
		const team = own().calendar.addCalendar('Team');
		provider().faults.next({ method: 'PATCH' }, { delayMs: 100 });
		const items = ['lightRed', 'lightBlue'].map((color) => ({ json: { color } }));
		const change = { calendar: locator('id', team.id), color: '={{ $json.color }}' };
		await runStep('calendar.updateCalendar', change, { items });
		expect(team.color).toBe('lightBlue');
	});

	it('works in a shared mailbox, by name', async () => {
		const team = shared().calendar.addCalendar('Team');
		await runForOne('calendar.updateCalendar', {
			calendar: locator('name', 'Team'),
			color: 'lightBlue',
			...inShared,
		});
		expect(team.color).toBe('lightBlue');
		expectOnlyShared();
	});

	it.each(['id', 'list'])(
		'takes the name that List Events puts out where it is dropped on the list, in mode %s',
		async (mode) => {
			const team = own().calendar.addCalendar('Team');
			await runForOne(
				'calendar.updateCalendar',
				{ calendar: locator(mode, '={{ $json.calendar }}'), color: 'lightBlue' },
				{ items: [{ json: { calendar: 'Team' } }] },
			);
			expect(team.color).toBe('lightBlue');
		},
	);

	it('tells two of one name apart by the ID, which in a tool stands in place of the name', async () => {
		const [first, second] = ['Team', 'Team'].map((name) => own().calendar.addCalendar(name));
		const run = async (calendar = '') =>
			await runForOne('calendar.updateCalendar', {
				calendar: locator('name', calendar),
				name: 'A',
			});
		const { description } = await failureOf(run('Team'));
		expect(description).toContain('by the ID that List Calendars returns');
		await run(second?.id);
		expect([first?.name, second?.name]).toEqual(['Team', 'A']);
	});

	it('refuses when nothing changes, when the calendar is unknown, or its name is not its own', async () => {
		const run = (calendar: string, more: { name?: string } = {}) =>
			runForOne('calendar.updateCalendar', { calendar: locator('name', calendar), ...more });
		expect((await failureOf(run('Calendar'))).message).toContain('nothing to change');
		expect(await failureOf(run('Crew', { name: 'New' }))).toMatchObject({
			message: 'Calendar: The mailbox has no calendar of this name',
			description: expect.stringContaining('Calendar'),
		});
		own().calendar.calendars.push({
			id: 'AQMkTwin',
			name: 'calendar',
			color: '',
			isDefault: false,
		});
		expect((await failureOf(run('Calendar', { name: 'New' }))).message).toContain('2 calendars');
		const [item] = await runStep(
			'calendar.updateCalendar',
			{ calendar: locator('id', 'AQMkGone'), name: 'New' },
			{ continueOnFail: true },
		);
		expect(item?.json.error).toContain('Not found');
	});
});

describe('Delete Calendar', () => {
	it('deletes a calendar', async () => {
		const { id } = own().calendar.addCalendar('Team');
		const deleted = await runForOne('calendar.deleteCalendar', { calendar: locator('id', id) });
		expect(deleted).toEqual({ id, deleted: true });
		expect(own().calendar.calendars).toHaveLength(1);
	});

	it('works in a shared mailbox', async () => {
		shared().calendar.addCalendar('Team');
		await runForOne('calendar.deleteCalendar', { calendar: locator('name', 'Team'), ...inShared });
		expect(shared().calendar.calendars).toHaveLength(1);
		expectOnlyShared();
	});

	it('does not delete it from Deleted Items too where two items name it', async () => {
		const calendar = own().calendar.addCalendar('Team');
		const given = { calendar: locator('name', 'Team') };
		const items = [{ json: {} }, { json: {} }];
		expect(await runStep('calendar.deleteCalendar', given, { items })).toHaveLength(2);
		expect(own().calendar.deletedCalendars).toEqual([calendar]);
	});

	it('does not delete it from Deleted Items too where an agent names it in two calls at the same time', async () => {
		const calendar = own().calendar.addCalendar('Team');
		const call = async (named: string) =>
			await runForOne(
				'calendar.deleteCalendar',
				{ calendar: locator('name', named) },
				{ asTool: true },
			);
		const ends = await Promise.allSettled([call('Team'), call(calendar.id)]);
		expect(ends.map(({ status }) => status)).toEqual(['fulfilled', 'rejected']);
		expect(own().calendar.deletedCalendars).toEqual([calendar]);
	});

	it('does not delete it from Deleted Items too where the answer was lost', async () => {
		const calendar = own().calendar.addCalendar('Team');
		provider().faults.next({ method: 'DELETE' }, { cut: 'after' });
		const given = { calendar: locator('id', calendar.id) };
		const failure = await failureOf(runStep('calendar.deleteCalendar', given, { tries: 3 }));
		expect(failure.message).toContain('may or may not have taken effect');
		expect(own().calendar.deletedCalendars).toEqual([calendar]);
	});

	it('does not delete the default calendar, and goes on if asked to', async () => {
		const [first] = own().calendar.calendars;
		const calendar = locator('id', first?.id ?? '');
		const run = runForOne('calendar.deleteCalendar', { calendar });
		expect((await failureOf(run)).message).toMatch(/refused|not allowed/);
		const [item] = await runStep('calendar.deleteCalendar', { calendar }, { continueOnFail: true });
		expect(item?.json.error).toMatch(/refused|not allowed/);
		expect((await failureOf(runForOne('calendar.deleteCalendar'))).message).toContain('Calendar');
	});
});

describe('the list of calendars in the editor', () => {
	it('shows names and IDs, narrowed by the search text', async () => {
		const team = own().calendar.addCalendar('Team');
		const search = { node: 'mail', method: 'searchCalendars', simulator: provider() } as const;
		const all = await searchList(search);
		expect(all.results.map(({ name }) => name)).toEqual(['Calendar', 'Team']);
		const some = await searchList({ ...search, filter: 'tea' });
		expect(some.results).toEqual([{ name: 'Team', value: team.id }]);
	});
});
