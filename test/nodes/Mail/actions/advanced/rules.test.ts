import {
	asked,
	own,
	provider,
	runForOne,
	runStep,
	SHARED_MAILBOX,
	useMailboxes,
} from '../../../../harness/mail';
import { failureOf, locator } from '../../../../harness/steps';

useMailboxes();

const list = 'advanced.listRules';
const create = 'advanced.createRule';
const remove = 'advanced.deleteRule';
const DENIED = { error: { code: 'ErrorAccessDenied', message: 'Access is denied.' } };
const person = (address: string, name = address) => ({ emailAddress: { name, address } });

describe('List Rules', () => {
	it('lists the rules in the order in which they run, and whom they forward to', async () => {
		own().addRule({
			displayName: 'From partner',
			sequence: 2,
			conditions: { senderContains: ['adele'], hasAttachments: false },
			actions: {
				forwardTo: [person('alex@fabrikam.com', 'Alex')],
				redirectTo: [person('bob@fabrikam.com'), person('', 'Somebody')],
				stopProcessingRules: true,
			},
		});
		const { id } = own().addRule({
			displayName: 'Spam',
			sequence: 1,
			isEnabled: false,
			conditions: { subjectContains: ['win'] },
			exceptions: { fromAddresses: [person('ann@contoso.com')] },
			actions: { delete: true },
		});
		const items = await runStep(list);
		expect(items.map(({ json }) => json)).toMatchObject([
			{
				name: 'Spam',
				enabled: false,
				order: 1,
				conditions: { subjectContains: ['win'] },
				exceptions: { fromAddresses: [{ address: 'ann@contoso.com' }] },
				actions: { delete: true },
				forwardsTo: [],
				id,
			},
			{
				name: 'From partner',
				enabled: true,
				forwardsTo: ['alex@fabrikam.com', 'bob@fabrikam.com', 'Somebody'],
				actions: { forwardTo: [{ address: 'alex@fabrikam.com', name: 'Alex' }] },
			},
		]);
		expect(items[1]?.json.conditions).toEqual({ senderContains: ['adele'] });
		expect(items[0]?.json).not.toHaveProperty('unknown');
	});

	it('marks a rule that Graph cannot describe: nobody can say what it does', async () => {
		own().addRule({ displayName: 'Made in Outlook' });
		own().addRule({ displayName: 'Locked', isReadOnly: true, actions: { markAsRead: true } });
		const items = await runStep(list);
		expect(
			items.map(({ json: { unknown, readOnly, forwardsTo } }) => [unknown, readOnly, forwardsTo]),
		).toEqual([
			[true, true, undefined],
			[undefined, true, []],
		]);
	});

	it('reads rules of which most is not said', async () => {
		const value = [{ id: 'A', conditions: null, actions: { 'forwardTo@odata.type': 'x' } }, {}];
		provider().faults.next({}, { status: 200, body: { value } });
		const items = await runStep(list);
		expect(items.map(({ json }) => json)).toEqual([
			{
				name: '',
				enabled: false,
				conditions: {},
				exceptions: {},
				actions: {},
				forwardsTo: [],
				id: 'A',
			},
		]);
	});

	it('says of another mailbox that only its owner sees them', async () => {
		const failure = await failureOf(runStep(list, { mailbox: SHARED_MAILBOX }));
		expect(failure.description).toContain('leave Mailbox empty');
	});
});

