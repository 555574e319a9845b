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
import { failureOf } from '../../../../harness/steps';

useMailboxes();

const step = 'calendar.forwardEvent';
const seed = {
	subject: 'Review',
	start: { dateTime: '2026-03-03T09:00:00', timeZone: 'UTC' },
	end: { dateTime: '2026-03-03T10:00:00', timeZone: 'UTC' },
};
const fromPat = { ...seed, organizer: 'pat@example.com' };
const told = (mailbox = own()) =>
	mailbox.calendar.notices.map(({ kind, to, comment }) => ({ kind, to, comment }));

describe('Forward Event', () => {
	it('sends a meeting of the account on, with a text', async () => {
		const { id } = own().calendar.seed(seed);
		const to = 'Ann Lee <ann@contoso.com>, bob@contoso.com';
		const json = await runForOne(step, { eventId: id, to, comment: 'For you' });
		expect(json).toEqual({ id, forwarded: true });
		expect(told()).toEqual([
			{ kind: 'forward', to: ['ann@contoso.com', 'bob@contoso.com'], comment: 'For you' },
		]);
		expect(asked()).toEqual([`POST /me/events/${encodeURIComponent(id)}/forward`]);
	});

	it('sends it as an update of the same time leaves it, where an agent makes both calls', async () => {
		const attendees = ['pat@example.com'];
		const { id: eventId } = own().calendar.seed({ ...seed, attendees });
		provider().faults.next({ method: 'PATCH' }, { delayMs: 100 });
		const asTool = { asTool: true };
		await Promise.all([
			runForOne('calendar.updateEvent', { eventId, subject: 'Retrospective' }, asTool),
			runForOne(step, { eventId, to: 'ann@contoso.com' }, asTool),
		]);
		expect(told()).toMatchObject([{ to: ['pat@example.com'] }, { kind: 'forward' }]);
	});

	it('has the organizer told of what an attendee forwards (fact: event-forward)', async () => {
		const { id } = own().calendar.seed(fromPat);
		await runForOne(step, { eventId: id, to: 'ann@contoso.com' });
		expect(told()).toEqual([
			{ kind: 'forward', to: ['ann@contoso.com'], comment: '' },
			{ kind: 'forwarded', to: ['pat@example.com'], comment: '' },
		]);
	});

	it('takes the name of a contact, and says for whom it stood', async () => {
		own().contacts.add({
			displayName: 'Ann Lee',
			emailAddresses: [{ name: 'Ann', address: 'ann@contoso.com' }],
		});
		const { id } = own().calendar.seed(seed);
		const json = await runForOne(step, { eventId: id, to: 'Ann Lee' }, { asTool: true });
		expect(JSON.stringify(json)).toContain('ann@contoso.com');
		expect(told()).toMatchObject([{ to: ['ann@contoso.com'] }]);
	});

	it('works in a shared mailbox', async () => {
		const { id } = shared().calendar.seed(seed);
		await runForOne(step, { eventId: id, to: 'ann@contoso.com', mailbox: SHARED_MAILBOX });
		expect(told(shared())).toMatchObject([{ kind: 'forward' }]);
		expectOnlyShared();
	});

	it('asks for nothing without a recipient', async () => {
		const failure = await failureOf(runForOne(step, { eventId: 'AAkALg', to: '' }));
		expect(failure.message).toContain('To: is required');
		expect(asked()).toEqual([]);
	});

	it('says who can forward a meeting where Graph refuses it', async () => {
		const { id } = own().calendar.seed(seed);
		const body = { error: { code: 'ErrorInvalidRequest', message: 'Not a meeting.' } };
		provider().faults.next({ path: /forward$/ }, { status: 400, body });
		const failure = await failureOf(runForOne(step, { eventId: id, to: 'ann@contoso.com' }));
		expect(failure.description).toContain('Only its organizer and its attendees');
		const [item] = await runStep(
			step,
			{ eventId: 'AAkALg', to: 'ann@contoso.com' },
			{ continueOnFail: true },
		);
		expect(item?.json.error).toContain('Not found');
		expect(told()).toEqual([]);
	});
});
