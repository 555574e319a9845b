import * as fc from 'fast-check';
import type { INodeExecutionData, INodeParameters } from 'n8n-workflow';
import { mailRegistry } from '../../../../nodes/Mail/registry';
import { connectedCredential } from '../../../harness/credentialsHelper';
import { executeNode, OWN_MAILBOX } from '../../../harness/executeNode';
import {
	asked,
	own,
	provider,
	runForOne,
	runStep,
	shared,
	useMailboxes,
} from '../../../harness/mail';
import { failureOf, locator } from '../../../harness/steps';
import { startTriggerBench, subjects } from '../../../harness/trigger';
import type { Filled } from '../../../policy/mailboxUnderAttack';
import { EVE, PAT, policies } from '../../../policy/mailboxUnderAttack';
import { anyChoice, fill } from './anyStep';
import { fillMailbox, held, reached } from './ownMailbox';

useMailboxes();

const credentialData = { dryRun: true };
const dry = { credentialData };
const steps = mailRegistry.groups.flatMap(({ resource, operations }) =>
	operations.map(({ id, label, fields }) => ({ step: `${resource}.${id}`, label, fields })),
);
type Step = (typeof steps)[number];
/** EVERY_STEP=full looks longer. With a write taken to be harmless, 8 of these choices show it. */
const RUNS = process.env.EVERY_STEP === 'full' ? 60 : 10;
const READING = /\.(list|get|find|download|check)/;
const writing = steps.filter(({ step }) => !READING.test(step));
/** Those that reach nobody and delete nothing, whatever of the mailbox they are filled with. */
const SILENT =
	/Label$|(create|rename)Folder|restoreEmail|Reminder$|addAttachment|createDraft|updateDraft|(create|update)Calendar|(create|update|upsert)Contact/;
/** These begin with what waits to be sent, the email of a list, or a folder with emails. */
const RARE = /cancelScheduledEmail|unsubscribe|emptyFolder/;

/** What somebody else can notice of a mailbox, what is gone from it, and what it does by itself. */
function consequences(before: string[]): string[] {
	const kept = held('nothing');
	const { status } = own().settings.automaticRepliesSetting;
	return [
		...reached(),
		...before.filter((one) => !kept.includes(one)),
		...own()
			.rules.map(({ id }) => id)
			.filter((id) => !before.includes(id)),
		...(status === 'disabled' ? [] : [`answers: ${status}`]),
	];
}

const items = [{ json: {}, files: { data: { content: 'file', fileName: 'a.txt' } } }];

async function run({ step, fields }: Step, choice: number[], stored: { dryRun?: boolean }) {
	provider().graph.reset();
	shared().shareWith(OWN_MAILBOX, { mail: 'readWrite', calendar: 'readWrite', sendAs: true });
	const parameters = fill(fields, choice, fillMailbox());
	const before = held('nothing');
	const options = { credentialData: { ...stored }, continueOnFail: true, items };
	const answered = await runStep(step, parameters, options);
	return { items: answered, done: consequences(before) };
}

const isDry = ({ json }: INodeExecutionData) => json.dryRun === true;
const isRed = ({ json }: INodeExecutionData) => json.error !== undefined;

describe('Every step of a credential whose Dry Run is on', () => {
	// Calls of a user's own are below.
	const tried = writing.filter(({ step }) => step !== 'advanced.apiCall');

	it.each(tried)('$step does nothing to others, and says what it would do', async (one) => {
		const notes: unknown[] = [];
		for (const choice of fc.sample(anyChoice, { numRuns: RUNS, seed: 1 })) {
			const real = await run(one, choice, {});
			const { items, done } = await run(one, choice, { dryRun: true });
			expect(done).toEqual([]);
			if (real.done.length > 0) expect(items.some(isDry)).toBe(true);
			if (!real.items.some(isRed)) expect(items.filter(isRed)).toEqual([]);
			// Of several things in one item each says what would become of it.
			notes.push(
				...items
					.filter(isDry)
					.map(({ json }) => json.would ?? `${one.label}: ${String(json.problem)}`),
			);
		}
		for (const note of notes) expect(note).toMatch(new RegExp(`^${one.label}: .+`));
		const isSilent = SILENT.test(one.step);
		if (!RARE.test(one.step)) expect(notes.length > 0).toBe(!isSilent);
	});

	it.each(steps.filter(({ step }) => READING.test(step)))('$step reads as usual', async (one) => {
		for (const choice of fc.sample(anyChoice, { numRuns: 2, seed: 1 })) {
			const real = await run(one, choice, {});
			const { items } = await run(one, choice, { dryRun: true });
			expect(items.length).toBe(real.items.length);
			expect(items.filter(isDry)).toEqual([]);
		}
	});
});