describe('Create Rule', () => {
	it('of several items makes one after the other: each stands in front, and the parts of a batch have no order', async () => {
		const items = ['First', 'Second'].map((name) => ({ json: { name } }));
		const rule = { conditions: { everyEmail: true }, actions: { markAsRead: true } };
		await runStep(create, { name: '={{ $json.name }}', ...rule }, { items });
		expect(own().rules.map(({ displayName }) => displayName)).toEqual(['First', 'Second']);
		expect(provider().requests.count({ method: 'POST', inBatch: true })).toBe(0);
	});

	it('has the mailbox sort, label and forward by itself', async () => {
		const folder = own().addFolder('Invoices', 'inbox');
		const item = await runForOne(create, {
			name: 'Invoices',
			conditions: {
				fromAddresses: 'Pat <pat@fabrikam.com>',
				subjectContains: 'invoice, bill',
				hasAttachments: true,
				importance: 'High',
			},
			exceptions: { sentOnlyToMe: true },
			actions: {
				moveToFolder: locator('name', 'Inbox/Invoices'),
				labels: 'Invoice',
				forwardTo: 'ann@contoso.com',
				markAsRead: true,
				delete: false,
			},
		});
		expect(item).toMatchObject({ name: 'Invoices', enabled: true, order: 1 });
		expect(item.forwardsTo).toEqual(['ann@contoso.com']);
		expect(own().rules).toMatchObject([{ displayName: 'Invoices', isReadOnly: false }]);
		const [rule] = own().rules;
		expect(rule?.conditions).toEqual({
			fromAddresses: [{ emailAddress: { address: 'pat@fabrikam.com', name: 'Pat' } }],
			subjectContains: ['invoice', 'bill'],
			hasAttachments: true,
			importance: 'high',
		});
		expect(rule?.exceptions).toEqual({ sentOnlyToMe: true });
		expect(rule?.actions).toEqual({
			moveToFolder: folder.id,
			assignCategories: ['Invoice'],
			forwardTo: [{ emailAddress: { address: 'ann@contoso.com' } }],
			markAsRead: true,
		});
	});

	it('names a standard folder by its ID, which is what a rule holds', async () => {
		const actions = { moveToFolder: locator('name', 'Archive') };
		await runForOne(create, { name: 'All', conditions: { everyEmail: true }, actions });
		expect(own().rules[0]?.actions).toEqual({ moveToFolder: own().folder('archive').id });
		expect(own().rules[0]?.conditions).toEqual({});
	});

	it('puts it at a place of its own, and off', async () => {
		await runForOne(create, {
			name: 'Later',
			conditions: { senderContains: 'news' },
			actions: { markImportance: 'low' },
			options: { order: 7, switchedOff: true },
		});
		expect(own().rules[0]).toMatchObject({ sequence: 7, isEnabled: false });
	});

	it.each([
		[{}, 'Conditions: name no email'],
		[{ conditions: { everyEmail: true } }, 'Actions: do nothing'],
		[{ conditions: { fromAddresses: 'Pat' } }, 'entry 1 is not an email address'],
		[
			{
				conditions: { sentToMe: true },
				actions: { moveToFolder: locator('name', 'Nowhere') },
			},
			'no folder',
		],
	])('refuses %j, and makes no rule', async (given, message) => {
		const actions = { stopProcessingRules: false };
		const failure = await failureOf(runForOne(create, { name: 'New', actions, ...given }));
		expect(failure.message).toContain(message);
		expect(own().rules).toEqual([]);
	});

	it('sends a model that names no email to no switch that only people have', async () => {
		const conditions = { subjectContains: '' };
		const rule = { name: 'New', conditions, actions: { markAsRead: true } };
		const { message } = await failureOf(runForOne(create, rule, { asTool: true }));
		expect(message).toContain('A person can switch on Every Email');
	});

	it('does not delete what it was to forward, where the expression for that gives nothing', async () => {
		for (const forwardTo of ['={{ $json.none }}', '={{ $json.blank }}']) {
			const given = {
				name: 'New',
				conditions: { sentToMe: true },
				actions: { delete: true, forwardTo },
			};
			const failure = await failureOf(runStep(create, given, { items: [{ json: { blank: '' } }] }));
			expect(failure.message).toBe('Actions > Forward To: its expression gives nothing');
		}
		expect(own().rules).toEqual([]);
	});

	it('says which permission is missing, and where to add it', async () => {
		provider().faults.next({ method: 'POST' }, { status: 403, body: DENIED });
		const given = { conditions: { sentToMe: true }, actions: { markAsRead: true } };
		const failure = await failureOf(runForOne(create, { name: 'New', ...given }));
		expect(failure.description).toContain('add the scope MailboxSettings.ReadWrite, press');
	});

	it('is not repeated after a lost answer, as there would be two', async () => {
		provider().faults.next({ method: 'POST' }, { cut: 'after' });
		const given = { conditions: { sentToMe: true }, actions: { markAsRead: true } };
		const failure = await failureOf(runForOne(create, { name: 'New', ...given }));
		expect(failure.message).toContain('may or may not have taken effect');
		expect(own().rules).toHaveLength(1);
	});
});

