import fc from 'fast-check';
import { itemId, itemIds } from '../../../../nodes/Mail/fields/itemId';
import { own, runForOne, runStep, useMailboxes } from '../../../harness/mail';
import { failureOf, locator } from '../../../harness/steps';

useMailboxes();

const ID = 'AAMkAD-I_z0=';
const ENCODED = 'AAMkAD%2FI%2Bz0%3D';

describe('the ID of an email or event', () => {
	it.each([
		['webLink of an email', `https://outlook.office365.com/owa/?ItemID=${ENCODED}&exvsurl=1`],
		[
			'webLink of an event',
			`https://outlook.office365.com/owa/?itemid=${ENCODED}&path=/calendar/item`,
		],
		['the window of an email', `https://outlook.office.com/mail/deeplink/read/${ENCODED}`],
		['an address with a folder', `https://outlook.live.com/mail/0/inbox/id/${ENCODED}?nlp=1`],
		['the window of an event', `https://outlook.cloud.microsoft/calendar/item/${ENCODED}`],
		['a link that is not encoded', 'https://outlook.office365.com/owa/?ItemID=AAMkAD/I+z0='],
		['the ID itself', ID],
		['the ID in quotes', `"${ID}"`],
	])('is read from %s', (_, text) => {
		expect(itemId.parse(text)).toBe(ID);
		expect(itemId.parse(locator('url', text))).toBe(ID);
		expect(itemId.parse(locator('id', text))).toBe(ID);
	});

	it.each([
		['https://evil.example/x', 'must be the link of an email or event'],
		['https://outlook.office.com/mail/', 'must be the link of an email or event'],
		['https://outlook.office365.com/owa/?ItemID=&exvsurl=1', 'must be the link'],
		['https://', 'must be the link of an email or event'],
		['https://outlook.office.com/mail/inbox/id/AAQkAD%3D', 'not of a conversation'],
		['https://outlook.office.com/mail/id/%2E%2E', 'must be the link of an email'],
		[`https://outlook.office.com/mail/id/${'A'.repeat(1_001)}`, 'is longer than any real ID'],
		['', 'is required'],
	])('is not taken from %j', (text, message) => {
		const { error } = itemId.safeParse(locator('url', text));
		expect(error?.issues.map((issue) => issue.message).join()).toContain(message);
	});
});

it('an email is named by the item that came in, as it is', async () => {
	const { immutableId: id } = own().deliver({ subject: 'Plan', from: 'ann@contoso.com' });
	const items = [{ json: { subject: 'Plan', id } }];
	const messageId = locator('id', '={{ $json }}');
	expect(await runForOne('email.getEmail', { messageId }, { items })).toMatchObject({ id });
});

describe('the item of an attachment', () => {
	const attachments = [{ name: 'a.pdf', content: 'a' }];

	it.each(['={{ $json }}', '={{ [$json] }}', '={{ JSON.stringify($json) }}'])(
		'stands for its email where one is wanted, and for itself where an attachment is: %s',
		async (item) => {
			const mail = own().deliver({ subject: 'Plan', from: 'ann@contoso.com', attachments });
			const { immutableId: id } = mail;
			const items = await runStep('email.listAttachments', { messageId: id });
			const messageId = locator('id', item);
			const given = { messageId, attachmentId: locator('id', item) };
			expect(await runForOne('email.getEmail', { messageId }, { items })).toMatchObject({ id });
			expect(await runForOne('email.downloadAttachment', given, { items })).toMatchObject({
				messageId: id,
				id: items[0]?.json.id,
			});
			const change = { messageIds: item, change: 'read' };
			expect(await runForOne('email.updateEmails', change, { items })).toMatchObject({ id });
		},
	);
});

describe('the IDs of several emails', () => {
	it.each([
		['text with commas', 'AAMkA, AAMkB,AAMkA'],
		['a JSON list', '["AAMkA", "AAMkB"]'],
		['JSON around a list', '{"ids": ["AAMkA", "AAMkB"]}'],
		['a JSON list of items', '[{"id": "AAMkA", "subject": "Plan"}, {"id": "AAMkB"}]'],
		['a list without quotes', '[AAMkA, AAMkB]'],
	])('are read from %s, each once', (_, text) => {
		expect(itemIds.parse(text)).toEqual(['AAMkA', 'AAMkB']);
	});
});