const drafts = () =>
	own().messages.filter(({ parentFolderId }) => parentFolderId === own().folder('drafts').id);

describe('What would be sent', () => {
	it('is a draft, whole, which the item names', async () => {
		const mail = { to: `${PAT}, ${EVE}`, subject: 'Hello', message: 'Text', attachments: 'data' };
		const answered = await runStep('email.sendEmail', mail, { ...dry, items });
		const [draft, ...more] = drafts();
		expect(more).toEqual([]);
		expect(answered).toEqual([
			{
				json: {
					dryRun: true,
					would: 'Send Email: an email to 2 people would leave',
					draft: { id: draft?.immutableId },
				},
				pairedItem: { item: 0 },
			},
		]);
		expect(draft?.attachments.map(({ name }) => name)).toEqual(['a.txt']);
		expect(draft?.toRecipients).toHaveLength(2);
		expect(own().sent).toEqual([]);
	});

	it('is left by an answer too, with the text of the original', async () => {
		const { fromEve } = fillMailbox();
		const before = drafts().length;
		const parameters = { messageId: fromEve, message: 'Yes' };
		const { draft, would } = await runForOne('email.replyToEmail', parameters, dry);
		expect(would).toBe('Reply to Email: an email to 1 person would leave');
		expect(drafts()).toHaveLength(before + 1);
		expect(drafts().at(-1)).toMatchObject({ immutableId: (draft as { id: string }).id });
		expect(drafts().at(-1)?.body.content).toContain('Yes');
	});

	it('is a note of where the draft of a person lies', async () => {
		const { draftToPat } = fillMailbox();
		const json = await runForOne('email.sendDraft', { messageId: draftToPat }, dry);
		expect(json).toMatchObject({ dryRun: true, draft: { id: draftToPat } });
		expect(own().messageOf(draftToPat)?.isDraft).toBe(true);
	});

	it('is a note alone where the account may not keep drafts', async () => {
		const oauthTokenData = { ...provider().tokens.issue(OWN_MAILBOX, { scope: 'Mail.Send' }) };
		const stored = { credentialData: { ...credentialData, oauthTokenData } };
		expect(await runForOne('email.sendEmail', { to: PAT, message: 'Hi' }, stored)).toEqual({
			dryRun: true,
			would: 'Send Email: an email to 1 person would leave',
		});
		expect(own().sent).toEqual([]);
	});

	it('does not wait where it would be scheduled', async () => {
		const parameters = { to: PAT, message: 'Hi', sendAt: '2030-03-03T09:00' };
		const { would } = await runForOne('email.scheduleEmail', parameters, dry);
		expect(would).toBe('Schedule Email: an email to 1 person would leave');
		expect(drafts()).toEqual([]);
	});

	it('does not count for the limit of an hour', async () => {
		const stored = { credentialData: { ...credentialData, maximumEmailsPerHour: 1 } };
		for (let count = 0; count < 3; count++) {
			const json = await runForOne('email.sendEmail', { to: PAT, message: 'Hi' }, stored);
			expect(json.dryRun).toBe(true);
		}
	});

	it('is refused where the policy does not let it through: that would happen', async () => {
		const stored = { credentialData: { ...credentialData, ...policies.listed } };
		const sending = runStep('email.sendEmail', { to: EVE, message: 'Hi' }, stored);
		expect((await failureOf(sending)).message).toContain('may not be written to');
		const { would } = await runForOne('email.sendEmail', { to: PAT, message: 'Hi' }, stored);
		expect(would).toBe('Send Email: an email to 1 person would leave');
	});

	it('is what a model reads as the result of its tool, and it is not tried again', async () => {
		const [item] = await runStep(
			'email.sendEmail',
			{ to: PAT, message: 'Hi' },
			{ ...dry, asTool: true, tries: 3 },
		);
		expect(item?.json.would).toBe('Send Email: an email to 1 person would leave');
		expect(drafts()).toHaveLength(1);
	});

	it('tells a model besides what of its call was not used, as where it is sent', async () => {
		const given = { to: PAT, cc: 'none', message: 'Hi' };
		const [sent] = await runStep('email.sendEmail', given, { asTool: true });
		const [held] = await runStep('email.sendEmail', given, { ...dry, asTool: true });
		expect(sent?.json.more).toBe('Cc "none" was read as no value: it removes nothing.');
		expect(held?.json).toMatchObject({ dryRun: true, more: sent?.json.more });
	});

	it.each([1, 'true', 'false', 'Yes'])('is not sent either where %j is stored', async (dryRun) => {
		const stored = { credentialData: { dryRun } };
		const json = await runForOne('email.sendEmail', { to: PAT, message: 'Hi' }, stored);
		expect(json.dryRun).toBe(true);
		expect(own().sent).toEqual([]);
	});

	it.each<{ dryRun?: false }>([{}, { dryRun: false }])(
		'is sent where it is off: %j',
		async (stored) => {
			const parameters = { to: PAT, message: 'Hi' };
			const json = await runForOne('email.sendEmail', parameters, {
				credentialData: { ...stored },
			});
			expect(json.sent).toBe(true);
			expect(own().sent).toHaveLength(1);
		},
	);
});

