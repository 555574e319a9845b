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
import { failureOf, locator } from '../../../../harness/steps';

useMailboxes();

const step = 'email.removeLabel';

describe('Remove Label', () => {
	it('removes a label in any spelling, and keeps the others', async () => {
		const mail = own().deliver({
			subject: 'Invoice',
			from: 'ann@contoso.com',
			categories: ['Invoice', 'Urgent'],
		});
		const result = await runForOne(step, {
			messageId: mail.immutableId,
			label: locator('name', 'INVOICE'),
		});
		expect(result).toEqual({ id: mail.immutableId, labels: ['Urgent'] });
		expect(mail.categories).toEqual(['Urgent']);
	});

	it('takes an absent label as done, and writes nothing', async () => {
		const mail = own().deliver({ subject: 'Hi', from: 'ann@contoso.com', categories: ['Urgent'] });
		const result = await runForOne(step, {
			messageId: mail.immutableId,
			label: locator('name', 'Invoice'),
		});
		expect(result.labels).toEqual(['Urgent']);
		expect(asked().filter((request) => request.startsWith('PATCH'))).toEqual([]);
	});

	it('reads again when somebody else wrote in between', async () => {
		const mail = own().deliver({ subject: 'Hi', from: 'ann@contoso.com', categories: ['A', 'B'] });
		provider().faults.next(
			{ method: 'PATCH' },
			{ status: 412, body: { error: { code: 'ErrorIrresolvableConflict', message: 'Changed' } } },
		);
		await runForOne(step, { messageId: mail.immutableId, label: locator('name', 'A') });
		expect(mail.categories).toEqual(['B']);
	});

	it('removes two labels of one mail from two items', async () => {
		const mail = own().deliver({
			subject: 'Hi',
			from: 'ann@contoso.com',
			categories: ['A', 'B', 'C'],
		});
		await runStep(
			step,
			{ messageId: mail.immutableId, label: locator('name', '={{ $json.label }}') },
			{ items: [{ json: { label: 'A' } }, { json: { label: 'B' } }] },
		);
		expect(mail.categories).toEqual(['C']);
	});

	it('works in a shared mailbox', async () => {
		const mail = shared().deliver({ subject: 'Hi', from: 'ann@contoso.com', categories: ['A'] });
		await runForOne(step, {
			messageId: mail.immutableId,
			label: locator('name', 'A'),
			mailbox: SHARED_MAILBOX,
		});
		expect(mail.categories).toEqual([]);
		expectOnlyShared();
	});

	it('fails for a mail that does not exist', async () => {
		const failure = await failureOf(
			runForOne(step, { messageId: 'gone', label: locator('name', 'A') }),
		);
		expect(failure.message).toContain('Not found');
	});
});
