import type { INodeParameters } from 'n8n-workflow';
import { asked, own, runForOne, runStep, useMailboxes } from '../../../harness/mail';
import { failureOf } from '../../../harness/steps';

useMailboxes();

const to = 'ann@contoso.com';

/** Steps of emails that take an importance, each with the mail that it makes, changes or finds. */
const steps: Array<[string, (importance: string) => INodeParameters]> = [
	['sendEmail', (importance) => ({ to, options: { importance } })],
	['createDraft', (importance) => ({ options: { importance } })],
	['updateDraft', (importance) => ({ messageId: given('draft'), options: { importance } })],
	['forwardEmail', (importance) => ({ messageId: given('high'), to, options: { importance } })],
	['replyToEmail', (importance) => ({ messageId: given('high'), options: { importance } })],
	['updateEmail', (importance) => ({ messageId: given('low'), importance })],
	['findEmail', (importance) => ({ findBy: 'filters', filters: { importance } })],
];

/** The ID of a mail that a test began with. */
function given(subject: string): string {
	const mail = own().messages.find((one) => one.subject === subject);
	if (!mail) throw new Error(`There is no mail "${subject}"`);
	return mail.immutableId;
}

beforeEach(async () => {
	own().deliver({ subject: 'high', from: to, importance: 'high' });
	own().deliver({ subject: 'low', from: to, importance: 'low' });
	await runForOne('email.createDraft', { subject: 'draft' });
});

describe('the importance of an email', () => {
	it.each(steps)('is taken by its label: %s', async (step, parameters) => {
		const { id } = await runForOne(`email.${step}`, parameters('High'));
		expect(own().messageOf(String(id))?.importance).toBe('high');
	});

	it('stays as it is where the label of that entry is given', async () => {
		const parameters = { readStatus: 'read', importance: 'Leave as It Is' };
		await runForOne('email.updateEmail', { messageId: given('low'), ...parameters });
		expect(own().messageOf(given('low'))).toMatchObject({ isRead: true, importance: 'low' });
	});

	it.each(steps)('is refused with one sentence where it is none: %s', async (step, parameters) => {
		const before = asked().length;
		const failure = await failureOf(runStep(`email.${step}`, parameters('hgih')));
		expect(failure.message).toMatch(
			/^((Options|Filters) > )?Importance: must be one of: high, low, normal(, or left empty)?$/,
		);
		expect(asked()).toHaveLength(before);
	});
});
