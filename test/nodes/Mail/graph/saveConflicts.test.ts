import type { INodeParameters } from 'n8n-workflow';
import { readBinary } from '../../../harness/executeNode';
import { own, provider, runForOne, runStep, useMailboxes } from '../../../harness/mail';
import { createSkippingClock } from '../../../harness/skippingClock';
import { failureOf, locator } from '../../../harness/steps';
import type { Fault, RequestMatch } from '../../../simulator/faults';

const clock = createSkippingClock();
useMailboxes({ clock });

const CONCURRENT = {
	status: 409,
	body: {
		error: {
			code: 'ConcurrentItemSave',
			message:
				'Conflicts occurred during saving data to store (saveresult: IrresolvableConflict, properties: ). Please retry the request.',
		},
	},
};
const collide = (match: RequestMatch, times: number, fault: Fault = { status: 412 }) =>
	provider().faults.next({ ...match, times }, fault);
const event = { subject: 'Review', start: '2031-03-04T10:00', attendees: 'ann@contoso.com' };

// fact: read-conflict, fact: write-conflict.
describe('When Exchange collides', () => {
	it('a list is read again', async () => {
		collide({ method: 'GET', path: /\/calendars/ }, 2);
		expect(await runStep('calendar.listCalendars', {})).toHaveLength(1);
		expect(provider().faults.pending).toBe(0);
	});

	it('the next page of a list is read again', async () => {
		const count = 1_050;
		for (let index = 0; index < count; index++) {
			own().deliver({ from: 'ann@contoso.com', subject: `Mail ${index}` });
		}
		const page = { method: 'GET', path: /\/messages$/ };
		collide(page, 1, { delayMs: 0 });
		collide(page, 2);
		expect(await runStep('email.findEmail', { returnAll: true })).toHaveLength(count);
		expect(provider().requests.count(page)).toBeGreaterThan(3);
	});

	it('a file is read again', async () => {
		const attachments = [{ name: 'one.txt', content: 'one' }];
		const mail = own().deliver({ from: 'ann@contoso.com', subject: 'Files', attachments });
		for (const step of ['email.downloadAttachment', 'email.downloadEmail']) {
			collide({ method: 'GET', path: /\$value$/ }, 2);
			const [item] = await runStep(step, { messageId: mail.immutableId });
			expect((await readBinary(item, 'data')).toString()).toContain('one');
			expect(provider().faults.pending).toBe(0);
		}
	});

	it('an event is made once, and nobody is invited twice', async () => {
		collide({ method: 'POST', path: /\/events$/ }, 2, CONCURRENT);
		await runForOne('calendar.createEvent', event);
		expect(own().calendar.events).toHaveLength(1);
		expect(own().calendar.notices).toHaveLength(1);
	});

	it('an event that is not made is no clash with another one', async () => {
		collide({ method: 'POST', path: /\/events$/ }, 99, CONCURRENT);
		const failure = await failureOf(runForOne('calendar.createEvent', event));
		expect(failure.message).toMatch(/changed by somebody else at the same moment/);
		expect(provider().requests.count({ method: 'POST', path: /\/events$/ })).toBe(4);
	});

	it('a label that could not be put on the list is on no email', async () => {
		const mail = own().deliver({ from: 'ann@contoso.com', subject: 'Bill' });
		const given = { messageId: mail.immutableId, label: 'Invoice', createMissing: true };
		collide({ method: 'POST', path: /masterCategories$/ }, 99, CONCURRENT);
		const failure = await failureOf(runForOne('email.addLabel', given));
		expect(failure.message).toMatch(/changed by somebody else at the same moment/);
		expect([mail.categories, own().categories]).toEqual([[], []]);
	});

	it('each file is attached once', async () => {
		const { id } = await runForOne('email.createDraft', { subject: 'Files' });
		const draft = own().messageOf(String(id));
		const names = ['one.txt', 'two.txt'];
		const textFiles = names.map((fileName) => ({ fileName, content: fileName }));
		const given = { messageId: String(id), otherAttachments: { textFiles } };
		const post = { method: 'POST', path: /\/attachments$/ };
		collide(post, 2);
		expect(await runStep('email.addAttachment', given)).toHaveLength(2);
		expect(draft?.attachments.map(({ name }) => name)).toEqual(names);
		collide(post, 99, CONCURRENT);
		const { message } = await failureOf(runStep('email.addAttachment', given));
		expect(message).toMatch(/changed by somebody else at the same moment/);
		expect(draft?.attachments).toHaveLength(2);
	});

	it('an attachment is deleted', async () => {
		const mail = own().deliver({
			from: 'ann@contoso.com',
			subject: 'Files',
			attachments: [{ name: 'one.txt', content: '1' }],
		});
		const messageId = mail.immutableId;
		const [listed] = await runStep('email.listAttachments', { messageId });
		collide({ method: 'DELETE' }, 2);
		const attachmentId = String(listed?.json.id);
		await runForOne('email.deleteAttachment', { messageId, attachmentId });
		expect(mail.attachments).toEqual([]);
	});

	const draft = async () => {
		const given = { to: 'ann@contoso.com', subject: 'Draft' };
		return { messageId: String((await runForOne('email.createDraft', given)).id) };
	};

	it.each<[string, () => Promise<INodeParameters> | INodeParameters]>([
		['email.updateDraft', async () => ({ ...(await draft()), subject: 'New' })],
		['email.updateEmail', async () => ({ ...(await draft()), readStatus: 'unread' })],
		[
			'email.updateEmails',
			async () => ({ messageIds: (await draft()).messageId, change: 'unread' }),
		],
		[
			'email.sendDraft',
			async () => ({ ...(await draft()), options: { sendAt: '2099-03-02T10:00Z' } }),
		],
		[
			'email.renameFolder',
			() => ({ folder: locator('id', own().addFolder('Old', 'inbox').id), name: 'New' }),
		],
		[
			'calendar.updateCalendar',
			async () => {
				const { id } = await runForOne('calendar.createCalendar', { name: 'Old' });
				return { calendar: locator('id', String(id)), name: 'New' };
			},
		],
		['advanced.setAutomaticReplies', () => ({ status: 'alwaysEnabled', message: 'Away' })],
		[
			'advanced.apiCall',
			async () => {
				const { messageId } = await draft();
				return { method: 'PATCH', endpoint: `/me/messages/${messageId}`, body: { subject: 'New' } };
			},
		],
	])('%s writes again, and says so after the fourth time', async (step, given) => {
		const parameters = await given();
		collide({ method: 'PATCH' }, 4);
		const failure = await failureOf(runForOne(step, parameters));
		expect(failure.message).toMatch(/changed by somebody else at the same moment/);
		collide({ method: 'PATCH' }, 3);
		await runForOne(step, parameters);
		expect(provider().faults.pending).toBe(0);
	});

	it('an email is sent once', async () => {
		collide({ method: 'POST', path: /\/send$/ }, 2);
		await runForOne('email.sendEmail', { to: 'ann@contoso.com', subject: 'Hello' });
		expect(own().sent).toHaveLength(1);
	});

	it.each([/\/createReply$/, /\/messages$/])('a draft is made once: %s', async (path) => {
		const { immutableId } = own().deliver({ from: 'ann@contoso.com', subject: 'Question' });
		collide({ method: 'POST', path }, 2);
		if (path.test('/messages')) await draft();
		else await runForOne('email.replyToEmail', { messageId: immutableId, message: 'Yes' });
		expect(own().messages).toHaveLength(2);
		expect(provider().faults.pending).toBe(0);
	});

	it('an email is moved, after a pause that grows', async () => {
		const mail = own().deliver({ from: 'ann@contoso.com', subject: 'Bill' });
		const begun = clock.now();
		collide({ method: 'POST', path: /\/move$/ }, 2);
		const given = { messageId: mail.immutableId, folder: locator('id', 'archive') };
		await runForOne('email.moveEmail', given);
		expect(mail.parentFolderId).toBe(own().folder('archive').id);
		expect(clock.now() - begun).toBeGreaterThanOrEqual(500 + 1_000);
	});

	const received = () => own().deliver({ from: 'ann@contoso.com', subject: 'Bill' }).immutableId;
	const archive = locator('id', 'archive');

	it.each<[string, () => INodeParameters, () => unknown]>([
		[
			'email.copyEmail',
			() => ({ messageId: received(), folder: archive }),
			() => own().messages.filter(({ subject }) => subject === 'Bill').length - 1,
		],
		[
			'email.createFolder',
			() => ({ name: 'Bills' }),
			() => own().folders.filter(({ displayName }) => displayName === 'Bills').length,
		],
		['email.createLabel', () => ({ name: 'Bills' }), () => own().categories.length],
		[
			'calendar.createCalendar',
			() => ({ name: 'Bills' }),
			() => own().calendar.calendars.filter(({ name }) => name === 'Bills').length,
		],
		['contact.createContact', () => ({ givenName: 'Ann' }), () => own().contacts.contacts.length],
		[
			'advanced.createRule',
			() => ({ name: 'Bills', conditions: { sentToMe: true }, actions: { markAsRead: true } }),
			() => own().rules.length,
		],
	])('%s makes one, and says so after the fourth time', async (step, given, made) => {
		const parameters = given();
		const post = { method: 'POST' };
		collide(post, 4, CONCURRENT);
		const failure = await failureOf(runStep(step, parameters));
		expect(failure.message).toMatch(/changed by somebody else at the same moment/);
		expect(made()).toBe(0);
		collide(post, 3, CONCURRENT);
		await runStep(step, parameters);
		expect([made(), provider().faults.pending]).toEqual([1, 0]);
	});

	const meeting = {
		subject: 'Review',
		start: { dateTime: '2031-03-03T09:00:00', timeZone: 'UTC' },
		end: { dateTime: '2031-03-03T10:00:00', timeZone: 'UTC' },
		attendees: ['ann@contoso.com'],
	};

	it.each(['reply', 'createReply'])(
		'an API Call that posts may send, and is tried once: %s',
		async (action) => {
			collide({ method: 'POST' }, 1);
			const endpoint = `/me/messages/${received()}/${action}`;
			await failureOf(runStep('advanced.apiCall', { method: 'POST', endpoint }));
			expect(provider().requests.count({ method: 'POST', path: /reply/i })).toBe(1);
		},
	);

	it.each<[string, string | undefined, INodeParameters]>([
		['calendar.respondToEvent', 'pat@example.com', { response: 'accept' }],
		['calendar.cancelEvent', undefined, {}],
		['calendar.forwardEvent', undefined, { to: 'ann@contoso.com' }],
	])('%s sends an email, and is tried once', async (step, organizer, given) => {
		const { id: eventId } = own().calendar.seed({ ...meeting, organizer });
		const post = { method: 'POST', path: /\/events\// };
		collide(post, 1);
		await failureOf(runStep(step, { eventId, ...given }));
		expect(provider().requests.count(post)).toBe(1);
	});

	it('an event with a file has its attendees', async () => {
		const textFiles = [{ fileName: 'one.txt', content: '1' }];
		collide({ method: 'PATCH' }, 2);
		await runForOne('calendar.createEvent', {
			...event,
			options: { otherAttachments: { textFiles } },
		});
		expect(own().calendar.notices).toHaveLength(1);
		expect(provider().faults.pending).toBe(0);
	});
});
