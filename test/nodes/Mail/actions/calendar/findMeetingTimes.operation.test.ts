import {
	expectOnlyShared,
	own,
	provider,
	runForOne,
	runStep,
	SHARED_MAILBOX,
	useMailboxes,
} from '../../../../harness/mail';
import { failureOf } from '../../../../harness/steps';

useMailboxes();

const step = 'calendar.findMeetingTimes';
const at = (dateTime: string) => ({ dateTime, timeZone: 'UTC' });
const tuesday = { start: '2026-03-03T08:00', end: '2026-03-03T18:00' };

describe('Find Meeting Times', () => {
	it('suggests times around what is on, in the zone of the mailbox', async () => {
		own().settings.timeZone = 'Europe/Vienna';
		own().calendar.seed({
			subject: 'Taken',
			start: at('2026-03-03T07:00:00'),
			end: at('2026-03-03T15:00:00'),
		});
		provider().graph.mailbox('ann@contoso.com');
		const found = await runForOne(step, {
			attendees: 'ann@contoso.com',
			duration: 90,
			...tuesday,
		});
		expect(found.timeZone).toBe('Europe/Vienna');
		expect(found.suggestions).toEqual(
			expect.arrayContaining([
				expect.objectContaining({
					start: '2026-03-03T16:00:00+01:00',
					end: '2026-03-03T17:30:00+01:00',
					organizer: 'free',
				}),
			]),
		);
	});

	it('suggests a few to a language model, and says how it gets others', async () => {
		provider().graph.mailbox('ann@contoso.com');
		const asked = {
			attendees: 'ann@contoso.com',
			duration: 30,
			start: '2031-03-04T08:00',
			end: '2031-03-04T18:00',
		};
		const [some] = await runStep(step, asked, { asTool: true });
		expect(some?.json.suggestions).toHaveLength(5);
		expect(some?.json.more).toBe('There may be more times: ask for a later Start, or another day.');
		const short = { ...asked, end: '2031-03-04T09:30' };
		const [all] = await runStep(step, short, { asTool: true });
		expect(all?.json).not.toHaveProperty('more');
	});

	it('passes on every wish', async () => {
		await runForOne(step, {
			attendees: 'ann@contoso.com',
			duration: 30,
			...tuesday,
			options: {
				activity: 'unrestricted',
				maxSuggestions: 3,
				minimumAttendance: 80,
				optionalAttendees: 'bob@contoso.com',
				organizerOptional: true,
				room: 'room4@contoso.com',
			},
		});
		expect(provider().requests.all.at(-1)?.body).toMatchObject({
			attendees: [{ type: 'required' }, { type: 'optional' }, { type: 'resource' }],
			meetingDuration: 'PT30M',
			timeConstraint: { activityDomain: 'unrestricted' },
			maxCandidates: 3,
			minimumAttendeePercentage: 80,
			isOrganizerOptional: true,
		});
	});

	it('takes names with addresses, and asks for each person once', async () => {
		await runForOne(step, {
			attendees: 'Ann Lee <ann@contoso.com>',
			...tuesday,
			options: { optionalAttendees: 'ANN@contoso.com', room: 'Room 4 <room4@contoso.com>' },
		});
		expect(provider().requests.all.at(-1)?.body).toMatchObject({
			attendees: [
				{ type: 'required', emailAddress: { name: 'Ann Lee', address: 'ann@contoso.com' } },
				{ type: 'resource', emailAddress: { name: 'Room 4', address: 'room4@contoso.com' } },
			],
		});
	});

	it('finds times in which those who need not come are taken, where fewer have to be free', async () => {
		const { graph } = provider();
		graph.mailbox('ann@contoso.com');
		graph.mailbox('bob@contoso.com').calendar.seed({
			subject: 'Taken',
			start: at('2026-03-03T00:00:00'),
			end: at('2026-03-04T00:00:00'),
		});
		const find = async (minimumAttendance: number) =>
			await runForOne(step, {
				attendees: 'ann@contoso.com',
				...tuesday,
				options: { optionalAttendees: 'bob@contoso.com', minimumAttendance },
			});
		expect(await find(60)).toMatchObject({ suggestions: [] });
		const { suggestions } = await find(50);
		expect(suggestions).toContainEqual(expect.objectContaining({ confidence: 50 }));
	});

	it('gives the reason when there is no such time', async () => {
		own().calendar.seed({
			subject: 'Taken',
			start: at('2026-03-03T00:00:00'),
			end: at('2026-03-04T00:00:00'),
		});
		const found = await runForOne(step, { duration: 60, ...tuesday });
		expect(found).toMatchObject({ suggestions: [], reason: expect.any(String) });
	});

	it('works in a shared mailbox', async () => {
		await runForOne(step, { ...tuesday, mailbox: SHARED_MAILBOX });
		expectOnlyShared();
	});

	it('says what to do where it is refused in a shared mailbox', async () => {
		const error = { code: 'BadArgument', message: 'Invalid user address' };
		provider().faults.next({ path: /findMeetingTimes/ }, { status: 400, body: { error } });
		const given = { ...tuesday, mailbox: SHARED_MAILBOX };
		const { message, description } = await failureOf(runForOne(step, given));
		expect(message).toContain('Invalid user address');
		expect(description).toContain('leave Mailbox empty, or use Check Availability');
	});

	it('is refused to personal accounts, and refuses bad times', async () => {
		own().personal = true;
		const failure = await failureOf(runForOne(step, tuesday));
		expect(failure.message).toContain('not allowed');
		expect(failure.description).toContain('work account');
		const [item] = await runStep(step, { ...tuesday, end: 'later' }, { continueOnFail: true });
		expect(item?.json.error).toContain('End: is not a date and time');
	});

	it.each([
		['OrganizerUnavailable', 'organizerUnavailable'],
		['Unknown', 'unknown'],
		['', 'unknown'],
		[undefined, 'unknown'],
	])('spells the reason %j one way', async (emptySuggestionsReason, reason) => {
		const body = { emptySuggestionsReason, meetingTimeSuggestions: [] };
		provider().faults.next({ method: 'POST' }, { status: 200, body });
		expect(await runForOne(step, tuesday)).toMatchObject({ suggestions: [], reason });
	});

	it('leaves out what nobody can tell the time of', async () => {
		const slot = (time: object) => ({
			confidence: 100,
			meetingTimeSlot: { start: time, end: time },
		});
		const custom = { dateTime: '2026-03-03T09:00:00', timeZone: 'Customized Time Zone' };
		const meetingTimeSuggestions = [slot({}), slot(custom), slot(at('2026-03-03T10:00:00'))];
		provider().faults.next({ method: 'POST' }, { status: 200, body: { meetingTimeSuggestions } });
		const { suggestions } = await runForOne(step, tuesday);
		expect(suggestions).toMatchObject([{ start: '2026-03-03T10:00:00Z' }]);
	});
});
