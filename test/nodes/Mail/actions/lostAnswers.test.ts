import type { INodeParameters } from 'n8n-workflow';
import { oneClickHeaders } from '../../../harness/exchangeHeaders';
import { OWN_MAILBOX } from '../../../harness/executeNode';
import { own, provider, runStep, useMailboxes } from '../../../harness/mail';
import { failureOf, locator } from '../../../harness/steps';
import type { Fault, RequestMatch } from '../../../simulator/faults';

useMailboxes();

const TIMES = {
	start: { dateTime: '2027-03-03T10:00:00', timeZone: 'UTC' },
	end: { dateTime: '2027-03-03T11:00:00', timeZone: 'UTC' },
};
const ANN = 'ann@contoso.com';
/** As often as a request is made that may be repeated. */
const ATTEMPTS = 6;
/** What a lost answer leaves open. */
const MAY_HAVE = /may (?:have (?:taken effect|been)|be)\b/;

const meeting = () => own().calendar.seed({ subject: 'Review', attendees: [ANN], ...TIMES });
const mail = (folder = 'inbox') =>
	own().deliver({ subject: 'Offer', from: ANN }, { folder }).immutableId;

const folder = () => locator('id', own().addFolder('Old', 'inbox').id);

/** The requests that match, past the first ones, get no answer any more. */
function lose(match: RequestMatch, { past = 0, fault = { status: 503 } as Fault } = {}): void {
	const { faults } = provider();
	if (past > 0) faults.next({ ...match, times: past }, { delayMs: 0 });
	faults.next({ ...match, times: ATTEMPTS }, fault);
}

const failure = async (step: string, parameters: INodeParameters, tries = 1) =>
	await failureOf(
		runStep(step, parameters, {
			tries,
			items: [{ json: {}, files: { plan: { content: 'Plan', fileName: 'plan.txt' } } }],
		}),
	);

