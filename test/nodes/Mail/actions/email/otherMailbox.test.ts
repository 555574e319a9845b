import { asked, own, provider, runStep, shared, useMailboxes } from '../../../../harness/mail';
import { failureOf } from '../../../../harness/steps';

// Holds under each reading of fact: id-of-another-mailbox.

useMailboxes();

const steps: Array<[string, object]> = [
	['email.getEmail', {}],
	['email.replyToEmail', { message: 'Thank you' }],
	['email.sendDraft', {}],
	['email.moveEmail', { folder: 'archive' }],
];

describe.each([
	['not-found', /^Message ID.*: Not found in this mailbox$/],
	['server', /^Microsoft does not let this mailbox reach it$/],
])('an ID of another mailbox (%s)', (as, said) => {
	it.each(steps)('is called that by %s, which is not tried again', async (step, given) => {
		provider().readings.choose({ fact: 'id-of-another-mailbox', as });
		const { immutableId: messageId } = shared().deliver({ subject: 'Offer', from: 'a@b.example' });
		const { message, description } = await failureOf(runStep(step, { messageId, ...given }));
		expect(message).toMatch(said);
		expect(description).toMatch(/belongs to another mailbox. A person can set Mailbox/);
		expect(asked().length).toBeLessThan(4);
		expect([...own().sent, ...shared().sent]).toEqual([]);
	});
});