describe('Delete Rule', () => {
	it('deletes a rule', async () => {
		const { id } = own().addRule({ displayName: 'Spam', actions: { delete: true } });
		await expect(runForOne(remove, { rule: locator('id', id) })).resolves.toEqual({
			id,
			deleted: true,
		});
		expect(own().rules).toEqual([]);
	});

	it('has deleted it where the first answer was lost', async () => {
		const { id } = own().addRule({ displayName: 'Spam', actions: { delete: true } });
		provider().faults.next({ method: 'DELETE' }, { cut: 'after' });
		const item = await runForOne(remove, { rule: locator('id', id) });
		expect(item).toEqual({ id, deleted: true });
		expect(asked()).toHaveLength(2);
	});

	it('fails for a rule that is not there', async () => {
		const failure = await failureOf(runForOne(remove, { rule: locator('id', 'AQAAAJ5dZqA=') }));
		expect(failure.message).toContain('Not found');
		expect(failure.description).toContain('List Rules');
	});

	it('leaves a rule that Outlook alone can change', async () => {
		const { id } = own().addRule({ displayName: 'Made in Outlook' });
		const failure = await failureOf(runForOne(remove, { rule: locator('id', id) }));
		expect(failure.message).toContain('refused');
		expect(own().rules).toHaveLength(1);
	});

	it('says which permission is missing', async () => {
		provider().faults.next({ method: 'DELETE' }, { status: 403, body: DENIED });
		const failure = await failureOf(runForOne(remove, { rule: locator('id', 'A') }));
		expect(failure.description).toContain('MailboxSettings.ReadWrite');
		expect(asked()).toEqual(['DELETE /me/mailFolders/inbox/messageRules/A']);
	});
});