describe('a text that names one email or several', () => {
	const parts = ['AAMkA', 'AAMkB', 'AAMkC', '"', '[', ']', '{', '}', '(', ')', ',', ';', ':', ' '];
	const names = fc.constantFrom('id', 'ids', 'messageId', 'eventId', 'json', 'value', 'x');
	const id = fc.constantFrom('AAMkA', 'AAMkB', 'AAMkC');
	const held = fc.oneof(id, fc.array(id, { maxLength: 3 }), fc.record({ id }));
	const values = fc.oneof(
		fc.dictionary(names, held, { maxKeys: 3 }),
		fc.array(held, { maxLength: 3 }),
	);
	const written = fc.oneof(
		values.map((value) => JSON.stringify(value)),
		fc
			.array(fc.constantFrom(...parts, 'id', '\n', 'https://outlook.live.com/mail/id/'), {
				maxLength: 12,
			})
			.map((found) => found.join('')),
	);

	it('is never read as one by the one reader, and as others by the other', () => {
		fc.assert(
			fc.property(written, (text) => {
				const one = itemId.safeParse(locator('id', text)).data;
				const several = itemIds.safeParse(text).data;
				if (one !== undefined && several !== undefined) expect(several).toEqual([one]);
			}),
			{ numRuns: 5_000 },
		);
	});

	it('is never read as one from a value, and as others from the text of it, which a review reads', () => {
		fc.assert(
			fc.property(values, fc.boolean(), (value, isLocated) => {
				const given = isLocated ? { ...locator('id', ''), value } : value;
				const one = itemId.safeParse(given).data;
				const text = JSON.stringify(value);
				const shown = itemIds.safeParse(text).data ?? [itemId.safeParse(text).data];
				// Text that is taken for an ID itself shows nothing.
				if (one && shown[0] && shown[0] !== text) expect(shown).toEqual([one]);
			}),
			{ numRuns: 5_000 },
		);
	});

	it.each([
		'{"ids":["AAMkA"],"id":"AAMkB"}',
		'{"ids":["AAMkA"],"messageId":"AAMkB"}',
		'{"ids":["AAMkA","AAMkC"],"id":"AAMkB"}',
		'[AAMkA,AAMkA](AAMkB)',
		'AAMkA, AAMkB',
	])('names no single one where it may name others: %s', (text) => {
		expect(itemId.safeParse(text).error?.issues[0]?.message).toBe(
			'must be one ID alone: this text can be read as others',
		);
	});

	it.each(['{"id":"AAMkA"}', '["AAMkA"]', '[{"id":"AAMkA"}]', '[the email](AAMkA)', 'ID: AAMkA,'])(
		'names one whatever stands around it: %s',
		(text) => {
			expect(itemId.parse(text)).toBe('AAMkA');
		},
	);
});

describe('Get Email', () => {
	it.each(['list', 'id'])('takes what was chosen in the mode %s', async (mode) => {
		const mail = own().deliver({ subject: 'Invoice', from: 'ann@contoso.com' });
		const messageId = locator(mode, mail.immutableId);
		await expect(runForOne('email.getEmail', { messageId })).resolves.toMatchObject({
			subject: 'Invoice',
		});
	});

	it('takes the link of an email, whose ID is of the other kind', async () => {
		const mail = own().deliver({ subject: 'Invoice', from: 'ann@contoso.com' });
		const link = `https://outlook.office365.com/owa/?ItemID=${encodeURIComponent(mail.id)}&exvsurl=1`;
		const found = await runForOne('email.getEmail', { messageId: locator('url', link) });
		expect(found.id).toBe(mail.immutableId);
	});

	it('takes the plain text that saved workflows hold', async () => {
		const mail = own().deliver({ subject: 'Invoice', from: 'ann@contoso.com' });
		const [found] = await runStep(
			'email.getEmail',
			{ messageId: '={{ $json.id }}' },
			{ items: [{ json: { id: mail.immutableId } }] },
		);
		expect(found?.json.subject).toBe('Invoice');
	});

	it('names the field, and what is wanted, for a link of something else', async () => {
		const messageId = locator('url', 'https://contoso.com/');
		const { message } = await failureOf(runForOne('email.getEmail', { messageId }));
		expect(message).toContain('Message ID: must be the link of an email or event');
	});
});