describe('where the answer to a change is lost, and then nothing is reached', () => {
	it('a file is attached to an event once, also with Retry On Fail', async () => {
		const event = meeting();
		const path = /attachments$/;
		provider().faults.next({ method: 'POST', path }, { cut: 'after' });
		lose({ method: 'GET', path }, { past: 1 });
		const eventId = locator('id', event.idOf('immutable'));
		const given = { eventId, location: 'Room 4', options: { attachments: 'plan' } };
		expect((await failure('calendar.updateEvent', given, 2)).message).toMatch(MAY_HAVE);
		expect(event.attachments).toHaveLength(1);
	});

	it('a file that was taken off a draft again is attached once by Retry On Fail', async () => {
		const draft = own().deliver(
			{ subject: 'Offer', from: ANN, isDraft: true },
			{ folder: 'drafts' },
		);
		const path = /attachments$/;
		provider().faults.next({ method: 'POST', path }, { cut: 'after' });
		lose({ method: 'GET', path }, { past: 1 });
		const messageId = locator('id', draft.immutableId);
		await runStep(
			'email.addAttachment',
			{ messageId, attachments: 'plan' },
			{
				tries: 2,
				items: [{ json: {}, files: { plan: { content: 'Plan', fileName: 'plan.txt' } } }],
			},
		);
		expect(draft.attachments).toHaveLength(1);
	});

	it('the error of a scheduled email that is taken back says so', async () => {
		const given = { to: ANN, subject: 'Offer', message: 'Hello', sendAt: '2027-03-03T10:00' };
		const [item] = await runStep('email.scheduleEmail', given);
		const messageId = locator('id', String(item?.json.id));
		provider().faults.next({ method: 'DELETE' }, { cut: 'after' });
		lose({ method: 'GET', path: /messages\/[^/]+$/ }, { past: 1 });
		const { description } = await failure('email.cancelScheduledEmail', { messageId });
		expect(description).toMatch(MAY_HAVE);
	});

	it.each([1, 2])(
		'the error of a restored email says so, unless one of %i attempts restores it',
		async (tries) => {
			provider().faults.next({ method: 'POST', path: /move$/ }, { cut: 'after' });
			lose({ method: 'GET', path: /mailFolders\/inbox$/ });
			const messageId = mail('deleteditems');
			const given = { messageId: locator('id', messageId) };
			if (tries === 1) {
				expect((await failure('email.restoreEmail', given)).description).toMatch(MAY_HAVE);
			} else {
				expect(await runStep('email.restoreEmail', given, { tries })).toHaveLength(1);
			}
			expect(own().messageOf(messageId)?.parentFolderId).toBe(own().folder('inbox').id);
		},
	);

	it('the error of a changed event says so, where the event cannot be looked at then', async () => {
		const event = meeting();
		provider().faults.next({ method: 'PATCH' }, { cut: 'after' });
		lose({ method: 'GET', path: /events\/[^/]+$/ }, { past: 1 });
		const eventId = locator('id', event.idOf('immutable'));
		const { message } = await failure('calendar.updateEvent', { eventId, subject: 'New' });
		expect(event.subject).toBe('New');
		expect(message).toContain('may or may not have taken effect');
	});

	it.each<[string, RegExp, () => INodeParameters]>([
		[
			'email.deleteEmail',
			/permanentDelete$/,
			() => ({ messageId: locator('id', mail()), permanently: true }),
		],
		[
			'calendar.snoozeOrDismissReminder',
			/snoozeReminder$/,
			() => ({
				eventId: locator('id', meeting().idOf('immutable')),
				reminder: 'snooze',
				remindAt: '2027-03-03T09:30',
			}),
		],
	])('the error of %s says so', async (step, path, given) => {
		lose({ method: 'POST', path }, { fault: { status: 503, after: true } });
		expect((await failure(step, given())).description).toMatch(MAY_HAVE);
	});

	it.each<[string, () => INodeParameters]>([
		['email.updateEmail', () => ({ messageId: locator('id', mail()), readStatus: 'read' })],
		['email.renameFolder', () => ({ folder: folder(), name: 'New' })],
	])('the error of %s says so where an answer makes no sense', async (step, given) => {
		provider().faults.next({ method: 'PATCH' }, { status: 200, body: {}, after: true });
		const { message, description } = await failure(step, given());
		expect(message).toBe("The provider's answer could not be read");
		expect(description).toMatch(MAY_HAVE);
	});

	it.each([{}, { options: { sendAt: '2027-03-03T10:00' } }])(
		'the error of a reply says nothing of a change to its draft, which is deleted: %j',
		async (how) => {
			provider().faults.next({ method: 'PATCH', times: ATTEMPTS }, { status: 503 });
			const messageId = locator('id', mail());
			const given = how.options ? how : { message: 'Hello' };
			const { description } = await failure('email.replyToEmail', { messageId, ...given });
			const { id } = own().folder('drafts');
			expect(own().messages.some(({ parentFolderId }) => parentFolderId === id)).toBe(false);
			expect(description).not.toMatch(MAY_HAVE);
		},
	);

	it('the error of Send Draft says nothing of its time, which is taken off again', async () => {
		provider().faults.next({ method: 'PATCH', times: ATTEMPTS }, { status: 503 });
		const draft = own().deliver(
			{ subject: 'Offer', from: OWN_MAILBOX, toRecipients: [ANN], isDraft: true },
			{ folder: 'drafts' },
		);
		const messageId = locator('id', draft.immutableId);
		const options = { sendAt: '2027-03-03T10:00' };
		const { description } = await failure('email.sendDraft', { messageId, options });
		expect(provider().requests.count({ method: 'PATCH' })).toBe(ATTEMPTS + 1);
		expect(description).not.toMatch(MAY_HAVE);
	});

	it('the error of a contact says so, and the step is safe to run again', async () => {
		const path = /contacts$/;
		provider().faults.next({ method: 'POST', path }, { status: 503, after: true });
		lose({ method: 'GET', path }, { past: 1 });
		const given = { email: ANN, givenName: 'Ann' };
		const { description } = await failure('contact.upsertContact', given);
		expect(description).toMatch(/^Run the step again: it looks for the contact/);
		expect(description).toMatch(MAY_HAVE);
		await runStep('contact.upsertContact', given);
		expect(own().contacts.contacts).toHaveLength(1);
	});

	it('the error of a mailing list says so, unless the list refused', async () => {
		const internetMessageHeaders = oneClickHeaders();
		const news = { subject: 'News', from: 'news@example.com', internetMessageHeaders };
		const messageId = locator('id', own().deliver(news).immutableId);
		for (const [fault, said] of [
			[{ cut: 'after' }, 'The mailing list did not answer'],
			[{ status: 504, after: true }, 'The mailing list did not take it (HTTP 504)'],
			[{ status: 303, after: true }, 'The mailing list did not take it (HTTP 303)'],
		] satisfies Array<[Fault, string]>) {
			provider().faults.next({ path: /leave/ }, fault);
			const { message, description } = await failure('email.unsubscribe', { messageId });
			expect(message).toBe(said);
			expect(description).toMatch(MAY_HAVE);
		}
		provider().faults.next({ path: /leave/ }, { status: 403 });
		const refused = await failure('email.unsubscribe', { messageId });
		expect(refused.description).not.toMatch(MAY_HAVE);
	});

	it('the error of automatic replies that cannot be read says so', async () => {
		const { automaticRepliesSetting } = own().settings;
		automaticRepliesSetting.status = 'alwaysEnabled';
		lose({ method: 'GET', path: /mailboxSettings$/ });
		const { description } = await failure('advanced.setAutomaticReplies', { status: 'disabled' });
		expect(own().settings.automaticRepliesSetting.status).toBe('disabled');
		expect(description).toMatch(MAY_HAVE);
	});
});