describe('Send and Wait', () => {
	const question = (options: INodeParameters = {}) => ({
		node: 'mail' as const,
		simulator: provider(),
		...dry,
		parameters: {
			resource: 'email',
			operation: 'sendAndWait',
			...{ to: `${PAT}, ${EVE}`, subject: 'Go?', message: 'May I?', options },
		},
	});

	it.each(['a question of its own', 'an answer to an email'])(
		'asks nobody by %s, does not wait, and leaves no question with links',
		async (kind) => {
			const { fromEve } = fillMailbox();
			const before = drafts().length;
			const options = kind === 'an answer to an email' ? { inReplyTo: fromEve } : {};
			const { items, waitTill } = await executeNode(question(options));
			expect(waitTill).toBeUndefined();
			const chatInput = 'Dry Run: 2 people would be asked';
			expect(items.map(({ json }) => json)).toEqual([
				{
					dryRun: true,
					would: 'Send and Wait for Approval: 2 people would be asked',
					data: { approved: false, chatInput },
				},
			]);
			expect([drafts().length, reached()]).toEqual([before, []]);
		},
	);

	it('says how many would be asked where the credential refuses others, and leaves no question', async () => {
		const ANN = 'ann@fabrikam.com';
		const asking = question();
		const { items } = await executeNode({
			...asking,
			credentialData: { ...policies.listed, allowedAddresses: `${PAT}, ${ANN}`, dryRun: true },
			parameters: { ...asking.parameters, to: [EVE, PAT, 'eve@evil.example.com', ANN] },
		});
		expect(items[0]?.json).toMatchObject({
			would: 'Send and Wait for Approval: 2 people would be asked',
			data: { approved: false, notReached: [EVE, 'eve@evil.example.com'] },
		});
		expect([drafts(), reached()]).toEqual([[], []]);
	});
});

