import { OWN_MAILBOX } from '../../harness/account';
import { connectedCredential } from '../../harness/credentialsHelper';
import { own, provider, runForOne, runStep, useMailboxes } from '../../harness/mail';
import { failureOf, locator } from '../../harness/steps';

/** What people read who took a wrong turn, and how they find the way back. */

useMailboxes();

const find = 'email.findEmail';
const isList = { path: '/me/messages' };
/** What Microsoft Graph answers when a permission is missing: https://learn.microsoft.com/graph/errors */
const DENIED = { error: { code: 'ErrorAccessDenied', message: 'Access is denied.' } };

describe('a step that is turned away for a while', () => {
	it('says how long the provider asks to wait, where that is too long to wait for', async () => {
		provider().faults.next({}, { status: 429, headers: { 'retry-after': '600' } });
		const { message, description } = await failureOf(runStep('email.listLabels'));
		expect(message).toBe('The provider is limiting requests for this mailbox');
		expect(description).toMatch(/^The provider asks to wait 10 minutes\. Wait and run/);
	});
});

describe('a step that meets a full mailbox', () => {
	it('is told so, and not what else that step may be refused for', async () => {
		const error = { code: 'ErrorQuotaExceeded', message: 'Mailbox has exceeded its size.' };
		provider().faults.next({ method: 'PATCH' }, { status: 507, body: { error } });
		const { id } = await runForOne('contact.createContact', { givenName: 'Ann' });
		const contact = { __rl: true, mode: 'id', value: String(id) };
		const run = runStep('contact.updateContact', { contact, surname: 'Lee' });
		expect((await failureOf(run)).description).toMatch(/^Empty the mailbox/);
	});

	it('is told so where it answers an invitation, too', async () => {
		const error = { code: 'ErrorQuotaExceeded', message: 'Mailbox has exceeded its size.' };
		provider().faults.next({ path: /\/accept$/ }, { status: 507, body: { error } });
		const times = { dateTime: '2026-03-03T09:00:00', timeZone: 'UTC' };
		const { id } = own().calendar.seed({
			subject: 'Review',
			start: times,
			end: times,
			organizer: 'pat@example.com',
		});
		const run = runStep('calendar.respondToEvent', { eventId: id, response: 'accept' });
		expect((await failureOf(run)).description).toMatch(/^Empty the mailbox/);
	});
});

describe('a step whose permission is missing', () => {
	it('names the permissions that it needs', async () => {
		provider().faults.next({}, { status: 403, body: DENIED });
		const { description } = await failureOf(runStep('email.listFolders'));
		expect(description).toMatch(/^List Folders needs Mail\.Read\. Give the credential/);
	});

	it('names none where the endpoint decides', async () => {
		provider().faults.next({}, { status: 403, body: DENIED });
		const call = runStep('advanced.apiCall', { endpoint: '/me/messages' });
		expect((await failureOf(call)).description).toMatch(/^Give the credential a permission set/);
	});

	it('names none where the provider told another reason', async () => {
		provider().faults.next(
			{ path: /send$/i },
			{
				status: 403,
				body: { error: { code: 'ErrorSendAsDenied', message: 'No.' } },
			},
		);
		const sent = runStep('email.sendEmail', { to: 'ann@contoso.com', subject: 'Hello' });
		const { description } = await failureOf(sent);
		expect(description).toMatch(/^The account has no right to send as this mailbox/);
		expect(description).not.toContain('Mail.Send');
	});
});

describe('what every mailbox keeps', () => {
	it.each([
		['calendar.deleteCalendar', () => ({ calendar: locator('name', 'Calendar') })],
		['email.deleteFolder', () => ({ folder: locator('id', own().folder('inbox').id) })],
	])('is not deleted by more permissions: %s', async (step, given) => {
		const { message, description } = await failureOf(runStep(step, given()));
		expect(message).toContain('Distinguished folders cannot be deleted');
		expect(description).toMatch(/^Every mailbox keeps .*: choose another one\./);
		expect(description).not.toMatch(/permission|Calendars\.|Mail\./);
	});
});

describe('a mailbox that is not there', () => {
	it('is named as the field at fault, not an ID', async () => {
		const { message, description } = await failureOf(
			runStep(find, { mailbox: 'other@contoso.com' }),
		);
		expect(message).toBe('The mailbox was not found, or is not shared with this account');
		expect(description).toMatch(/^Check the address in Mailbox\./);
		expect(description).not.toMatch(/\bID\b/);
	});
});

describe('a search that the provider cannot read', () => {
	it('is said of the field, with a form that can be read', async () => {
		const { message, description } = await failureOf(runStep(find, { search: 'subject:(a OR' }));
		expect(message).toMatch(/^Search: /);
		expect(description).toContain('Close every quote and parenthesis');
	});

	it('is not blamed for what has another cause', async () => {
		own().deliver({ subject: 'a', from: 'ann@contoso.com' });
		provider().faults.next(isList, { status: 403, body: DENIED });
		const { message } = await failureOf(runStep(find, { search: 'subject:a' }));
		expect(message).not.toMatch(/^Search/);
	});

	it('is not blamed for the ID of a folder that is cut, which is a bad request as well', async () => {
		const folder = locator('id', 'AAMkAGI2');
		const { message, description } = await failureOf(runStep(find, { search: 'a', folder }));
		expect(message).toBe('Folder: Not found in this mailbox');
		expect(description).toMatch(/^The ID is cut or not an ID/);
	});
});

describe('a credential that nobody has signed in with', () => {
	it.each([
		['with an empty sign-in', { oauthTokenData: {} }],
		['without any, as n8n saves it before a person signs in', {}],
	])('is not called expired: %s', async (_, signIn) => {
		const credential = connectedCredential('mailOAuth2Api', provider(), OWN_MAILBOX);
		delete credential.data.oauthTokenData;
		Object.assign(credential.data, signIn);
		const { message, description } = await failureOf(runStep(find, {}, { credential }));
		expect(message).toBe('The credential "My account" is not connected');
		expect(description).toBe('Open the credential "My account", press "Connect" and sign in.');
	});
});
