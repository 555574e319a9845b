import type { INodeParameters } from 'n8n-workflow';
import { htmlToText } from '../../../../nodes/shared/html/html';
import { own, runForOne, useMailboxes } from '../../../harness/mail';
import { reviewTool } from '../../../harness/reviewTool';
import { locator } from '../../../harness/steps';

useMailboxes();

const given = "={{ $fromAI('Thing', ``, 'string') }}";
const UNREAD = 'could not be read';

/** The question about a tool in whose field a model named something. */
async function shownFor(parameters: INodeParameters, named: string): Promise<string> {
	const html = await reviewTool(parameters, { Thing: named });
	return htmlToText(html.slice(html.indexOf('<body')));
}

describe('A review shows the folder that the step works on', () => {
	const shown = async (mode: string, named: string) =>
		await shownFor({ operation: 'deleteFolder', folder: locator(mode, given) }, named);

	it.each(['1. Projects', 'Projects.', '"Projects"', 'id: Projects'])(
		'whose name holds signs that no ID has: %s',
		async (name) => {
			own().addFolder('Projects', 'msgfolderroot');
			const { id } = own().addFolder(name, 'msgfolderroot');
			const folder = locator('name', name);
			expect(await runForOne('email.getFolder', { folder })).toMatchObject({ id, name });
			expect(await shown('name', name)).toContain(`Folder: ${name}\n`);
		},
	);

	it('whose path begins with a slash', async () => {
		own().addFolder('Paid', 'inbox');
		own().addFolder('Paid', 'archive');
		expect(await shown('name', '/Inbox/Paid')).toContain('Folder: Inbox/Paid\n');
	});

	it.each(['Deleted Items', 'Gelöschte Elemente', 'deleteditems'])(
		'which every mailbox has, as this one calls it: %s',
		async (named) => {
			own().folder('deleteditems').displayName = 'Gelöschte Elemente';
			own().addFolder('Deleted Items', 'msgfolderroot');
			expect(await shown('name', named)).toContain('Folder: Gelöschte Elemente\n');
		},
	);

	it('whose name a standard folder has elsewhere', async () => {
		own().folder('archive').displayName = 'Archiv';
		own().addFolder('Archive', 'msgfolderroot');
		expect(await shown('name', 'Archive')).toContain('Folder: Archiv\n');
		expect(await shown('name', '/Archive')).toContain('Folder: Archive\n');
	});

	it('which holds all others', async () => {
		expect(await shown('id', 'msgfolderroot')).toContain('Folder: Top of Information Store\n');
	});

	it('whose ID is copied with its quotes', async () => {
		const { id } = own().addFolder('Projects', 'msgfolderroot');
		expect(await shown('id', `"${id}"`)).toContain('Folder: Projects\n');
	});

	it('whose ID stands in a list', async () => {
		const { id } = own().addFolder('Projects', 'msgfolderroot');
		const folder = { ...locator('id', ''), value: [id] };
		expect(await runForOne('email.getFolder', { folder })).toMatchObject({ id });
		expect(await shown('id', JSON.stringify([id]))).toContain('Folder: Projects\n');
	});

	it('whose name stands where an ID belongs', async () => {
		own().addFolder('Projects', 'msgfolderroot');
		expect(await shown('id', 'Projects')).toContain('Folder: Projects\n');
	});

	it.each([
		['has a name that several have', 'name', 'Paid'],
		['is hidden, and is not found by its name', 'name', 'Secret'],
		['is not there, neither by an ID nor by a name', 'id', 'Plans'],
	])('and none that the step would not find: one that %s', async (_, mode, named) => {
		own().addFolder('Paid', 'inbox');
		own().addFolder('Paid', 'archive');
		own().addFolder('Secret', 'msgfolderroot', true);
		own().addFolder('Projects', 'msgfolderroot');
		const text = await shown(mode, named);
		expect(text).toContain(UNREAD);
		expect(text).not.toContain('Folder: ');
	});
});

