import { own, runStep, SHARED_MAILBOX, useMailboxes } from '../../../../harness/mail';
import { failureOf } from '../../../../harness/steps';

useMailboxes();

const step = 'email.listLabels';

describe('List Labels', () => {
	it('lists the labels of the mailbox with their colors', async () => {
		own().addCategory('Invoice', 'preset3');
		own().addCategory('Urgent');
		const items = await runStep(step);
		expect(items.map(({ json }) => [json.name, json.color])).toEqual([
			['Invoice', 'preset3'],
			['Urgent', 'none'],
		]);
	});

	it('says what it needs where the provider refuses: the list of a shared mailbox', async () => {
		const failure = await failureOf(runStep(step, { mailbox: SHARED_MAILBOX }));
		expect(failure.message).toContain('not allowed');
		expect(failure.description).toContain('Shared Mailboxes');
	});
});
