import type { ICredentialDataDecryptedObject, INodeParameters } from 'n8n-workflow';
import { fieldsShown } from '../../../credentials/fieldsShown';
import {
	asked,
	own,
	provider,
	runForOne,
	runStep,
	shared,
	SHARED_MAILBOX,
	useMailboxes,
} from '../../../harness/mail';
import { failureOf, locator } from '../../../harness/steps';
import type { Filled } from '../../../policy/mailboxUnderAttack';
import {
	ANN,
	attacks,
	COLLEAGUES,
	deletions,
	EVE,
	MALLORY,
	PAT,
	policies,
} from '../../../policy/mailboxUnderAttack';
import { createContainerId } from '../../../simulator/graph/ids';
import { fillMailbox, reached, ready, world } from './ownMailbox';

useMailboxes();

const under = (credentialData: ICredentialDataDecryptedObject) => ({ credentialData });
const items = [{ json: {}, files: { data: { content: 'file', fileName: 'a.txt' } } }];
/** The step that was pressed, why, and the rule. */
const refused =
	/^[A-Z][A-Za-z]+( [A-Z]?[A-Za-z]+)* was refused: .+ \((Allowed Recipients|Permissions|What May Be|Maximum|For AI Agents: Strict).*\)$/;

/** The addresses in a text that do not stand in what was entered. */
const unwritten = (text: string, entered: object) =>
	(text.match(/[^\s"'<>(),;:]+@[\w.-]+\w/g) ?? []).filter(
		(address) => !JSON.stringify(entered).toLowerCase().includes(address.toLowerCase()),
	);

describe('Where only those listed may be written to', () => {
	it.each(attacks)('an agent that obeys a stranger $what, and reaches nobody', async (attack) => {
		const parameters = attack.parameters(fillMailbox());
		const before = ready();
		const options = { ...under(policies.listed), items };
		const failure = await failureOf(runStep(attack.step, parameters, options));
		expect(failure.message).toMatch(refused);
		expect(unwritten(failure.message + failure.description, parameters)).toEqual([]);
		expect(reached()).toEqual([]);
		expect(ready()).toEqual(before);
	});

	it.each([
		['email.sendEmail', () => ({ to: 'Pat <PAT@Fabrikam.com>', cc: 'bob@tailspin.example' })],
		['email.replyToEmail', ({ fromPat }: Filled) => ({ messageId: fromPat })],
		['email.forwardEmail', ({ fromEve }: Filled) => ({ messageId: fromEve, to: PAT })],
		['email.sendDraft', ({ draftToPat }: Filled) => ({ messageId: draftToPat })],
		['email.sendAndWait', () => ({ to: PAT })],
		['calendar.updateEvent', ({ withPat }: Filled) => ({ eventId: withPat, subject: 'New' })],
		['calendar.cancelEvent', ({ withPat }: Filled) => ({ eventId: withPat })],
		['calendar.deleteEvent', ({ withPat }: Filled) => ({ eventId: withPat })],
		['calendar.respondToEvent', ({ ofPat }: Filled) => ({ eventId: ofPat, response: 'accept' })],
		['calendar.forwardEvent', ({ ofPat }: Filled) => ({ eventId: ofPat, to: PAT })],
		['calendar.forwardEvent', ({ withEve }: Filled) => ({ eventId: withEve, to: PAT })],
	])('%s reaches those who are listed', async (step, parameters) => {
		const given = parameters(fillMailbox());
		await runStep(step, { message: 'Hello', ...given }, under(policies.listed));
		expect(reached()).toContainEqual(expect.stringMatching(/@fabrikam\.com$/i));
		expect(reached()).not.toContain(EVE);
	});

	it.each([
		['calendar.updateEvent', ({ alone }: Filled) => ({ eventId: alone, subject: 'New' })],
		['calendar.deleteEvent', ({ ofEve }: Filled) => ({ eventId: ofEve })],
		[
			'calendar.respondToEvent',
			({ ofEve }: Filled) => ({
				eventId: ofEve,
				response: 'decline',
				options: { sendResponse: false },
			}),
		],
		['email.updateEmail', ({ fromEve }: Filled) => ({ messageId: fromEve, readStatus: 'read' })],
		['email.replyToEmail', ({ fromPat }: Filled) => ({ messageId: fromPat, saveAsDraft: true })],
		['email.deleteEmail', ({ wantsReceipt }: Filled) => ({ messageId: wantsReceipt })],
		['email.deleteFolder', ({ folder }: Filled) => ({ folder: locator('id', folder) })],
		[
			'email.moveEmail',
			({ fromEve, folder }: Filled) => ({
				messageId: fromEve,
				folder: locator('id', folder),
			}),
		],
		[
			'calendar.deleteCalendar',
			() => ({ calendar: locator('id', own().calendar.addCalendar('Empty').id) }),
		],
		['contact.createContact', () => ({ givenName: 'Eve' })],
		['contact.createContact', () => ({ givenName: 'Pat', emailAddresses: PAT })],
		[
			'contact.updateContact',
			({ contact }: Filled) => ({
				contact: locator('id', contact),
				details: { jobTitle: 'Buyer' },
			}),
		],
		['advanced.apiCall', () => ({ endpoint: '/me/messages' })],
		[
			'advanced.apiCall',
			() => ({ method: 'POST', endpoint: '/me/mailFolders', body: '{"displayName": "New"}' }),
		],
	])('%s does what reaches nobody', async (step, parameters) => {
		const given = parameters(fillMailbox());
		await runStep(step, { message: 'Hello', ...given }, under(policies.listed));
		expect(reached()).toEqual([]);
	});

	it.each<[string, string, (filled: Filled) => INodeParameters]>([
		['a recipient in Cc', 'email.createDraft', () => ({ to: PAT, cc: EVE })],
		['a recipient in Bcc', 'email.createDraft', () => ({ to: PAT, bcc: EVE })],
		['an address in Reply To', 'email.sendEmail', () => ({ to: PAT, options: { replyTo: EVE } })],
		['the address in From', 'email.sendEmail', () => ({ to: PAT, options: { from: EVE } })],
		['an attendee', 'calendar.updateEvent', ({ withEve }) => ({ eventId: withEve, subject: 'x' })],
		[
			'the organizer',
			'calendar.respondToEvent',
			({ ofEve }) => ({ eventId: ofEve, response: 'accept' }),
		],
		[
			'a recipient in To',
			'calendar.forwardEvent',
			({ withPat }) => ({ eventId: withPat, to: EVE }),
		],
		['the organizer', 'calendar.forwardEvent', ({ ofEve }) => ({ eventId: ofEve, to: PAT })],
		[
			'the sender, who asked for a read receipt,',
			'email.updateEmail',
			({ wantsReceipt }) => ({ messageId: wantsReceipt, readStatus: 'read' }),
		],
	])('a refusal says who it is: %s', async (who, step, parameters) => {
		const given = { message: 'Hello', ...parameters(fillMailbox()) };
		const { message } = await failureOf(runStep(step, given, under(policies.listed)));
		expect(message).toContain(`was refused: ${who} may not be written to`);
		expect(unwritten(message, given)).toEqual([]);
	});

	it.each<[string, string, (filled: Filled) => INodeParameters]>([
		[
			'the calendar is not empty',
			'calendar.deleteCalendar',
			({ talks }) => ({ calendar: locator('id', talks) }),
		],
		[
			'the folder is not empty',
			'email.deleteFolder',
			({ full }) => ({ folder: locator('id', full) }),
		],
		[
			'what lies in the Outbox may be sent',
			'email.copyEmail',
			({ draftToPat }) => ({ messageId: draftToPat, folder: locator('id', 'outbox') }),
		],
	])('a refusal says why nobody can judge it: %s', async (why, step, parameters) => {
		const run = runStep(step, parameters(fillMailbox()), under(policies.listed));
		expect((await failureOf(run)).message).toContain(`was refused: ${why} (Allowed Recipients`);
	});

	it('somebody who has a name alone may be anybody', async () => {
		const { draftToPat } = fillMailbox();
		const [recipient] = own().messageOf(draftToPat)?.toRecipients ?? [];
		if (!recipient) throw new Error('The draft has no recipient');
		Reflect.deleteProperty(recipient.emailAddress, 'address');
		const given = { messageId: draftToPat };
		for (const policy of [policies.listed, policies.organization, policies.answers]) {
			const { message } = await failureOf(runStep('email.sendDraft', given, under(policy)));
			expect(message).toContain('a recipient in To may not be written to');
		}
		expect(reached()).toEqual([]);
	});

	it('who organizes a meeting may stand among its attendees', async () => {
		const { withPat } = fillMailbox();
		const event = own().calendar.find(withPat);
		const [attendee] = event?.attendees ?? [];
		if (!event || !attendee) throw new Error('The event has no attendee');
		event.attendees.push({ ...attendee, emailAddress: { name: 'Me', address: 'ME@contoso.com' } });
		await runStep(
			'calendar.updateEvent',
			{ eventId: withPat, subject: 'x' },
			under(policies.listed),
		);
		expect(reached()).toContain(PAT);
	});

	it.each([
		['calendar.updateEvent', { subject: 'x' }],
		['calendar.cancelEvent', {}],
		['calendar.deleteEvent', {}],
	])(
		'who is invited on changed days of a series may be anybody where no cloud tells: %s',
		async (step, given) => {
			provider().readings.choose({ fact: 'changed-occurrences', as: 'refused' });
			const { series } = fillMailbox();
			const run = async (policy: ICredentialDataDecryptedObject) =>
				await runStep(step, { eventId: series, ...given }, under(policy));
			expect((await failureOf(run(policies.listed))).message).toMatch(
				/was refused: an attendee may not be written to \(Allowed Recipients/,
			);
			expect(reached()).toEqual([]);
			await run(policies.twoAnHour);
			expect(reached()).not.toEqual([]);
		},
	);

	it('who is invited on changed days of a series may be anybody where only some of them come with it', async () => {
		const { series } = fillMailbox();
		const body = {
			id: series,
			type: 'seriesMaster',
			isOrganizer: true,
			attendees: [{ emailAddress: { address: PAT } }],
			exceptionOccurrences: [],
			'exceptionOccurrences@odata.nextLink': 'https://graph.microsoft.com/v1.0/next',
		};
		const event = { method: 'GET', path: /\/events\/[^/]+$/, times: 99 };
		provider().faults.next(event, { status: 200, body });
		const run = runStep('calendar.cancelEvent', { eventId: series }, under(policies.listed));
		expect((await failureOf(run)).message).toMatch(
			/was refused: an attendee may not be written to \(Allowed Recipients/,
		);
		expect(reached()).toEqual([]);
	});

	it('a folder with folders in it is not empty', async () => {
		const { folder } = fillMailbox();
		own().addFolder('Inner', folder);
		const run = runStep(
			'email.deleteFolder',
			{ folder: locator('id', folder) },
			under(policies.listed),
		);
		expect((await failureOf(run)).message).toContain('the folder is not empty');
	});

	it('an ID of a folder that nobody has is left to the provider to refuse', async () => {
		const { fromPat } = fillMailbox();
		const given = { messageId: fromPat, folder: locator('id', 'AAMkAGI2nobodyhasit') };
		const { message } = await failureOf(runStep('email.moveEmail', given, under(policies.listed)));
		expect(message).not.toContain('was refused: ');
	});

	it('no more is read than is looked at', async () => {
		const filled = fillMailbox();
		const run = async (step: string, given: INodeParameters) =>
			await failureOf(runStep(step, given, under(policies.listed)));
		await run('email.sendDraft', { messageId: filled.draftToEve });
		await run('calendar.cancelEvent', { eventId: filled.series });
		await run('calendar.respondToEvent', { eventId: filled.ofEve, response: 'accept' });
		await run('email.updateEmail', { messageId: filled.wantsReceipt, readStatus: 'read' });
		await run('email.deleteFolder', { folder: locator('id', filled.full) });
		await run('calendar.deleteCalendar', { calendar: locator('id', filled.talks) });
		const folder = locator('id', own().folder('outbox').id);
		await run('email.moveEmail', { messageId: filled.draftToPat, folder });
		const reads = provider()
			.requests.flat()
			.filter(({ method }) => method === 'GET');
		expect(reads.length).toBeGreaterThan(8);
		expect(reads.filter(({ query }) => !query.$select).map(({ path }) => path)).toEqual([]);
	});

	it('nobody is listed where nothing was entered', async () => {
		const run = runStep(
			'email.sendEmail',
			{ to: PAT, message: '1' },
			under({ whoMayBeWrittenTo: 'listed' }),
		);
		expect((await failureOf(run)).message).toContain('a recipient in To may not be written to');
	});

	it('an email in another mailbox is held as well, which may write as itself', async () => {
		const from = { to: PAT, message: 'Hello', mailbox: SHARED_MAILBOX };
		await runForOne(
			'email.sendEmail',
			{ ...from, options: { from: SHARED_MAILBOX } },
			under(policies.listed),
		);
		expect(shared().sent).toHaveLength(1);
		const run = runStep('email.sendEmail', { ...from, to: EVE }, under(policies.listed));
		expect((await failureOf(run)).message).toMatch(refused);
	});

	it('a person reads the step, the address that was entered, the rule and what to do', async () => {
		const given = { to: [PAT, 'Eve <EVE@evil.example>'], message: '1' };
		expect(await failureOf(runStep('email.sendEmail', given, under(policies.listed)))).toEqual({
			message:
				'Send Email was refused: a recipient in To may not be written to: EVE@evil.example (Allowed Recipients is "Listed Only")',
			description:
				'A person can do it in Outlook. Or have the address added to Allowed Addresses and Domains in the credential "My account".',
		});
	});

	it('a language model is not told to have the list made longer', async () => {
		const given = { to: EVE, message: '1' };
		const options = { ...under(policies.listed), asTool: true };
		expect(await failureOf(runStep('email.sendEmail', given, options))).toEqual({
			message: `Send Email was refused: a recipient in To may not be written to: ${EVE} (Allowed Recipients is "Listed Only"). A person can do it in Outlook.`,
			description: '',
		});
	});

	it.each<[string, string, (filled: Filled) => INodeParameters, string[]]>([
		['Graph chose it', 'email.replyToEmail', ({ fromEve }) => ({ messageId: fromEve }), []],
		[
			'Graph chose it beside others',
			'email.replyToEmail',
			({ fromEve }) => ({ messageId: fromEve, replyToAll: true, options: { cc: PAT } }),
			[],
		],
		['a draft names it', 'email.sendDraft', ({ draftToEve }) => ({ messageId: draftToEve }), []],
		[
			'an event names it, which is written back',
			'calendar.updateEvent',
			({ withEve }) => ({ eventId: withEve, attendees: PAT }),
			[],
		],
		[
			'it was entered to be added',
			'email.replyToEmail',
			({ fromPat }) => ({ messageId: fromPat, options: { bcc: EVE } }),
			[EVE],
		],
		[
			'it was entered for an event',
			'calendar.createEvent',
			() => ({ start: '2031-03-03T10:00', attendees: `${PAT}\n${EVE}` }),
			[EVE],
		],
		[
			'it was entered as a part of another',
			'email.sendDraft',
			({ draftToEve }) => ({ messageId: draftToEve, note: `x${EVE}` }),
			[],
		],
	])('says an address, or not: %s', async (_what, step, parameters, said) => {
		const given = { message: 'Hello', ...parameters(fillMailbox()) };
		const { message } = await failureOf(runStep(step, given, under(policies.listed)));
		expect(message).toMatch(refused);
		expect(message.match(/\S+@\S+/g) ?? []).toEqual(said);
	});
});

describe('An email that invites to a meeting', () => {
	const forward = async (invitedBy: string) => {
		const mail = own().deliver({ subject: 'Talk', from: invitedBy, invitedBy });
		const given = { messageId: mail.immutableId, to: PAT };
		return await runForOne('email.forwardEmail', given, under(policies.listed));
	};

	it('is not forwarded where its organizer, who is told, is not listed', async () => {
		const { message } = await failureOf(forward(EVE));
		expect(message).toContain('was refused: the organizer may not be written to');
		expect([reached(), ready()]).toEqual([[], []]);
	});

	it.each([
		['Orders@fabrikam.com', ['Orders@fabrikam.com', PAT]],
		['me@contoso.com', [PAT]],
	])('is forwarded where %s organizes it', async (organizer, told) => {
		await forward(organizer);
		expect(reached()).toEqual(told);
	});

	it('is not sent on where somebody else has put it into a draft: who organizes it cannot be told', async () => {
		const toRecipients = [{ emailAddress: { name: 'Pat', address: PAT } }];
		const draft = own().addMessage({
			...{ isDraft: true, invitedBy: EVE, toRecipients },
			parentFolderId: own().folder('drafts').id,
		});
		const given = { messageId: draft.immutableId };
		const { message } = await failureOf(runStep('email.sendDraft', given, under(policies.listed)));
		expect(message).toContain('was refused: the organizer');
		expect(reached()).toEqual([]);
	});
});

describe('The receipt of an email', () => {
	const markRead = async (value: string) => {
		const mail = own().deliver({
			subject: 'Order',
			from: PAT,
			isReadReceiptRequested: true,
			internetMessageHeaders: [{ name: 'disposition-notification-to', value }],
		});
		const given = { messageId: mail.immutableId, readStatus: 'read' };
		await runForOne('email.updateEmail', given, under(policies.listed));
	};

	it.each([
		'Eve (pat@fabrikam.com) <eve@evil.example>',
		'<@fabrikam.com:eve@evil.example>',
		'pat@fabrikam.com, "eve"@evil.example',
		'=?utf-8?q?eve=40evil.example?=',
	])('goes to nobody who is not listed: %s', async (value) => {
		expect((await failureOf(markRead(value))).message).toMatch(refused);
		expect(reached()).toEqual([]);
	});

	it('goes to those who are listed', async () => {
		await markRead('Pat <orders@fabrikam.com>');
		expect(reached()).toEqual(['orders@fabrikam.com']);
	});
});

describe('Own Organization and Listed', () => {
	beforeEach(() => {
		for (const colleague of COLLEAGUES) provider().graph.mailbox(colleague);
	});

	it('lets the addresses of all verified domains through, and those listed', async () => {
		provider().graph.moreDomains = ['contoso.de'];
		const given = { to: [ANN, 'Uwe@Contoso.de', PAT], message: 'Hello' };
		await runForOne('email.sendEmail', given, under(policies.organization));
		expect(reached()).toEqual([ANN, PAT, 'Uwe@Contoso.de'].sort());
		const [organization, ...more] = provider().requests.matching({ path: '/organization' });
		expect([organization?.query, more]).toEqual([{ $select: 'verifiedDomains' }, []]);
		const [tips] = provider().requests.matching({ path: '/me/getMailTips' });
		expect(tips?.body).toEqual({
			EmailAddresses: [ANN, 'Uwe@Contoso.de'],
			MailTipsOptions: 'externalMemberCount, recipientScope',
		});
	});

	it('lets automatic replies go to the organization, and to nobody else', async () => {
		const away = { status: 'alwaysEnabled', message: 'Away' };
		const step = 'advanced.setAutomaticReplies';
		const toAll = runStep(step, { ...away, externalAudience: 'all' }, under(policies.organization));
		expect((await failureOf(toAll)).message).toMatch(refused);
		expect(own().settings.automaticRepliesSetting.status).toBe('disabled');
		await runStep(step, { ...away, externalAudience: 'none' }, under(policies.organization));
		expect(own().settings.automaticRepliesSetting.status).toBe('alwaysEnabled');
	});

	// Holds under each reading of fact: mail-tips-limit.
	it('lets more colleagues through than one request asks about', async () => {
		const to = Array.from({ length: 120 }, (_, index) => `person${index}@contoso.com`);
		for (const colleague of to) provider().graph.mailbox(colleague);
		const send = async () =>
			await runForOne('email.sendEmail', { to, message: 'Hello' }, under(policies.organization));
		await send();
		expect(reached()).toEqual([...to].sort());
		provider().graph.outsiders.add('person119@contoso.com');
		expect((await failureOf(send())).message).toContain('which leads out of the organization');
	});

	it.each([
		EVE,
		'ann@sub.contoso.com',
		'ann@contoso.com.evil.example',
		'IMCEASMTP-eve+40evil.example@contoso.com',
		'eve%evil.example@contoso.com',
		'evil.example!eve@contoso.com',
		'eve_evil.example#EXT#@contoso.com',
	])('does not let %s through', async (to) => {
		const run = runStep('email.sendEmail', { to, message: '1' }, under(policies.organization));
		expect((await failureOf(run)).message).toMatch(refused);
		expect(reached()).toEqual([]);
		expect(asked().filter((request) => request.includes('getMailTips'))).toEqual([]);
	});

	it('does not let a group through that has members outside, unless it is listed', async () => {
		provider().graph.externalMembers.set('all@contoso.com', 2);
		const send = async (allowedAddresses: string) =>
			await runForOne(
				'email.sendEmail',
				{ to: [ANN, 'All@contoso.com'], message: '1' },
				under({ ...policies.organization, allowedAddresses }),
			);
		const { message } = await failureOf(send(''));
		expect(message).toContain('a recipient in To, which leads out of the organization,');
		await send('all@contoso.com');
		expect(reached()).toEqual(['All@contoso.com', ANN]);
	});

	it.each(['consultant@contoso.com', 'Guest@Contoso.com'])(
		'does not let %s through, whose mailbox is elsewhere',
		async (to) => {
			provider().graph.mailbox(to);
			provider().graph.outsiders.add(to.toLowerCase());
			const run = runStep('email.sendEmail', { to, message: '1' }, under(policies.organization));
			expect((await failureOf(run)).message).toContain('which leads out of the organization');
			expect(reached()).toEqual([]);
		},
	);

	it('does not let an address through of which nobody says whether it is a group', async () => {
		provider().faults.next({ path: '/me/getMailTips', times: 9 }, { status: 400 });
		const given = { to: ANN, message: '1' };
		const run = runStep('email.sendEmail', given, under(policies.organization));
		expect((await failureOf(run)).message).toMatch(refused);
		expect(reached()).toEqual([]);
	});

	it.each([
		['a personal account', () => (own().personal = true)],
		...[400, 403, 404].map((status): [string, () => unknown] => [
			`an account that is answered with ${status}`,
			() => provider().faults.next({ path: '/organization', times: 2 }, { status }),
		]),
	])('counts nobody of the domain of %s', async (_what, prepare) => {
		prepare();
		const given = { to: ANN, message: '1' };
		const run = runStep('email.sendEmail', given, under(policies.organization));
		expect((await failureOf(run)).message).toMatch(refused);
		await runForOne('email.sendEmail', { ...given, to: PAT }, under(policies.organization));
		expect(reached()).toEqual([PAT]);
	});
});

describe('May Answer Senders', () => {
	it.each([false, true])('lets an answer go to whoever wrote; to all: %s', async (replyToAll) => {
		const { fromEve } = fillMailbox();
		const given = { messageId: fromEve, message: 'Hello', replyToAll };
		await runForOne('email.replyToEmail', given, under(policies.answers));
		expect(reached()).toEqual([EVE]);
	});

	it('lets an answer to whoever wrote have listed readers too', async () => {
		const { fromEve } = fillMailbox();
		const given = { messageId: fromEve, message: 'Hello', options: { cc: PAT } };
		await runForOne('email.replyToEmail', given, under(policies.answers));
		expect(reached()).toEqual([EVE, PAT]);
	});

	it('lets an invitation be answered', async () => {
		const { ofEve } = fillMailbox();
		const given = { eventId: ofEve, response: 'decline' };
		await runForOne('calendar.respondToEvent', given, under(policies.answers));
		expect(reached()).toEqual([EVE]);
	});

	it.each([
		['whoever wrote', ({ fromEve }: Filled) => ({ messageId: fromEve }), true],
		['Reply To', ({ answersToMallory }: Filled) => ({ messageId: answersToMallory }), false],
	])('lets an answer to %s be left for a person to send: %s', async (_, parameters, isLeft) => {
		const given = { message: 'Hi', saveAsDraft: true, ...parameters(fillMailbox()) };
		const before = ready();
		const run = runStep('email.replyToEmail', given, under(policies.answers));
		if (isLeft) await run;
		else expect((await failureOf(run)).message).toMatch(/^Reply to Email was refused/);
		expect(ready().length > before.length).toBe(isLeft);
	});

	it.each<[string, string, (filled: Filled) => INodeParameters]>([
		[
			'at another address',
			'email.replyToEmail',
			({ answersToMallory }) => ({ messageId: answersToMallory }),
		],
		[
			'with a copy to others',
			'email.replyToEmail',
			({ fromEve }) => ({ messageId: fromEve, options: { bcc: MALLORY } }),
		],
		[
			'to be answered to them',
			'email.replyToEmail',
			({ fromEve }) => ({ messageId: fromEve, options: { replyTo: EVE } }),
		],
		['in a new email', 'email.sendEmail', () => ({ to: EVE })],
		[
			'by a forward of the mail of another',
			'email.forwardEmail',
			({ fromPat }) => ({ messageId: fromPat, to: EVE }),
		],
		[
			'by a forward of their own mail',
			'email.forwardEmail',
			({ fromEve }) => ({ messageId: fromEve, to: EVE }),
		],
		[
			'by an approval in the conversation',
			'email.sendAndWait',
			({ fromEve }) => ({ to: MALLORY, options: { inReplyTo: fromEve } }),
		],
		['in a draft of before', 'email.sendDraft', ({ draftToEve }) => ({ messageId: draftToEve })],
	])('does not let them be written to %s', async (_what, step, parameters) => {
		const given = { message: 'Hello', ...parameters(fillMailbox()) };
		const failure = await failureOf(runStep(step, given, under(policies.answers)));
		expect(failure.message).toMatch(refused);
		expect(reached()).toEqual([]);
	});

	it('asks who wrote only where somebody is not listed', async () => {
		const { fromPat } = fillMailbox();
		const given = { messageId: fromPat, message: 'Hello' };
		await runForOne('email.replyToEmail', given, under(policies.answers));
		// Only the draft is looked at.
		expect(asked().filter((request) => request.startsWith('GET /me/messages/'))).toHaveLength(1);
	});

	it('answers nobody where a mail says nobody wrote it', async () => {
		const { answersToMallory } = fillMailbox();
		const mail = own().messageOf(answersToMallory);
		if (!mail) throw new Error('The mail is not there');
		mail.from = null;
		const given = { messageId: answersToMallory, message: 'Hello' };
		const { message } = await failureOf(
			runStep('email.replyToEmail', given, under(policies.answers)),
		);
		expect(message).toContain('a recipient in To may not be written to');
		expect(reached()).toEqual([]);
	});

	it('is named where it would help', async () => {
		const { fromEve } = fillMailbox();
		const given = { messageId: fromEve, message: 'Hello' };
		const { description } = await failureOf(
			runStep('email.replyToEmail', given, under(policies.listed)),
		);
		expect(description).toContain('have May Answer Senders switched on');
	});
});

describe('Nobody', () => {
	it.each<[string, (filled: Filled) => INodeParameters]>([
		['email.sendEmail', () => ({ to: EVE })],
		['email.replyToEmail', ({ fromEve }) => ({ messageId: fromEve })],
		['email.forwardEmail', ({ fromEve }) => ({ messageId: fromEve, to: EVE })],
		['email.sendDraft', ({ draftToEve }) => ({ messageId: draftToEve })],
	])('%s leaves a draft for a person', async (step, parameters) => {
		const given = { message: 'Hello', ...parameters(fillMailbox()) };
		const json = await runForOne(step, given, under(policies.nobody));
		expect(json).toMatchObject({
			sent: false,
			note: 'The credential sends nothing: the email is in Drafts, for a person to send.',
		});
		expect(own().messageOf(String(json.id))?.isDraft).toBe(true);
		expect(reached()).toEqual([]);
	});

	it.each<[string, (filled: Filled) => INodeParameters]>([
		['email.sendAndWait', () => ({ to: PAT, message: '?' })],
		['calendar.cancelEvent', ({ withPat }) => ({ eventId: withPat })],
		['calendar.updateEvent', ({ withPat }) => ({ eventId: withPat, subject: 'New' })],
		['calendar.respondToEvent', ({ ofPat }) => ({ eventId: ofPat, response: 'accept' })],
		['calendar.forwardEvent', ({ withPat }) => ({ eventId: withPat, to: PAT })],
	])('%s is refused', async (step, parameters) => {
		const given = parameters(fillMailbox());
		const before = ready();
		const failure = await failureOf(runStep(step, given, under(policies.nobody)));
		expect(failure.message).toMatch(refused);
		expect(failure.message).toContain('(Allowed Recipients is "Nobody")');
		const isMail = step === 'email.sendAndWait';
		expect(failure.description).toBe(
			isMail
				? 'Choose a credential that may write to those who are asked: a draft of the question asks nobody.'
				: 'A person can do it in Outlook.',
		);
		expect(reached()).toEqual([]);
		expect(ready()).toEqual(before);
	});

	it.each([
		['draftsOnly', 'Drafts, No Sending'],
		['readOnly', 'Read Only'],
	])(
		'is meant by the permission set %s, which the refusal names: the rule is not shown',
		async (permissions, name) => {
			expect(fieldsShown('mailOAuth2Api', { permissions })).not.toContain('whoMayBeWrittenTo');
			const { withPat } = fillMailbox();
			// Whoever forwards an event needs no more than Calendars.Read.
			const endpoint = `/me/events/${withPat}/forward`;
			const given = { method: 'POST', endpoint, body: '{}' };
			const { message } = await failureOf(
				runStep('advanced.apiCall', given, under({ permissions })),
			);
			expect(message).toMatch(refused);
			expect(message).toContain(`(Permissions is "${name}")`);
		},
	);
});

// fact: granted-before
describe('Permissions, where the account granted the application more before', () => {
	const ofCalendars: Array<[string, (filled: Filled) => INodeParameters]> = [
		['calendar.createEvent', () => ({ subject: 'New', start: '2026-03-09T10:00:00Z' })],
		['calendar.updateEvent', ({ alone }) => ({ eventId: alone, subject: 'New' })],
		['calendar.deleteEvent', ({ alone }) => ({ eventId: alone })],
		['calendar.createCalendar', () => ({ name: 'New' })],
		['email.createLabel', () => ({ name: 'New' })],
	];
	const ofEmails: Array<[string, (filled: Filled) => INodeParameters]> = [
		['email.updateEmail', ({ fromPat }) => ({ messageId: fromPat, readStatus: 'read' })],
		['email.createDraft', () => ({ to: PAT, message: 'Hello' })],
		['email.createFolder', () => ({ name: 'New' })],
		['contact.createContact', () => ({ givenName: 'Pat' })],
	];
	const ofAll = [
		...ofCalendars,
		...ofEmails,
		['email.deleteEmail', ({ fromPat }: Filled) => ({ messageId: fromPat })] as const,
	];

	it.each([
		...ofAll.map(([step, given]) => ['Read Only', 'readOnly', step, given] as const),
		...ofCalendars.map(
			([step, given]) => ['Drafts, No Sending', 'draftsOnly', step, given] as const,
		),
	])('%s changes nothing beyond them: %s, %s', async (name, permissions, step, parameters) => {
		const given = parameters(fillMailbox());
		const before = world();
		const { message } = await failureOf(runStep(step, given, under({ permissions })));
		expect(message).toMatch(refused);
		expect(message).toContain(`the permissions do not include it (Permissions is "${name}")`);
		expect(world()).toBe(before);
	});

	it.each(ofEmails)(
		'Drafts, No Sending changes emails and contacts: %s',
		async (step, parameters) => {
			const given = parameters(fillMailbox());
			await runStep(step, given, under({ permissions: 'draftsOnly' }));
			expect(asked()).toContainEqual(expect.stringMatching(/^(?:POST|PATCH) /));
		},
	);

	it('Read Only reads what is asked for by a POST', async () => {
		fillMailbox();
		const credential = under({ permissions: 'readOnly' });
		const span = { start: '2026-03-09T10:00:00Z', end: '2026-03-09T11:00:00Z' };
		await runStep('email.findEmail', { search: 'invoice' }, credential);
		await runStep('calendar.checkAvailability', { ...span, attendees: PAT }, credential);
		await runStep('advanced.getMailTips', { addresses: PAT }, credential);
		expect(asked().some((request) => request.startsWith('POST '))).toBe(true);
	});
});

describe('Maximum Emails per Hour', () => {
	const send = async (more = {}) =>
		await runForOne(
			'email.sendEmail',
			{ to: EVE, message: 'Hello', ...more },
			under(policies.twoAnHour),
		);

	it('counts what the mailbox sent, by whomever', async () => {
		own().deliver({ subject: 'By a person', from: 'me@contoso.com' }, { folder: 'sentitems' });
		await send();
		const failure = await failureOf(send());
		expect(failure).toEqual({
			message:
				'Send Email was refused: as many emails as may have left in the last hour (Maximum Emails per Hour is 2)',
			description: 'Run the step again later.',
		});
		expect(own().sent).toHaveLength(1);
	});

	it('counts no older mails', async () => {
		const sentDateTime = new Date(Date.now() - 3_700_000).toISOString();
		for (const subject of ['a', 'b', 'c']) {
			own().deliver({ subject, from: 'me@contoso.com', sentDateTime }, { folder: 'sentitems' });
		}
		await send();
		expect(own().sent).toHaveLength(1);
	});

	it('lets no more through at the same time, although none shows in Sent Items yet', async () => {
		provider().graph.sentItemsDelayMs = 60_000;
		const many = Array.from({ length: 6 }, () => ({ json: {} }));
		const run = runStep(
			'email.sendEmail',
			{ to: EVE, message: 'Hello' },
			{ ...under(policies.twoAnHour), items: many, continueOnFail: true },
		);
		const sent = (await run).filter(({ json }) => json.sent === true);
		expect(sent).toHaveLength(2);
		await failureOf(send());
		expect(own().sent).toHaveLength(2);
	});

	it('lets nothing through that cannot be counted, and counts again the next time', async () => {
		const path = /sentitems/;
		provider().faults.next({ path, times: 1 }, { status: 403 });
		await failureOf(send());
		expect(own().sent).toHaveLength(0);
		await send();
		expect(own().sent).toHaveLength(1);
	});

	it('counts changes of a meeting, and none of an event without attendees', async () => {
		const { withPat, alone } = fillMailbox();
		let changes = 0;
		const change = async (eventId: string) => {
			const subject = `Talk ${++changes}`;
			return await runStep('calendar.updateEvent', { eventId, subject }, under(policies.twoAnHour));
		};
		await change(withPat);
		await change(alone);
		await change(withPat);
		await change(alone);
		expect((await failureOf(change(withPat))).message).toMatch(refused);
		expect(own().calendar.notices).toHaveLength(2);
	});

	it('counts invitations, and no event without attendees', async () => {
		const event = { subject: 'Talk', start: '2030-03-03T09:00', end: '2030-03-03T10:00' };
		const create = async (attendees: string) =>
			await runForOne('calendar.createEvent', { ...event, attendees }, under(policies.twoAnHour));
		await create(EVE);
		await create(EVE);
		await create('');
		expect((await failureOf(create(EVE))).message).toMatch(refused);
		expect(reached()).toEqual([EVE]);
	});
});

describe('What May Be Deleted', () => {
	it.each(deletions)('holds $what', async ({ step, parameters, under: held }) => {
		const given = parameters(fillMailbox());
		const before = world();
		for (const policy of held) {
			const failure = await failureOf(runStep(step, given, under(policies[policy])));
			expect(failure.message).toMatch(refused);
			expect(world()).toBe(before);
		}
		if (held.length === 2) return;
		await runStep(step, given, under(policies.nothingForGood));
		expect(world()).not.toBe(before);
	});

	it.each(
		['root', 'deletions', 'purges', 'versions', 'discoveryholds'].flatMap((name) => [
			{ name, by: 'its name', write: (known: string) => known },
			{ name, by: 'its ID', write: (known: string) => own().folder(known).id },
			{ name, by: 'a folder in it', write: (known: string) => own().addFolder('In it', known).id },
		]),
	)('holds what goes to $name of Recoverable Items, by $by', async ({ name, write }) => {
		const { fromPat } = fillMailbox();
		const folder = write(`recoverableitems${name}`);
		const before = world();
		for (const policy of [policies.nothing, policies.nothingForGood]) {
			const move = { messageId: fromPat, folder: locator('id', folder) };
			await expect(runStep('email.moveEmail', move, under(policy))).rejects.toThrow(refused);
		}
		expect(world()).toBe(before);
	});

	it('holds what goes to a folder that cannot be read', async () => {
		const { fromPat } = fillMailbox();
		const move = { messageId: fromPat, folder: locator('id', 'archiverecoverableitemspurges') };
		const moved = runStep('email.moveEmail', move, under(policies.nothingForGood));
		await expect(moved).rejects.toThrow(refused);
	});

	it.each(['AAMkAGUnknown=', createContainerId('gone')])(
		'says of a folder that is not there that it was not found: %s',
		async (id) => {
			const { fromPat } = fillMailbox();
			const before = world();
			for (const policy of [policies.nothing, policies.nothingForGood, policies.listed]) {
				for (const step of ['email.moveEmail', 'email.copyEmail']) {
					const given = { messageId: fromPat, folder: locator('id', id) };
					const { message } = await failureOf(runStep(step, given, under(policy)));
					expect(message).toMatch(/^(Message ID or )?Folder: Not found in this mailbox/);
				}
			}
			expect(world()).toBe(before);
		},
	);

	it('lets an email go to any other folder', async () => {
		const { fromPat } = fillMailbox();
		const folder = own().addFolder('Projects', 'archive').id;
		const move = { messageId: fromPat, folder: locator('id', folder) };
		await runStep('email.moveEmail', move, under(policies.nothing));
		expect(own().messageOf(fromPat)?.parentFolderId).toBe(folder);
	});

	it('lets automatic replies be switched on, which delete nothing', async () => {
		const away = { status: 'alwaysEnabled', message: 'Away' };
		await runStep('advanced.setAutomaticReplies', away, under(policies.nothing));
		expect(own().settings.automaticRepliesSetting.status).toBe('alwaysEnabled');
	});

	it('lets a contact have another address too, which deletes none', async () => {
		const contact = locator('id', fillMailbox().contact);
		const changed = { contact, emailAddresses: 'pat@tailspin.example' };
		await runStep('contact.updateContact', changed, under(policies.nothing));
		expect(own().contacts.contacts.flatMap(({ fields }) => fields.emailAddresses)).toEqual([
			expect.objectContaining({ address: PAT }),
			expect.objectContaining({ address: 'pat@tailspin.example' }),
		]);
	});

	it('ends its look at a folder where the topmost one is called its own parent', async () => {
		const { fromPat } = fillMailbox();
		const top = own().folder('msgfolderroot');
		top.parentFolderId = top.id;
		const folder = own().addFolder('Projects', 'archive').id;
		const move = { messageId: fromPat, folder: locator('id', folder) };
		await runStep('email.moveEmail', move, under(policies.nothing));
		expect(own().messageOf(fromPat)?.parentFolderId).toBe(folder);
	});

	it('lets a step take away the draft that it could not send', async () => {
		const both = { ...policies.listed, ...policies.nothing };
		const { fromEve } = fillMailbox();
		const before = ready();
		const given = { messageId: fromEve, message: 'Hello' };
		await failureOf(runStep('email.replyToEmail', given, under(both)));
		expect(ready()).toEqual(before);
	});
});

describe('For AI Agents: Strict', () => {
	const RULE = '(For AI Agents: Strict is on)';
	const strictly = under(policies.strict);

	const vain = [
		...attacks.map((attack) => ({ ...attack, look: ready })),
		...deletions.map((deletion) => ({ ...deletion, look: world })),
	];

	it.each(vain)(
		'an agent that obeys a stranger tries in vain, whatever lies behind the switch: $what',
		async ({ step, parameters, look }) => {
			const given = parameters(fillMailbox());
			const before = look();
			const { message } = await failureOf(runStep(step, given, { ...strictly, items }));
			expect(message).toContain(RULE);
			expect(reached()).toEqual([]);
			expect(look()).toEqual(before);
		},
	);

	it.each<[string, (filled: Filled) => INodeParameters]>([
		['contact.createContact', () => ({ givenName: 'Pat', emailAddresses: PAT })],
		['contact.upsertContact', () => ({ email: 'Boss <boss@fabrikam.com>' })],
		[
			'contact.updateContact',
			({ contact }) => ({ contact: locator('id', contact), details: { jobTitle: 'Buyer' } }),
		],
		['contact.deleteContact', ({ contact }) => ({ contact: locator('id', contact) })],
		[
			'advanced.apiCall',
			({ contact }) => ({
				method: 'PATCH',
				endpoint: `/me/contacts/${contact}`,
				body: '{"jobTitle": "Buyer"}',
			}),
		],
	])('%s leaves contacts as they are', async (step, parameters) => {
		const given = parameters(fillMailbox());
		const before = world();
		const { message, description } = await failureOf(runStep(step, given, strictly));
		expect(message).toContain(RULE);
		if (step !== 'advanced.apiCall') expect(description).toBe('A person can do it in Outlook.');
		expect(world()).toBe(before);
	});

	it('lets twenty emails leave in an hour', async () => {
		const send = async () =>
			await runStep('email.sendEmail', { to: PAT, message: 'Hello' }, strictly);
		for (let sent = 0; sent < 19; sent++)
			own().deliver({ subject: 'Sent', from: 'me@contoso.com' }, { folder: 'sentitems' });
		await send();
		const { message } = await failureOf(send());
		expect(message).toContain(`as many emails as may have left in the last hour ${RULE}`);
		expect(reached()).toEqual([PAT]);
	});

	it('answers no stranger, and names no switch that is not shown', async () => {
		const { fromEve } = fillMailbox();
		const given = { messageId: fromEve, message: 'Hello' };
		const { description } = await failureOf(runStep('email.replyToEmail', given, strictly));
		expect(description).toContain('Allowed Addresses and Domains');
		expect(description).not.toContain('May Answer Senders');
		expect(reached()).toEqual([]);
	});

	it('names the permissions where these leave nobody', async () => {
		const given = { eventId: fillMailbox().withPat, subject: 'New' };
		const policy = { ...policies.strict, permissions: 'draftsOnly' };
		const { message } = await failureOf(runStep('calendar.updateEvent', given, under(policy)));
		expect(message).toContain('(Permissions is "Drafts, No Sending")');
	});

	it.each<[string, (filled: Filled) => INodeParameters]>([
		['email.sendEmail', () => ({ to: PAT })],
		['email.replyToEmail', ({ fromPat }) => ({ messageId: fromPat })],
		['calendar.updateEvent', ({ withPat }) => ({ eventId: withPat, subject: 'New' })],
	])('%s does its work for those who are listed', async (step, parameters) => {
		await runStep(step, { message: 'Hello', ...parameters(fillMailbox()) }, strictly);
		expect(reached()).toContain(PAT);
	});
});

it.each<[string, ICredentialDataDecryptedObject]>([
	['For AI Agents: Strict is on', policies.strict],
	['Allowed Recipients is "Listed Only"', policies.listed],
	['What May Be Deleted is "Nothing"', policies.nothing],
	['Maximum Emails per Hour is 2', policies.twoAnHour],
])('an API Call is told the rule that holds it: %s', async (rule, policy) => {
	const given = { method: 'POST', endpoint: '/me/sendMail', body: '{}' };
	expect(await failureOf(runStep('advanced.apiCall', given, under(policy)))).toEqual({
		message: `Mail API Call was refused: API calls may only read, and write what reaches nobody (${rule})`,
		description:
			'Use the step that is made for it, if there is one: it is let through where the credential allows what it does.',
	});
});

it('an API Call makes no folder that Outlook hides, into which emails could go unseen', async () => {
	const { folder } = fillMailbox();
	const body = '{"displayName": "New", "isHidden": true}';
	for (const path of ['mailFolders', `mailFolders/${folder}/childFolders`]) {
		const given = { method: 'POST', endpoint: `/me/${path}`, body };
		for (const policy of [policies.strict, policies.nothing]) {
			const { message } = await failureOf(runStep('advanced.apiCall', given, under(policy)));
			expect(message).toMatch(refused);
		}
	}
	expect(own().folders.filter(({ displayName }) => displayName === 'New')).toEqual([]);
});

it('a name of a folder is known without asking', async () => {
	const { fromAnn } = fillMailbox();
	await runStep('email.deleteEmail', { messageId: fromAnn }, under(policies.nothingForGood));
	const folders = asked().filter((request) => request.startsWith('GET /me/mailFolders/'));
	expect(folders.filter((request) => /outbox|recoverable/.test(request))).toEqual([]);
});

it.each<[string, ICredentialDataDecryptedObject, string[]]>([
	['without a policy', {}, ['POST messages', 'POST send']],
	[
		'where all that is asked is who is listed',
		policies.listed,
		['POST messages', 'GET draft', 'POST send'],
	],
	['where only deletions are held', policies.nothing, ['POST messages', 'POST send']],
])('an email costs %s no more than it must', async (_what, policy, expected) => {
	await runForOne('email.sendEmail', { to: PAT, message: 'Hello' }, under(policy));
	expect(
		asked().map((request) =>
			request
				.replace('/me/messages', 'messages')
				.replace(/ messages\/[^/]+\/send$/, ' send')
				.replace(/ messages\/.+$/, ' draft'),
		),
	).toEqual(expected);
});

it.each<[string, ICredentialDataDecryptedObject]>([
	['Allowed Recipients', { whoMayBeWrittenTo: 'friends' }],
	['What May Be Deleted', { whatMayBeDeleted: 7 }],
	['Maximum Emails per Hour', { maximumEmailsPerHour: -1 }],
	['Maximum Emails per Hour', { maximumEmailsPerHour: 'many' }],
	['Allowed Addresses and Domains', { ...policies.listed, allowedAddresses: 'ann@@contoso.com' }],
	['Allowed Addresses and Domains', { ...policies.listed, allowedAddresses: '*' }],
	['For AI Agents: Strict', { strict: 'yes' }],
	// As n8n reads a variable, or a secret, that is gone.
	['For AI Agents: Strict', { strict: '={{ $vars.gone }}' }],
	['Permissions', { permissions: '={{ $vars.gone }}' }],
	['Mailboxes', { whichMailboxes: '={{ $vars.gone }}' }],
	['Allowed Recipients', { whoMayBeWrittenTo: '={{ $vars.gone }}' }],
	[
		'Allowed Recipients',
		{ strict: '={{ false }}', whoMayBeWrittenTo: '={{ $secrets.vault.gone }}' },
	],
	[
		'Only Verified Senders',
		{ ...policies.listed, mayAnswerSenders: true, onlyVerifiedSenders: '={{ $vars.gone }}' },
	],
	['Maximum Emails per Hour', { maximumEmailsPerHour: '={{ $vars.gone }}' }],
	['What May Be Deleted', { whatMayBeDeleted: '={{ $vars.gone.too }}' }],
	['Dry Run', { dryRun: '={{ $vars.gone }}' }],
	['Dry Run', { dryRun: '={{ null }}' }],
	['Dry Run', { dryRun: '={{ $vars.gone }}{{ $vars.gone }}' }],
	// As n8n stores a credential that came from Git: what was chosen stays behind.
	['Permissions', { permissions: '' }],
	['Mailboxes', { whichMailboxes: '' }],
	['Allowed Recipients', { whoMayBeWrittenTo: '' }],
	['What May Be Deleted', { whatMayBeDeleted: '' }],
])('a rule that is not understood lets nothing through: %s', async (label, policy) => {
	const run = runStep('email.listFolders', {}, under(policy));
	expect((await failureOf(run)).message).toContain(label);
});
