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

const step = 'calendar.deleteEvent';
const seed = {
	subject: 'Review',
	start: { dateTime: '2026-03-03T09:00:00', timeZone: 'UTC' },
	end: { dateTime: '2026-03-03T10:00:00', timeZone: 'UTC' },
	attendees: ['ann@contoso.com'],
};

describe('Delete Event', () => {
	it('deletes the event; its attendees are told', async () => {
		const event = own().calendar.seed(seed);
		const id = event.idOf('immutable');
		expect(await runForOne(step, { eventId: id })).toEqual({ id, deleted: true });
		expect(own().calendar.events).toEqual([]);
		expect(own().calendar.notices.map(({ kind }) => kind)).toEqual(['cancellation']);
	});

	it('works in a shared mailbox', async () => {
		const event = shared().calendar.seed(seed);
		await runForOne(step, { eventId: event.id, mailbox: SHARED_MAILBOX });
		expect(shared().calendar.events).toEqual([]);
		expectOnlyShared();
	});

	it('deletes many with few requests', async () => {
		const events = Array.from({ length: 40 }, () => own().calendar.seed(seed));
		await runStep(
			step,
			{ eventId: '={{ $json.id }}' },
			{ items: events.map(({ id }) => ({ json: { id } })) },
		);
		expect(own().calendar.events).toEqual([]);
		expect(provider().requests.all.length).toBeLessThanOrEqual(4);
	});

	it('deletes an event once that two items name, and says so for both', async () => {
		const json = { id: own().calendar.seed(seed).idOf('immutable') };
		const items = await runStep(
			step,
			{ eventId: '={{ $json.id }}' },
			{ items: [{ json }, { json }] },
		);
		expect(items.map((item) => item.json)).toEqual([
			{ ...json, deleted: true },
			{ ...json, deleted: true },
		]);
		expect(own().calendar.notices).toHaveLength(1);
	});

	it('fails for an event that is gone, and deletes the others if asked to', async () => {
		const failure = await failureOf(runForOne(step, { eventId: 'no-such-event' }));
		expect(failure.message).toContain('Not found');
		const event = own().calendar.seed(seed);
		const items = await runStep(
			step,
			{ eventId: '={{ $json.id }}' },
			{ items: [{ json: { id: 'gone' } }, { json: { id: event.id } }], continueOnFail: true },
		);
		expect(items.map(({ json }) => json.deleted ?? json.error)).toEqual([
			expect.stringContaining('Not found'),
			true,
		]);
	});

	it('succeeds when the answer was lost, and tells the attendees once', async () => {
		const event = own().calendar.seed(seed);
		provider().faults.next({ method: 'DELETE' }, { cut: 'after' });
		expect(await runForOne(step, { eventId: event.id })).toMatchObject({ deleted: true });
		expect(own().calendar.notices).toHaveLength(1);
	});

	it('does not take an ID that is none for deleted', async () => {
		provider().faults.next({ method: 'DELETE' }, { cut: 'before' });
		provider().faults.next(
			{ method: 'DELETE' },
			{ status: 400, body: { error: { code: 'ErrorInvalidIdMalformed', message: 'Malformed' } } },
		);
		const failure = await failureOf(runForOne(step, { eventId: 'cut' }));
		expect(failure.description).toContain('The ID is cut or not an ID');
	});

	it('refuses an empty ID before anything is sent', async () => {
		const failure = await failureOf(runForOne(step, { eventId: ' ' }));
		expect(failure.message).toBe('Event ID: is required');
		expect(asked()).toEqual([]);
	});
});
