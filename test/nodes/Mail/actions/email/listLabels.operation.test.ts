import {
	own,
	provider,
	runStep,
	shared,
	SHARED_MAILBOX,
	useMailboxes,
} from '../../../../harness/mail';
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

	it('says that no permission opens the list of a shared mailbox to a person, and the way around', async () => {
		const failure = await failureOf(runStep(step, { mailbox: SHARED_MAILBOX }));
		expect(failure.message).toContain('not allowed');
		expect(failure.description).not.toContain('Shared Mailboxes');
		expect(failure.description).toContain('enter the label by its name');
		const mail = shared().deliver({ subject: 'Theirs', from: 'ann@contoso.com' });
		const byName = { mailbox: SHARED_MAILBOX, messageId: mail.immutableId, label: 'Invoice' };
		await runStep('email.addLabel', byName);
		expect(mail.categories).toEqual(['Invoice']);
	});

	it('shows a label without a name or color beside the others, and none without ID', async () => {
		const value = [
			{ id: 'A', displayName: null, color: null },
			{},
			{ id: 'B', displayName: 'Urgent', color: 'preset1' },
		];
		provider().faults.next({}, { status: 200, body: { value } });
		const items = await runStep(step);
		expect(items.map(({ json }) => json)).toEqual([
			{ id: 'A', name: '' },
			{ id: 'B', name: 'Urgent', color: 'preset1' },
		]);
	});

	it.each([{}, { value: null }])(
		'an answer without entries (%j) is an empty list',
		async (body) => {
			provider().faults.next({}, { status: 200, body });
			await expect(runStep(step)).resolves.toEqual([]);
		},
	);
});