describe('What would be deleted or told', () => {
	it.each<[string, (filled: Filled) => INodeParameters, string]>([
		[
			'email.deleteEmail',
			({ fromEve }) => ({ messageId: fromEve }),
			'something would be deleted, and could be taken back',
		],
		[
			'email.cancelScheduledEmail',
			({ waitsForPat }) => ({ messageId: waitsForPat }),
			'something would be deleted permanently',
		],
		[
			'email.updateDraft',
			({ waitsForPat }) => ({ messageId: waitsForPat, subject: 'New' }),
			'1 person would be told',
		],
		[
			'email.updateEmail',
			({ wantsReceipt }) => ({ messageId: wantsReceipt, readStatus: 'read' }),
			'1 person would be told',
		],
		[
			'contact.updateContact',
			({ contact }) => ({
				contact: locator('id', contact),
				emailAddresses: EVE,
				listChange: 'replace',
			}),
			'something would be deleted permanently',
		],
		[
			'advanced.deleteRule',
			({ mailRule }) => ({ rule: locator('id', mailRule) }),
			'what the mailbox does by itself would change',
		],
		[
			'calendar.respondToEvent',
			({ ofEve }) => ({
				eventId: ofEve,
				response: 'decline',
				options: { sendResponse: false },
			}),
			'the event would leave the calendar',
		],
		[
			'calendar.updateEvent',
			({ withPat }) => ({ eventId: withPat, attendees: EVE }),
			'an email to 2 people would leave',
		],
	])('%s is a note', async (step, parameters, would) => {
		const given = parameters(fillMailbox());
		const before = held('nothing');
		const json = await runForOne(step, given, dry);
		expect(json).toMatchObject({ dryRun: true });
		expect(json.would).toMatch(new RegExp(`: .*${would}`));
		expect(consequences(before)).toEqual([]);
	});

	it('is told once for all emails of an item, by their number', async () => {
		const { fromEve, fromPat, fromAnn } = fillMailbox();
		const parameters = { messageIds: [fromEve, fromPat, fromAnn], change: 'delete' };
		expect(await runForOne('email.updateEmails', parameters, dry)).toEqual({
			dryRun: true,
			would: 'Update Emails: for each of 3, something would be deleted, and could be taken back',
		});
	});

	it('is told of the one email that would, and the others are marked', async () => {
		const { fromEve, wantsReceipt } = fillMailbox();
		const parameters = { messageIds: [fromEve, wantsReceipt], change: 'read' };
		const items = await runStep('email.updateEmails', parameters, dry);
		expect(items.map(({ json }) => json)).toEqual([
			{ done: true, id: fromEve },
			{ done: false, dryRun: true, problem: '1 person would be told', id: wantsReceipt },
		]);
		expect([fromEve, wantsReceipt].map((id) => own().messageOf(id)?.isRead)).toEqual([true, false]);
		expect(reached()).toEqual([]);
	});

	it('is no answer to what failed: files that could not all be attached', async () => {
		const { draftToPat } = fillMailbox();
		const path = /attachments$/;
		provider().faults.next({ method: 'POST', path }, { delayMs: 0 });
		provider().faults.next({ method: 'POST', path }, { status: 400 });
		const parameters = { messageId: draftToPat, attachments: 'one, two' };
		const files = { one: { content: 'a'.repeat(9) }, two: { content: 'b'.repeat(9) } };
		const adding = runStep('email.addAttachment', parameters, {
			...dry,
			items: [{ json: {}, files }],
		});
		expect((await failureOf(adding)).message).toMatch('refused');
	});
});

describe('Calls of a user', () => {
	const call = async (method: string, endpoint: string, body: object = {}) =>
		await runForOne('advanced.apiCall', { method, endpoint, body: JSON.stringify(body) }, dry);

	it.each<[string, string, object]>([
		['POST', '/me/sendMail', { message: { toRecipients: [] } }],
		['DELETE', '/me/messages/AAA=', {}],
		['POST', '/me/messages', { subject: 'New' }],
		['PATCH', '/me/messages/AAA=', { isRead: true }],
		['POST', '/subscriptions', {}],
		['POST', '/$batch', { requests: [] }],
		['POST', '/me/mailFolders', { displayName: 'New', parentFolderId: 'AAA=' }],
	])('%s %s is a note, and not made', async (method, endpoint, body) => {
		expect(await call(method, endpoint, body)).toEqual({
			dryRun: true,
			would: 'Mail API Call: a call would be made that is not known to be silent',
		});
		expect(asked()).toEqual([]);
	});

	it('that read, or name a folder, are made', async () => {
		expect(await call('POST', '/me/mailFolders', { displayName: 'New' })).toMatchObject({
			displayName: 'New',
		});
		expect(await call('GET', '/me/mailFolders/inbox')).toMatchObject({ displayName: 'Inbox' });
	});
});

describe('The Mail Trigger', () => {
	it('delivers, and marks as read what tells nobody', async () => {
		const bench = await startTriggerBench({ options: { markAsRead: true } });
		const { simulator } = bench;
		const credential = connectedCredential('mailOAuth2Api', simulator, OWN_MAILBOX, credentialData);
		await bench.activate();
		bench.time.now += 1_000;
		const plain = bench.mailbox.deliver({ subject: 'plain', from: EVE });
		const receipt = { subject: 'receipt', from: EVE, isReadReceiptRequested: true };
		const wanting = bench.mailbox.deliver(receipt);
		expect(subjects(await bench.poll({ credential })).sort()).toEqual(['plain', 'receipt']);
		expect([plain.isRead, wanting.isRead]).toEqual([true, false]);
		expect(bench.mailbox.receipts).toEqual([]);
		await bench.stop();
	});
});
