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

// fact: delete-target. A second DELETE of what lies in Deleted Items would be for good.
it.each<[string, (id: string) => INodeParameters, () => string[], string]>([
	[
		'email.deleteFolder',
		(id) => ({ folder: locator('id', id) }),
		() => ['A', 'B'].map((name) => own().addFolder(name, 'inbox').id),
		'DELETE',
	],
	[
		'email.deleteEmail',
		(messageId) => ({ messageId, permanently: true }),
		() => [mail(), mail()],
		'POST',
	],
])(
	'%s deletes once what two items name, where n8n tries again between them',
	async (step, given, make, method) => {
		const [one = '', other = ''] = make();
		const refused = { method, path: new RegExp(encodeURIComponent(other)) };
		provider().faults.next(refused, { status: 400 });
		const items = [one, other, one].map((id) => ({ json: { id } }));
		const done = await runStep(step, given('={{ $json.id }}'), { items, tries: 2 });
		expect(done.map(({ json }) => json.deleted)).toEqual([true, true, true]);
		const path = new RegExp(encodeURIComponent(one));
		expect(provider().requests.count({ method, path })).toBe(1);
	},
);

it('a folder is deleted once where n8n tries again and another spelling of its mailbox comes first', async () => {
	const [one = '', other = ''] = ['A', 'B'].map((name) => shared().addFolder(name, 'inbox').id);
	const refused = { method: 'DELETE', path: new RegExp(encodeURIComponent(other)) };
	provider().faults.next(refused, { status: 400 });
	const items = [
		{ mailbox: 'Support@contoso.com', id: one },
		{ mailbox: 'support@Contoso.com', id: other },
		{ mailbox: 'support@Contoso.com', id: one },
	];
	const given = { mailbox: '={{ $json.mailbox }}', folder: locator('id', '={{ $json.id }}') };
	const done = await runStep('email.deleteFolder', given, {
		items: items.map((json) => ({ json })),
		tries: 2,
	});
	expect(done.map(({ json }) => json.deleted)).toEqual([true, true, true]);
	const path = new RegExp(encodeURIComponent(one));
	expect(provider().requests.count({ method: 'DELETE', path })).toBe(1);
});
