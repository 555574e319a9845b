import { own, provider, runForOne, runStep, useMailboxes } from '../../../../harness/mail';
import { failureOf } from '../../../../harness/steps';

useMailboxes();

const step = 'email.createLabel';

describe('Create Label', () => {
	it('puts a label with its color on the list', async () => {
		const label = await runForOne(step, { name: 'Invoice', color: 'preset3' });
		expect(label).toMatchObject({ name: 'Invoice', color: 'preset3' });
		expect(own().categories.map(({ displayName }) => displayName)).toEqual(['Invoice']);
	});

	it('takes a color by its name, and no other', async () => {
		const label = await runForOne(step, { name: 'Invoice', color: 'dark red' });
		expect(label).toMatchObject({ name: 'Invoice', color: 'preset15' });
		const failure = await failureOf(runForOne(step, { name: 'Urgent', color: 'preset99' }));
		expect(failure.message).toContain('Color: must be one of: ');
		expect(own().categories).toHaveLength(1);
	});

	it('makes no label of several names that a language model writes: Add Label would read each of them', async () => {
		const several = { name: 'Invoice, Urgent' };
		const { message } = await failureOf(runStep(step, several, { asTool: true }));
		expect(message).toBe('Name: must be one name. Make one label at a time, without commas.');
		expect(own().categories).toEqual([]);
		expect(await runForOne(step, several)).toMatchObject(several);
	});

	it('says which permission is missing when the account may not', async () => {
		provider().faults.next(
			{ method: 'POST', path: /masterCategories$/ },
			{ status: 403, body: { error: { code: 'ErrorAccessDenied', message: 'Access is denied.' } } },
		);
		const failure = await failureOf(runForOne(step, { name: 'Invoice' }));
		expect(failure.message).toContain('may not change the list of labels');
		expect(failure.description).toMatch(
			/^Choose Permissions "Custom".* add the scope MailboxSettings\.ReadWrite/,
		);
	});

	it('says so when the label is there already', async () => {
		own().addCategory('Invoice');
		const failure = await failureOf(runForOne(step, { name: 'Invoice' }));
		expect(failure.message).toBe('Name: The mailbox has this label already');
	});

	it('does not take a change that collided for a label that is there (fact: write-conflict)', async () => {
		provider().faults.next(
			{ method: 'POST', path: /masterCategories$/, times: 4 },
			{ status: 412, body: { error: { code: 'ErrorIrresolvableConflict', message: '' } } },
		);
		const failure = await failureOf(runForOne(step, { name: 'Invoice' }));
		expect(failure.message).toContain('changed by somebody else at the same moment');
	});
});