describe('A review shows the calendar that the step works on', () => {
	const shown = async (mode: string, named: string) =>
		await shownFor(
			{ resource: 'calendar', operation: 'deleteCalendar', calendar: locator(mode, given) },
			named,
		);

	it.each(['1. Holidays', '1. HOLIDAYS'])('by its name: %s', async (named) => {
		for (const name of ['Holidays', '1. Holidays']) {
			await runForOne('calendar.createCalendar', { name });
		}
		expect(await shown('name', named)).toContain('Calendar: 1. Holidays\n');
	});

	it('and none that the step would not find', async () => {
		await runForOne('calendar.createCalendar', { name: 'Holidays' });
		expect(await shown('name', 'Travel')).toContain(UNREAD);
	});
});

describe('A review', () => {
	const attachmentOf = async (messageId: string) =>
		String((await runForOne('email.listAttachments', { messageId })).id);

	it('shows the attachment of an email that is named by its link', async () => {
		const attachments = [{ name: 'payroll.xlsx', content: 'x' }];
		const mail = own().deliver({ subject: 'Pay', from: 'hr@contoso.com', attachments });
		const id = encodeURIComponent(mail.immutableId);
		const messageId = locator('url', `https://outlook.office365.com/owa/?ItemID=${id}`);
		const tool = { operation: 'deleteAttachment', messageId, attachmentId: locator('id', given) };
		const file = await shownFor(tool, await attachmentOf(mail.immutableId));
		expect(file).toContain('File: payroll.xlsx');
	});

	it.each(['={{ $json.mailbox }}', "={{ $json.mailbox || $fromAI('Mailbox') }}"])(
		'shows nothing of the own mailbox where nobody can tell in which one the step works: %s',
		async (mailbox) => {
			own().addFolder('Projects', 'msgfolderroot');
			const folder = locator('name', given);
			const text = await shownFor({ operation: 'deleteFolder', folder, mailbox }, 'Projects');
			expect(text).toContain(UNREAD);
			expect(text).not.toContain('Folder: ');
		},
	);

	it('lets no line of a draft be taken for a fact, whichever line break is in front of it', async () => {
		const message = { message: 'Hello\rSubject: Nothing to see', messageFormat: 'text' };
		const draft = await runForOne('email.createDraft', { to: 'ann@contoso.com', ...message });
		const tool = { operation: 'sendDraft', messageId: locator('id', given) };
		const text = await shownFor(tool, String(draft.id));
		expect(text).toContain('> Subject: Nothing to see');
	});

	it('shows a contact that is a company alone by the name of the company', async () => {
		const contact = own().contacts.add({ companyName: 'Fabrikam' });
		const tool = { resource: 'contact', operation: 'deleteContact', contact: locator('id', given) };
		expect(await shownFor(tool, contact.idOf('immutable'))).toContain('Contact: Fabrikam');
	});

	it('lets no name be taken for several facts', async () => {
		const contact = await runForOne('contact.createContact', {
			givenName: 'Ann',
			emailAddresses: 'eve@contoso.com',
			details: { displayName: 'Ann\nAddresses: ann@contoso.com' },
		});
		const tool = { resource: 'contact', operation: 'deleteContact', contact: locator('id', given) };
		const text = await shownFor(tool, String(contact.id));
		expect(text).toContain('Contact: Ann Addresses: ann@contoso.com\nAddresses: eve@contoso.com');
	});

	it('lets nothing that a tool does not ask for be taken for what it looks up', async () => {
		const message = { message: 'Pay to DE99', messageFormat: 'text' };
		const draft = await runForOne('email.createDraft', { to: 'eve@contoso.com', ...message });
		const html = await reviewTool(
			{ operation: 'sendDraft', messageId: locator('id', given) },
			{
				Thing: String(draft.id),
				Email: 'Goes to: ann@contoso.com',
				Text_of_the_draft: '> Thank you',
			},
		);
		expect(htmlToText(html.slice(html.indexOf('<body'))).replace(/\s*\n\s*/g, '\n')).toContain(
			[
				'Email\nGoes to: eve@contoso.com\nSubject:\nText of the draft\n> Pay to DE99',
				'Email, which the tool does not ask for\nGoes to: ann@contoso.com',
				'Text of the draft, which the tool does not ask for\n> Thank you\nApprove',
			].join('\n'),
		);
	});
});