describe('Update Rule', () => {
	const update = 'advanced.updateRule';
	const byId = (id: string) => ({ rule: locator('id', id) });
	const seed = () =>
		own().addRule({
			displayName: 'Partner',
			sequence: 2,
			conditions: { senderContains: ['adele'], hasAttachments: true },
			exceptions: { subjectContains: ['private'] },
			actions: { markAsRead: true, stopProcessingRules: true },
		});

	it('switches a rule off and on again, and leaves the rest of it as it is', async () => {
		const rule = seed();
		const before = structuredClone(rule);
		expect(await runForOne(update, { ...byId(rule.id), status: 'off' })).toMatchObject({
			name: 'Partner',
			enabled: false,
		});
		expect(rule).toEqual({ ...before, isEnabled: false });
		await runForOne(update, { ...byId(rule.id), status: 'on' });
		expect(rule).toEqual(before);
		expect(asked()).toEqual([
			'GET /me/mailFolders/inbox/messageRules',
			`PATCH /me/mailFolders/inbox/messageRules/${encodeURIComponent(rule.id)}`,
			'GET /me/mailFolders/inbox/messageRules',
			`PATCH /me/mailFolders/inbox/messageRules/${encodeURIComponent(rule.id)}`,
		]);
	});

	it('keeps conditions, exceptions and actions that it is not told of: Graph replaces them as a whole', async () => {
		const rule = seed();
		await runForOne(update, {
			...byId(rule.id),
			name: 'Partners',
			order: 1,
			conditions: { senderContains: 'adele, alex' },
			exceptions: { importance: 'high' },
			actions: { labels: 'Partner' },
		});
		expect(rule).toMatchObject({
			displayName: 'Partners',
			sequence: 1,
			conditions: { senderContains: ['adele', 'alex'], hasAttachments: true },
			exceptions: { subjectContains: ['private'], importance: 'high' },
			actions: { markAsRead: true, stopProcessingRules: true, assignCategories: ['Partner'] },
		});
	});

	it('moves to a standard folder by its ID', async () => {
		const rule = seed();
		await runForOne(update, {
			...byId(rule.id),
			actions: { moveToFolder: locator('name', 'Archive') },
		});
		expect(rule.actions?.moveToFolder).toBe(own().folder('archive').id);
	});

	it('takes away what is added and off, or left empty, and no other thing', async () => {
		const { id } = own().addRule({
			displayName: 'Partner',
			sequence: 2,
			conditions: {
				senderContains: ['adele'],
				hasAttachments: true,
				sentToMe: true,
				importance: 'high',
			},
			exceptions: { subjectContains: ['private'], importance: 'low' },
			actions: {
				delete: true,
				markImportance: 'high',
				stopProcessingRules: true,
				assignCategories: ['Partner'],
				forwardTo: [person('alex@fabrikam.com')],
				moveToFolder: own().folder('archive').id,
			},
		});
		const json = await runForOne(update, {
			...byId(id),
			conditions: { hasAttachments: false, importance: '' },
			exceptions: { subjectContains: '', importance: '' },
			actions: {
				delete: false,
				markImportance: '',
				forwardTo: '',
				labels: '',
				moveToFolder: locator('list', ''),
				markAsRead: true,
			},
		});
		expect(own().rules[0]).toMatchObject({ displayName: 'Partner', sequence: 2, isEnabled: true });
		expect([own().rules[0]?.conditions, own().rules[0]?.exceptions]).toEqual([
			{ senderContains: ['adele'], sentToMe: true },
			{},
		]);
		expect(own().rules[0]?.actions).toEqual({ stopProcessingRules: true, markAsRead: true });
		expect(json).toMatchObject({ forwardsTo: [], actions: { markAsRead: true } });
	});

	it.each(['conditions', 'exceptions'])(
		'refuses %s whose expression gives nothing: the rule would be for more emails, or for others',
		async (part) => {
			const rule = seed();
			const before = structuredClone(rule);
			const given = { ...byId(rule.id), [part]: { fromAddresses: '={{ $json.none }}' } };
			for (const none of [undefined, '']) {
				const failure = await failureOf(runStep(update, given, { items: [{ json: { none } }] }));
				expect(failure.message).toMatch(/ > From: its expression gives nothing$/);
			}
			expect(rule).toEqual(before);
		},
	);

	it('takes no action away where its expression gives nothing, and says so', async () => {
		const rule = seed();
		rule.actions = { ...rule.actions, moveToFolder: own().folder('archive').id };
		const before = structuredClone(rule);
		const items = [{ json: { blank: '' } }];
		for (const [label, actions] of [
			['Mark as Read', { markAsRead: '={{ $json.none }}' }],
			['Labels', { labels: '={{ $json.blank }}' }],
			['Move to Folder', { moveToFolder: locator('id', '={{ $json.blank }}') }],
		] as const) {
			const given = { ...byId(rule.id), name: 'Partner', actions };
			const failure = await failureOf(runStep(update, given, { items }));
			expect(failure.message).toBe(`Actions > ${label}: its expression gives nothing`);
		}
		expect(rule).toEqual(before);
		const actions = { labels: '={{ $json.blank ?? "" }}', stopProcessingRules: false };
		await runStep(update, { ...byId(rule.id), actions }, { items });
		expect(Object.keys(rule.actions ?? {})).toEqual(['markAsRead', 'moveToFolder']);
	});

	it.each([
		[
			{ conditions: { senderContains: '', hasAttachments: false } },
			'Conditions: would be none any more',
		],
		[
			{ actions: { markAsRead: false, stopProcessingRules: false } },
			'Actions: would be none any more',
		],
	])('refuses to take away all of them: %j', async (given, message) => {
		const rule = seed();
		const before = structuredClone(rule);
		const failure = await failureOf(runStep(update, { ...byId(rule.id), ...given }));
		expect(failure.message).toBe(message);
		expect(rule).toEqual(before);
	});

	it('changes what a rule for every incoming email does, whatever condition it is said not to have', async () => {
		const { id } = own().addRule({
			displayName: 'All',
			sequence: 1,
			actions: { markAsRead: true },
		});
		await runForOne(update, {
			...byId(id),
			conditions: { sentToMe: false },
			actions: { labels: 'New' },
		});
		expect(own().rules[0]?.actions).toEqual({ markAsRead: true, assignCategories: ['New'] });
	});

	it.each([
		[{}, 'There is nothing to change'],
		[{ rule: locator('id', 'AAAA'), status: 'on' }, 'Rule: is none of the Inbox'],
	])('refuses %j, and changes nothing', async (given, message) => {
		const rule = seed();
		const before = structuredClone(rule);
		const failure = await failureOf(runStep(update, { ...byId(rule.id), ...given }));
		expect(failure.message).toContain(message);
		expect(rule).toEqual(before);
	});

	it('refuses a rule that Graph cannot describe, before it asks for a change', async () => {
		const { id } = own().addRule({ displayName: 'Made in Outlook' });
		const failure = await failureOf(runStep(update, { ...byId(id), status: 'off' }));
		expect(failure.message).toBe('Rule: can only be changed in Outlook');
		expect(asked()).toEqual(['GET /me/mailFolders/inbox/messageRules']);
	});

	it('says which permission is missing', async () => {
		const rule = seed();
		provider().faults.next({ method: 'PATCH' }, { status: 403, body: DENIED });
		const failure = await failureOf(runStep(update, { ...byId(rule.id), status: 'off' }));
		expect(failure.description).toContain('MailboxSettings.ReadWrite');
	});
});
