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

const step = 'calendar.respondToEvent';
const seed = {
	subject: 'Review',
	start: { dateTime: '2026-03-03T09:00:00', timeZone: 'UTC' },
	end: { dateTime: '2026-03-03T10:00:00', timeZone: 'UTC' },
	organizer: 'pat@example.com',
};
const told = () => own().calendar.notices.map(({ kind, comment }) => ({ kind, comment }));

describe('Respond to Event', () => {
	it.each([
		['accept', 'accepted'],
		['decline', 'declined'],
		['tentativelyAccept', 'tentativelyAccepted'],
	])('can %s and tell the organizer', async (response, kind) => {
		const event = own().calendar.seed(seed);
		const answered = await runForOne(step, { eventId: event.id, response, comment: 'Gladly' });
		expect(answered).toEqual({ id: event.id, response, organizerTold: true });
		expect(told()).toEqual([{ kind, comment: 'Gladly' }]);
	});

	it('gives the answers of several items in their order', async () => {
		const event = own().calendar.seed(seed);
		provider().faults.next({ method: 'POST', path: /accept$/ }, { delayMs: 100 });
		const items = ['accept', 'decline'].map((response) => ({ json: { response } }));
		await runStep(step, { eventId: event.id, response: '={{ $json.response }}' }, { items });
		expect(told().map(({ kind }) => kind)).toEqual(['accepted', 'declined']);
	});

	it('declines a meeting once that two items name', async () => {
		const { id: eventId } = own().calendar.seed(seed);
		const given = { eventId, response: 'decline', comment: 'On holiday' };
		const items = await runStep(step, given, { items: [{ json: {} }, { json: {} }] });
		const declined = { id: eventId, response: 'decline', organizerTold: true };
		expect(items.map(({ json }) => json)).toEqual([declined, declined]);
		expect(told()).toEqual([{ kind: 'declined', comment: 'On holiday' }]);
	});

	it('answers without telling anybody', async () => {
		const event = own().calendar.seed(seed);
		await runForOne(step, {
			eventId: event.id,
			response: 'decline',
			options: { sendResponse: false },
		});
		expect(event.response).toBe('declined');
		expect(told()).toEqual([]);
	});

	it('proposes another time, in the zone of the mailbox', async () => {
		own().settings.timeZone = 'Europe/Vienna';
		const event = own().calendar.seed(seed);
		await runForOne(step, {
			eventId: event.id,
			response: 'tentativelyAccept',
			options: { proposedStart: '2026-03-04T10:00' },
		});
		expect(provider().requests.all.at(-1)?.body).toMatchObject({
			proposedNewTime: {
				start: { dateTime: '2026-03-04T10:00:00', timeZone: 'W. Europe Standard Time' },
				end: { dateTime: '2026-03-04T11:00:00', timeZone: 'W. Europe Standard Time' },
			},
		});
	});

	describe('where the organizer asked for no answers', () => {
		const unasked = () => {
			const event = own().calendar.seed(seed);
			event.responseRequested = false;
			return event;
		};

		it.each([
			['accept', 'accepted'],
			['decline', 'declined'],
			['tentativelyAccept', 'tentativelyAccepted'],
		])(
			'keeps the answer %s in the calendar, and says that nobody was told',
			async (response, is) => {
				const event = unasked();
				const answered = await runForOne(step, { eventId: event.id, response });
				expect(answered).toEqual({ id: event.id, response, organizerTold: false });
				expect(event.response).toBe(is);
				expect(told()).toEqual([]);
			},
		);

		// fact: attendee-copy. The meeting is out of the calendar then.
		it('declines a meeting once that two items name, and says so for both', async () => {
			const given = { eventId: unasked().id, response: 'decline' };
			const items = await runStep(step, given, { items: [{ json: {} }, { json: {} }] });
			expect(items.map(({ json }) => json.organizerTold)).toEqual([false, false]);
			expect(told()).toEqual([]);
		});

		it.each([{ comment: 'Gladly' }, { options: { proposedStart: '2026-03-04T10:00' } }])(
			'loses no %j without a word',
			async (more) => {
				const event = unasked();
				const given = { eventId: event.id, response: 'tentativelyAccept', ...more };
				const { description } = await failureOf(runForOne(step, given));
				expect(description).toContain('The organizer asked for no answers');
				expect(event.response).toBe('notResponded');
			},
		);

		it('says what else can be done where such an answer is refused as well', async () => {
			const event = unasked();
			const answer = { method: 'POST', path: /accept$/ };
			const refusal = {
				status: 400,
				body: { error: { code: 'ErrorInvalidRequest', message: '' } },
			};
			provider().faults.next(answer, refusal);
			provider().faults.next(answer, refusal);
			const { description } = await failureOf(
				runForOne(step, { eventId: event.id, response: 'accept' }),
			);
			expect(description).toContain('The organizer asked for no answers');
		});

		it('is refused still where it is a meeting of its own', async () => {
			const event = own().calendar.seed({ ...seed, organizer: undefined });
			event.responseRequested = false;
			const failing = failureOf(runForOne(step, { eventId: event.id, response: 'accept' }));
			expect((await failing).description).toContain('Only an invitation can be answered');
		});
	});

	it('says that a meeting was cancelled, and how to take it out of the calendar', async () => {
		const event = own().calendar.seed(seed);
		event.isCancelled = true;
		const failing = failureOf(runForOne(step, { eventId: event.id, response: 'decline' }));
		const { description } = await failing;
		expect(description).toContain('The organizer cancelled the meeting');
		expect(description).toContain('Delete Event');
	});

	it('works in a shared mailbox', async () => {
		const event = shared().calendar.seed(seed);
		await runForOne(step, { eventId: event.id, response: 'accept', mailbox: SHARED_MAILBOX });
		expect(event.response).toBe('accepted');
		expectOnlyShared();
	});

	it.each([
		[
			{ response: 'accept', options: { proposedStart: '2026-03-04T10:00' } },
			'Response: another time',
		],
		[
			{ response: 'decline', options: { proposedStart: '2026-03-04T10:00', sendResponse: false } },
			'Send Response',
		],
		[
			{ response: 'decline', comment: 'I am away', options: { sendResponse: false } },
			'Comment: is for the organizer: switch Send Response on',
		],
		[{}, 'Response: is required, one of: accept, decline, tentativelyAccept'],
		[{ response: '={{ "" }}' }, 'Response: is required'],
		[{ response: 'maybe' }, 'Response: must be one of: accept, decline, tentativelyAccept'],
		[{ response: 'decline', options: { proposedEnd: '2026-03-04T10:00' } }, 'Proposed Start'],
	])('refuses %j before anything is sent', async (parameters, message) => {
		const failure = await failureOf(runForOne(step, { eventId: 'AAkALg', ...parameters }));
		expect(failure.message).toContain(message);
		expect(asked()).toEqual([]);
	});

	it.each([
		[
			{ proposedStart: '2031-03-04T10:00Z', proposedEnd: '2031-03-04T10:00Z' },
			/^Options > Proposed End: must be after Start/,
		],
		[{ proposedStart: '2024-03-04T10:00Z' }, /^Options > Proposed Start: is in the past/],
		[
			{ proposedStart: '2031-03-04T10:00Z', proposedEnd: '2031-03-04' },
			/^Options > Proposed End: has no time of day\. Write it as 2026-03-02T10:00\.$/,
		],
	])('names the field of a time that it cannot propose: %j', async (options, message) => {
		const given = { eventId: 'AAkALg', response: 'decline', options };
		const failure = await failureOf(runForOne(step, given, { asTool: true }));
		expect(failure.message).toMatch(message);
	});

	it('says that a meeting of its own cannot be answered', async () => {
		const event = own().calendar.seed({ ...seed, organizer: undefined });
		const failure = await failureOf(runForOne(step, { eventId: event.id, response: 'accept' }));
		expect(failure.description).toContain('Only an invitation can be answered');
		const [item] = await runStep(
			step,
			{ eventId: event.id, response: 'accept' },
			{ continueOnFail: true },
		);
		expect(item?.json.error).toContain('refused');
	});
});
