import { own, provider, runForOne, runStep, useMailboxes } from '../../../harness/mail';
import { failureOf } from '../../../harness/steps';

// fact: delete-refused, fact: gone-immutable.

useMailboxes();

/** The next deletion is refused, as for want of a right. */
function refuseDeletion(): void {
	const error = { code: 'ErrorCannotDeleteObject', message: 'Object cannot be deleted.' };
	provider().faults.next({ method: 'DELETE' }, { status: 403, body: { error } });
}
const mail = { to: 'ann@contoso.com', subject: 'Hello', message: 'Hi' };

describe('What is there, and may not be deleted', () => {
	it('is not called gone: an event', async () => {
		const start = { dateTime: '2026-03-03T09:00:00', timeZone: 'UTC' };
		const event = own().calendar.seed({ subject: 'Review', start, end: start });
		refuseDeletion();
		const given = { eventId: event.idOf('immutable') };
		expect(await failureOf(runStep('calendar.deleteEvent', given))).toEqual({
			message: 'It is still there: Microsoft does not let it be deleted',
			description: expect.stringMatching(/may read this but not delete it/),
		});
	});

	it('is not called gone: an email that waits, and leaves at its time', async () => {
		const sendAt = new Date(Date.now() + 86_400_000).toISOString();
		const { id } = await runForOne('email.scheduleEmail', { ...mail, sendAt });
		refuseDeletion();
		const { message } = await failureOf(
			runStep('email.cancelScheduledEmail', { messageId: String(id) }),
		);
		expect(message).toMatch(/^It is still there/);
	});

	it('is named where a draft that was begun is left', async () => {
		provider().faults.next({ path: /\/send$/ }, { status: 403 });
		refuseDeletion();
		const { description } = await failureOf(runStep('email.sendEmail', mail));
		expect(description).toMatch(/An unsent draft is left in Drafts/);
	});

	it('what is gone is called so', async () => {
		const gone = own().deliver({ subject: 'Offer', from: 'a@b.example' });
		own().remove(gone);
		const given = { messageId: gone.immutableId, permanently: true };
		const { message } = await failureOf(runStep('email.deleteEmail', given));
		expect(message).toBe('Message ID: Not found in this mailbox');
	});
});
