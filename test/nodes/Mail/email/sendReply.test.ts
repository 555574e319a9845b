import { own, provider, runForOne, runStep, useMailboxes } from '../../../harness/mail';
import { failureOf } from '../../../harness/steps';
import { policies } from '../../../policy/mailboxUnderAttack';
import type { Fault } from '../../../simulator/faults';

useMailboxes();

const step = 'email.replyToEmail';
const files = {
	items: [{ json: {}, files: { data: { content: 'one', fileName: 'one.txt' } } }],
};

function deliver() {
	return own().deliver({
		subject: 'Offer',
		from: 'ann@contoso.com',
		body: 'The offer',
		attachments: [{ name: 'logo.png', content: 'png', isInline: true }],
	});
}

const drafts = () =>
	own().messages.filter(({ parentFolderId }) => parentFolderId === own().folder('drafts').id);

const faults: Array<[string, Fault]> = [
	['is cut before it runs', { cut: 'before' }],
	['is cut after it ran', { cut: 'after' }],
];

describe.each(faults)('when a request %s', (_, fault) => {
	// createReply, PATCH, count of attachments, POST of the attachment, send
	it.each([0, 1, 2, 3, 4])('a reply with a file goes out once (request %i)', async (position) => {
		const mail = deliver();
		if (position > 0) provider().faults.next({ times: position }, { delayMs: 0 });
		provider().faults.next({}, fault);
		const json = await runForOne(
			step,
			{ messageId: mail.immutableId, message: 'Thanks', attachments: 'data' },
			files,
		);
		const [reply, ...more] = own().sent;
		expect(more).toEqual([]);
		expect(json.id).toBe(reply?.immutableId);
		expect(reply?.attachments.map(({ name }) => name)).toEqual(['logo.png', 'one.txt']);
		expect(reply?.body.content.match(/Thanks/g)).toHaveLength(1);
		expect(reply?.body.content).toContain('The offer');
		expect(drafts()).toEqual([]);
		expect(provider().faults.pending).toBe(0);
	});
});

it('a reply without words of its own goes out as Graph made it', async () => {
	await runForOne(step, { messageId: deliver().immutableId, message: '' });
	expect(own().sent).toHaveLength(1);
	expect(provider().requests.all.map(({ method }) => method)).toEqual(['POST', 'POST']);
});

// fact: write-conflict.
it('a reply goes out although something else wrote into its draft at the same moment', async () => {
	const error = { code: 'ErrorIrresolvableConflict', message: 'Changed' };
	provider().faults.next({ method: 'PATCH' }, { status: 412, body: { error } });
	await runForOne(step, { messageId: deliver().immutableId, message: 'Thanks' });
	expect(own().sent).toHaveLength(1);
	expect(drafts()).toEqual([]);
});

it('a reply waits for its time although something else wrote into its draft at the same moment', async () => {
	const error = { code: 'ErrorIrresolvableConflict', message: 'Changed' };
	provider().faults.next({ method: 'PATCH' }, { delayMs: 0 });
	provider().faults.next({ method: 'PATCH' }, { status: 412, body: { error } });
	const options = { sendAt: '2099-03-02T10:00Z' };
	await runForOne(step, { messageId: deliver().immutableId, message: 'Thanks', options });
	expect(provider().graph.waiting).toHaveLength(1);
});

it('says that nothing was sent when no draft can be made', async () => {
	const mail = deliver();
	provider().faults.next({ path: /createReply$/, times: 9 }, { cut: 'before' });
	const { message } = await failureOf(
		runStep(step, { messageId: mail.immutableId, message: 'Thanks' }),
	);
	expect(message).toContain('Nothing was sent');
	expect(own().sent).toEqual([]);
	expect(drafts()).toEqual([]);
});

it('leaves no draft when the attachment does not go through', async () => {
	const mail = deliver();
	provider().faults.next({ method: 'POST', path: /\/attachments$/, times: 9 }, { cut: 'before' });
	const { message } = await failureOf(
		runStep(step, { messageId: mail.immutableId, message: 'Thanks', attachments: 'data' }, files),
	);
	expect(message).toContain('"one.txt"');
	expect(own().sent).toEqual([]);
	expect(drafts()).toEqual([]);
});

it('asks a full mailbox once for a reply', async () => {
	const mail = deliver();
	provider().faults.next({ path: /createReply$/, times: 9 }, { status: 507 });
	const failure = await failureOf(
		runStep(step, { messageId: mail.immutableId, message: 'Thanks' }),
	);
	expect(failure.message).toBe('The mailbox is full');
	expect(failure.description).not.toContain('may have taken effect');
	expect(provider().faults.pending).toBe(8);
});

describe('a reply whose making got no answer', () => {
	const lost = () => provider().faults.next({ path: /createReply$/ }, { cut: 'after' });

	it('goes to whoever wrote, where the policy lets only them be answered', async () => {
		const mail = deliver();
		lost();
		const parameters = { messageId: mail.immutableId, message: 'Thanks' };
		await runForOne(step, parameters, { credentialData: policies.answers });
		expect(own().sent.flatMap(({ toRecipients }) => toRecipients)).toEqual([
			expect.objectContaining({
				emailAddress: expect.objectContaining({ address: 'ann@contoso.com' }),
			}),
		]);
		expect(drafts()).toEqual([]);
	});

	it('is taken back where it fails later, as the step made it', async () => {
		const mail = deliver();
		lost();
		provider().faults.next({ method: 'POST', path: /\/attachments$/, times: 9 }, { cut: 'before' });
		const parameters = { messageId: mail.immutableId, message: 'Thanks', attachments: 'data' };
		const options = { ...files, credentialData: policies.nothing };
		await failureOf(runStep(step, parameters, options));
		expect(own().sent).toEqual([]);
		expect(drafts()).toEqual([]);
	});
});
