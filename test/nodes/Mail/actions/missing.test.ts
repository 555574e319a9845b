import type { INodeParameters } from 'n8n-workflow';
import { own, provider, runStep, useMailboxes } from '../../../harness/mail';
import { failureOf, locator } from '../../../harness/steps';

useMailboxes();

const messageOf = async (step: string, parameters: INodeParameters) =>
	(await failureOf(runStep(step, parameters))).message;

describe('What was not found', () => {
	it('is named by the field that it was entered in', async () => {
		expect(await messageOf('calendar.getEvent', { eventId: locator('id', 'foo') })).toBe(
			'Event ID: Not found in this mailbox',
		);
	});

	it('is one of two where a step names two', async () => {
		const { immutableId: messageId } = own().deliver({ subject: 'Hello', from: 'ann@contoso.com' });
		const parameters = { messageId, attachmentId: 'foo' };
		expect(await messageOf('email.deleteAttachment', parameters)).toBe(
			'Message ID or Attachment ID: Not found in this mailbox',
		);
	});

	it('may be what a request names in its body', async () => {
		const { immutableId: messageId } = own().deliver({ subject: 'Hello', from: 'ann@contoso.com' });
		const parameters = { messageId, folder: locator('id', 'foo') };
		expect(await messageOf('email.moveEmail', parameters)).toBe(
			'Message ID or Folder: Not found in this mailbox',
		);
	});

	it('may stand inside of Options, or of Other Attachments, where the step has such a field besides', async () => {
		const { immutableId } = own().deliver({ subject: 'Hello', from: 'ann@contoso.com' });
		const fromEmails = [{ messageId: immutableId, attachmentId: '' }, { messageId: 'foo' }];
		const otherAttachments = { fromEmails };
		expect(await messageOf('email.createDraft', { options: { otherAttachments } })).toBe(
			'Options > Other Attachments > Message ID: Not found in this mailbox',
		);
		const { immutableId: messageId } = own().deliver({
			subject: 'Hello',
			from: 'me@contoso.com',
			isDraft: true,
		});
		expect(await messageOf('email.addAttachment', { messageId, otherAttachments })).toBe(
			'Other Attachments > Message ID: Not found in this mailbox',
		);
	});

	it('is no text that is sent along', async () => {
		const parameters = { eventId: locator('id', 'foo'), response: 'accept', comment: 'Until then' };
		expect(await messageOf('calendar.respondToEvent', parameters)).toBe(
			'Event ID: Not found in this mailbox',
		);
	});

	it('is named too where an ID was entered with what stood around it, or as a link', async () => {
		const { id: folder } = own().addFolder('Customers', 'msgfolderroot');
		for (const messageId of [
			'"AAMkAGI2TG93AAA="',
			locator('url', 'https://outlook.office365.com/owa/?ItemID=AAMkAGI2TG93AAA%3D'),
		]) {
			const parameters = { messageId, folder: locator('id', folder) };
			expect(await messageOf('email.moveEmail', parameters)).toBe(
				'Message ID or Folder: Not found in this mailbox',
			);
		}
	});

	it('is named once for each of several that a language model gives', async () => {
		const parameters = { messageId: 'AAMkAGI2TG93AAA=, AAMkAGI2TG93AAB=', attachmentId: 'foo' };
		const { message } = await failureOf(
			runStep('email.listAttachments', parameters, { asTool: true }),
		);
		expect(message).toMatch(/^Message ID: Not found in this mailbox\./);
	});

	it('is no field where the mailbox is not there', async () => {
		const parameters = { messageId: 'foo', mailbox: 'nobody@contoso.com' };
		expect(await messageOf('email.getEmail', parameters)).toBe(
			'The mailbox was not found, or is not shared with this account',
		);
	});

	it('is said as before where a text has broken characters', async () => {
		const parameters = { eventId: locator('id', 'foo'), response: 'accept', comment: '\ud800' };
		expect(await messageOf('calendar.respondToEvent', parameters)).toBe(
			'Event ID: Not found in this mailbox',
		);
	});
});

describe('A mailbox that is not there', () => {
	const mailbox = 'nobody@contoso.com';
	const positionIn = (path: string) => (root: string) => ({
		folder: locator('id', 'inbox'),
		position: `${root}/v1.0/users/${mailbox}/${path}/delta?$deltatoken=x`,
	});

	it.each<[string, INodeParameters | ((root: string) => INodeParameters)]>([
		['email.getChanges', { folder: locator('id', 'inbox') }],
		['email.getChanges', positionIn('mailFolders/inbox/messages')],
		['contact.getContactChanges', {}],
		['contact.getContactChanges', positionIn('contactFolders/contacts/contacts')],
		['calendar.getMeetingTranscript', { meeting: 'MSo1N2Y5ZGFjYy03MWJm' }],
		['calendar.listMeetingTranscripts', { meeting: 'https://teams.microsoft.com/l/meetup-join/1' }],
		['advanced.deleteRule', { rule: locator('id', 'AQAAAJ5dZqA=') }],
	])('is said to be that, whatever is looked for in it: %s %j', async (step, given) => {
		const parameters = typeof given === 'function' ? given(provider().graphRoot) : given;
		const { message, description } = await failureOf(runStep(step, { ...parameters, mailbox }));
		expect(message).toBe('The mailbox was not found, or is not shared with this account');
		expect(description).toMatch(/^Check the address in Mailbox\./);
	});
});
