import { own, provider, runForOne, SHARED_MAILBOX, useMailboxes } from '../../../../harness/mail';
import { failureOf } from '../../../../harness/steps';

useMailboxes();

const step = 'advanced.getMailboxSettings';

describe('Get Mailbox Settings', () => {
	it('says zone, language, formats and working hours in words that other steps take', async () => {
		own().settings.timeZone = 'GMT Standard Time';
		await expect(runForOne(step)).resolves.toEqual({
			timeZone: 'Europe/London',
			language: 'en-US',
			languageName: 'English (United States)',
			dateFormat: 'yyyy-MM-dd',
			timeFormat: 'HH:mm',
			workingHours: {
				days: ['monday', 'tuesday', 'wednesday', 'thursday', 'friday'],
				start: '08:00',
				end: '17:00',
				timeZone: 'Europe/Berlin',
			},
			purpose: 'user',
			meetingMessages: 'sendToDelegateOnly',
		});
	});

	it('leaves out what is not set, and keeps the name of a zone that only the mailbox knows', async () => {
		const body = { timeZone: 'tzone://Microsoft/Custom', dateFormat: '', language: null };
		provider().faults.next({}, { status: 200, body });
		await expect(runForOne(step)).resolves.toEqual({ timeZone: 'tzone://Microsoft/Custom' });
	});

	it.each([
		[{ userPurpose: { value: 'room' } }, { purpose: 'room' }],
		[{ userPurpose: 7 }, {}],
		[{ language: 'en-US' }, {}],
		[{ workingHours: 'always' }, {}],
		[{ dateFormat: {}, timeFormat: ['HH:mm'] }, {}],
	])('reads the others where one is in a form of its own, as in %j', async (odd, read) => {
		provider().faults.next({}, { status: 200, body: { timeZone: 'UTC', ...odd } });
		await expect(runForOne(step)).resolves.toEqual({ timeZone: 'UTC', ...read });
	});

	it('says of another mailbox that only its owner sees them', async () => {
		const failure = await failureOf(runForOne(step, { mailbox: SHARED_MAILBOX }));
		expect(failure.description).toContain('leave Mailbox empty');
	});
});
