import {
	expectOnlyShared,
	own,
	provider,
	runForOne,
	runStep,
	shared,
	SHARED_MAILBOX,
	useMailboxes,
} from '../../../../harness/mail';
import { failureOf } from '../../../../harness/steps';

useMailboxes();

const step = 'email.createDraft';

describe('Create Draft', () => {
	it('saves a mail with attachments and sends nothing', async () => {
		const json = await runForOne(
			step,
			{
				to: 'ann@contoso.com',
				subject: 'Hello',
				message: 'Good day',
				attachments: 'all',
				options: { importance: 'low' },
			},
			{ items: [{ json: {}, files: { data: { content: 'x', fileName: 'x.txt' } } }] },
		);
		expect(own().sent).toEqual([]);
		expect(json).toMatchObject({ subject: 'Hello', sent: false });
		const draft = own().messageOf(String(json.id));
		expect(draft).toMatchObject({ isDraft: true, importance: 'low' });
		expect(draft?.attachments.map(({ name }) => name)).toEqual(['x.txt']);
	});

	it('saves an empty draft', async () => {
		expect(await runForOne(step)).toMatchObject({ subject: '', to: [], sent: false });
	});

	it('works in a shared mailbox', async () => {
		await runForOne(step, { subject: 'Hello', mailbox: SHARED_MAILBOX });
		expectOnlyShared();
		expect(shared().messages).toHaveLength(1);
	});

	it('saves 40 drafts in 2 requests', async () => {
		await runStep(step, { subject: 'Hello' }, { items: Array(40).fill({ json: {} }) });
		expect(own().messages).toHaveLength(40);
		expect(provider().requests.all).toHaveLength(2);
	});

	it('says what is missing without the permission, and makes failed items error items', async () => {
		provider().faults.next({ method: 'POST', path: /\/messages$/, times: 2 }, { status: 403 });
		const { description } = await failureOf(runStep(step, { subject: 'Hello' }));
		expect(description).toContain('permission set');
		const [item] = await runStep(step, { subject: 'Hello' }, { continueOnFail: true });
		expect(item?.json.error).toContain('not allowed');
	});
});
