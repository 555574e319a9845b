import {
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

const step = 'calendar.cancelEvent';
const seed = {
	subject: 'Review',
	start: { dateTime: '2026-03-03T09:00:00', timeZone: 'UTC' },
	end: { dateTime: '2026-03-03T10:00:00', timeZone: 'UTC' },
	attendees: ['ann@contoso.com'],
};

describe('Cancel Event', () => {
	it('tells the attendees why', async () => {
		const event = own().calendar.seed(seed);
		const cancelled = await runForOne(step, { eventId: event.id, comment: 'Next week instead' });
		expect(cancelled).toEqual({ id: event.id, cancelled: true });
		expect(own().calendar.notices).toEqual([
			expect.objectContaining({ kind: 'cancellation', comment: 'Next week instead' }),
		]);
	});

	it('cancels a meeting once that several items name, with the text of the first', async () => {
		const { id } = own().calendar.seed(seed);
		const texts = ['Next week', 'Next week', 'In May'];
		const items = texts.map((comment) => ({ json: { comment } }));
		const given = { eventId: id, comment: '={{ $json.comment }}' };
		const cancelled = await runStep(step, given, { items, continueOnFail: true });
		expect(cancelled.map(({ json }) => json)).toEqual([
			{ id, cancelled: true },
			{ id, cancelled: true },
			// Nobody got its text.
			{ error: 'Event ID: Not found in this mailbox' },
		]);
		expect(own().calendar.notices.map(({ comment }) => comment)).toEqual(['Next week']);
	});

	it('asks once, where the answer is lost and another item names the meeting', async () => {
		const event = own().calendar.seed(seed);
		const cancels = { method: 'POST', path: /cancel$/ };
		provider().faults.next(cancels, { cut: 'after' });
		const given = { eventId: event.id, comment: 'Sick' };
		const items = await runStep(step, given, {
			items: [{ json: {} }, { json: {} }],
			continueOnFail: true,
		});
		expect(items.map(({ json }) => String(json.error))).toEqual([
			expect.stringContaining('may or may not have taken effect'),
			expect.stringContaining('may or may not have taken effect'),
		]);
		expect(provider().requests.count(cancels)).toBe(1);
	});

	it('works in a shared mailbox, without a text', async () => {
		const event = shared().calendar.seed(seed);
		await runForOne(step, { eventId: event.id, mailbox: SHARED_MAILBOX });
		expect(shared().calendar.notices).toEqual([expect.objectContaining({ comment: '' })]);
		expectOnlyShared();
	});

	it('tells who is only invited what to do instead', async () => {
		const event = own().calendar.seed({ ...seed, organizer: 'pat@example.com' });
		const failure = await failureOf(runForOne(step, { eventId: event.id }));
		expect(failure.description).toContain('Use Respond to Event to decline');
		const [item] = await runStep(step, { eventId: event.id }, { continueOnFail: true });
		expect(item?.json.error).toContain('organizer');
	});
});
