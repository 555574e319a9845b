import { asked, own, runStep, useMailboxes } from '../../../harness/mail';
import { failureOf } from '../../../harness/steps';

/** An expression that gives nothing is the most frequent mistake of beginners: the item is at hand, so the error says what it has. */

useMailboxes();

const step = 'email.getEmail';
const items = [{ json: { messageId: 'A', subject: 'Hello' } }];
const locator = (value: string) => ({ __rl: true, mode: 'id', value });

describe('A required field whose expression gives nothing', () => {
	it.each([
		['in a locator', locator('={{ $json.id }}')],
		['as a text', '={{ $json.id }}'],
	])('says which, and what the item has, %s', async (_, messageId) => {
		const failure = await failureOf(runStep(step, { messageId }, { items }));
		expect(failure).toEqual({
			message: 'Message ID: is required',
			description: '{{ $json.id }} gave nothing for this item. It has: messageId, subject.',
		});
		expect(asked()).toEqual([]);
	});

	it('says that the item is empty', async () => {
		const failure = await failureOf(
			runStep(step, { messageId: '={{ $json.id }}' }, { items: [{ json: {} }] }),
		);
		expect(failure.description).toContain('It is empty: the step before returned nothing.');
	});

	it('names a dozen at most', async () => {
		const json = Object.fromEntries(Array.from({ length: 40 }, (_, index) => [`key${index}`, 1]));
		const failure = await failureOf(
			runStep(step, { messageId: '={{ $json.id }}' }, { items: [{ json }] }),
		);
		expect(failure.description).toMatch(/It has: key0, .*key11, and more\.$/);
	});

	it('shows no name that somebody may have written, and no long expression', async () => {
		const given = [{ json: { 'eve@evil.example': 1, subject: 'Hello' } }];
		const messageId = `={{ $json.id || ${"'' || ".repeat(20)}'' }}`;
		const failure = await failureOf(runStep(step, { messageId }, { items: given }));
		expect(failure.description).toBe(
			'The expression gave nothing for this item. It has: subject, and more.',
		);
	});

	it('is not explained where nothing was entered, nor to a language model', async () => {
		expect((await failureOf(runStep(step, { messageId: '' }, { items }))).description).toBe('');
		const asTool = runStep(step, { messageId: '={{ $json.id }}' }, { items, asTool: true });
		expect((await failureOf(asTool)).description).toBe('');
	});

	it('works where the item has it', async () => {
		const mail = own().deliver({ subject: 'Hello', from: 'ann@contoso.com' });
		const given = [{ json: { id: mail.immutableId } }];
		const [item] = await runStep(step, { messageId: '={{ $json.id }}' }, { items: given });
		expect(item?.json.subject).toBe('Hello');
	});
});
