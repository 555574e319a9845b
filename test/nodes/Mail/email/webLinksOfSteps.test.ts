import type { INodeParameters } from 'n8n-workflow';
import {
	asked,
	locator,
	own,
	provider,
	runForOne,
	runStep,
	shared,
	SHARED_MAILBOX,
	useMailboxes,
} from '../../../harness/mail';

useMailboxes();

const deliver = (mailbox = own(), subject = 'Invoice') =>
	mailbox.deliver({ subject, from: 'ann@contoso.com' });

/** The ID that opens in Outlook when the link is followed. */
const opened = ({ webLink }: { webLink?: unknown }) =>
	new URL(String(webLink)).searchParams.get('ItemID');
const translations = () => asked().filter((request) => request.endsWith('/translateExchangeIds'));

describe('links to mails that the steps put out', () => {
	it.each<[string, string, INodeParameters]>([
		['Get Email', 'email.getEmail', {}],
		['Get Email, raw', 'email.getEmail', { simplify: false }],
		['Move Email', 'email.moveEmail', { folder: locator('name', 'Archive') }],
		['Update Email', 'email.updateEmail', { readStatus: 'read' }],
	])('open the mail: %s', async (_, step, parameters) => {
		const mail = deliver();
		const found = await runForOne(step, { messageId: mail.immutableId, ...parameters });
		expect(opened(found)).toBe(mail.id);
	});

	it.each<[string, INodeParameters]>([
		['Find Email by filters', { findBy: 'filters', filters: { subject: 'Invoice' } }],
		['Find Email without a text', { search: '' }],
		['Find Email by search', { search: 'invoice' }],
	])('open the mail, with the IDs translated once: %s', async (_, parameters) => {
		const mails = [deliver(), deliver(), deliver()];
		const found = await runStep('email.findEmail', parameters);
		expect(found.map(({ json }) => opened(json)).sort()).toEqual(mails.map(({ id }) => id).sort());
		expect(translations()).toHaveLength(1);
	});

	it('open the copy, and drafts', async () => {
		const mail = deliver();
		const copy = await runForOne('email.copyEmail', {
			messageId: mail.immutableId,
			folder: locator('name', 'Archive'),
		});
		const draft = await runForOne('email.createDraft', { to: 'ann@contoso.com', subject: 'Hi' });
		const changed = await runForOne('email.updateDraft', {
			messageId: String(draft.id),
			subject: 'Hello',
		});
		const answer = { messageId: mail.immutableId, message: 'Thanks', saveAsDraft: true };
		const reply = await runForOne('email.replyToEmail', answer);
		const forward = await runForOne('email.forwardEmail', { ...answer, to: 'bob@contoso.com' });
		for (const made of [copy, draft, changed, reply, forward]) {
			const found = own().messages.find(({ immutableId }) => immutableId === made.id);
			expect(opened(made)).toBe(found?.id);
		}
	});

	it('cost one request for all items of a mailbox, also the same mail twice', async () => {
		const mails = [deliver(), deliver(), deliver(shared(), 'Ticket')];
		const items = [...mails, ...mails].map(({ immutableId: id, subject }) => ({
			json: { id, mailbox: subject === 'Ticket' ? SHARED_MAILBOX : '' },
		}));
		const found = await runStep(
			'email.getEmail',
			{ messageId: '={{ $json.id }}', mailbox: '={{ $json.mailbox }}' },
			{ items },
		);
		expect(found.map(({ json }) => opened(json))).toEqual([...mails, ...mails].map(({ id }) => id));
		expect(translations()).toHaveLength(2);
	});

	it('cost nothing where the output has none', async () => {
		const messageId = deliver().immutableId;
		const fields = { simplify: false, options: { fields: 'subject' } };
		await runForOne('email.getEmail', { messageId, ...fields });
		await runForOne('email.getEmail', { messageId }, { asTool: true });
		await runForOne('email.replyToEmail', { messageId, message: 'Thanks' });
		expect(translations()).toEqual([]);
	});

	it('are left out where they cannot be mended; the step succeeds all the same', async () => {
		provider().faults.next({ path: '/me/translateExchangeIds' }, { status: 403 });
		const found = await runForOne('email.getEmail', { messageId: deliver().immutableId });
		expect(found.subject).toBe('Invoice');
		expect(found.webLink).toBeUndefined();
	});
});
