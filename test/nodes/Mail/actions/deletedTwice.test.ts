import type { INodeParameters } from 'n8n-workflow';
import { own, provider, runStep, shared, useMailboxes } from '../../../harness/mail';
import { locator } from '../../../harness/steps';

useMailboxes();

const mail = () =>
	own().deliver({
		subject: 'Offer',
		from: 'ann@contoso.com',
		attachments: [{ name: 'a.txt', content: 'a' }],
	}).immutableId;

it.each<[string, () => Promise<INodeParameters>, string | RegExp]>([
	[
		'email.deleteEmail',
		async () => ({ messageId: mail(), permanently: true }),
		/\/permanentDelete$/,
	],
	[
		'email.deleteAttachment',
		async () => {
			const messageId = mail();
			const [file] = await runStep('email.listAttachments', { messageId });
			return { messageId, attachmentId: String(file?.json.id) };
		},
		/\/attachments\//,
	],
	[
		'advanced.deleteRule',
		async () => ({
			rule: locator('id', own().addRule({ displayName: 'Spam', actions: { delete: true } }).id),
		}),
		/\/messageRules\//,
	],
])('%s deletes once what two items name, and says so for both', async (step, given, path) => {
	const parameters = await given();
	const items = await runStep(step, parameters, { items: [{ json: {} }, { json: {} }] });
	expect(items.map(({ json, pairedItem }) => [json.deleted, pairedItem])).toEqual([
		[true, { item: 0 }],
		[true, { item: 1 }],
	]);
	for (const method of ['POST', 'DELETE']) {
		expect(provider().requests.count({ method, path })).toBeLessThanOrEqual(1);
	}
});

it('an email is deleted once where two items spell its mailbox in two ways', async () => {
	const messageId = shared().deliver({ subject: 'Offer', from: 'ann@contoso.com' }).immutableId;
	const spelt = ['Support@contoso.com', 'support@Contoso.com'];
	const items = await runStep(
		'email.deleteEmail',
		{ mailbox: '={{ $json.mailbox }}', messageId, permanently: true },
		{ items: spelt.map((mailbox) => ({ json: { mailbox } })) },
	);
	expect(items.map(({ json }) => json.deleted)).toEqual([true, true]);
});
