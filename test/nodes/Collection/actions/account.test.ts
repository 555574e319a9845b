import { ExecuteContext } from 'n8n-core';
import {
	API,
	arrived,
	provider,
	requestTo,
	runForOne,
	runStep,
	useCollection,
	world,
} from '../../../harness/collection';
import { failureOf, locator } from '../../../harness/steps';

useCollection();

/** Has the second change run late: the first one goes alone, to find out what the quota leaves. */
function late(): void {
	provider().faults.next({ method: 'PUT' }, { delayMs: 0 });
	provider().faults.next({ method: 'PUT' }, { delayMs: 100 });
}

describe('List Templates', () => {
	it.each([
		['request', ['Onboarding', 'Tax return']],
		['page', ['Business', 'Files']],
		['section', ['Basics', 'Uploads']],
	])('lists %s templates', async (kind, names) => {
		const rows = await runStep('template.listTemplates', { kind, returnAll: true });
		expect(rows.map(({ json }) => json.name)).toEqual(names);
		expect(arrived()).toEqual([`GET /${kind}_templates`]);
	});

	it('says which permission may be missing', async () => {
		provider().faults.next({ path: `${API}/request_templates` }, { status: 403 });
		expect((await failureOf(runStep('template.listTemplates'))).description).toMatch(
			/^List Templates needs read_templates\. Choose Permissions that include it in the credential/,
		);
	});
});

describe('List Folders and List Communication Schedules', () => {
	it.each([
		['listFolders', 'folders', ['Default Folder', 'Bookkeeping']],
		['listSchedules', 'communication_templates', ['Default', 'Gentle']],
	])('%s reads /%s', async (step, path, names) => {
		const rows = await runStep(`template.${step}`, { returnAll: true });
		expect(rows.map(({ json }) => json.name)).toEqual(names);
		expect(arrived()).toEqual([`GET /${path}`]);
	});

	it.each(['listFolders', 'listSchedules'])('%s refuses a limit that is none', async (step) => {
		expect((await failureOf(runStep(`template.${step}`, { limit: '={{ "x" }}' }))).message).toMatch(
			/^Limit: /,
		);
	});
});

describe('A list that was cut', () => {
	const byStep: Array<[string, string, object]> = [
		['client.listClients', 'clients', {}],
		['client.listCompanies', 'client_companies', {}],
		['request.listRequests', 'requests', {}],
		['template.listTemplates', 'section_templates', { kind: 'section' }],
		['template.listFolders', 'folders', {}],
		['template.listSchedules', 'communication_templates', {}],
		['advanced.listTeamMembers', 'team_members', {}],
		['advanced.listWebhooks', 'webhooks', {}],
	];
	const rows = (path: string, count: number) => {
		const results = Array.from({ length: count }, (_, index) => ({
			id: `id_${index}`,
			name: `Name ${index}`,
		}));
		provider().faults.next({ path: `${API}/${path}` }, { status: 200, body: { results } });
	};

	it.each(byStep)('%s tells people above the output, and models', async (step, path, own) => {
		const hint = jest.spyOn(ExecuteContext.prototype, 'addExecutionHints');
		rows(path, 3);
		expect(await runStep(step, { ...own, limit: 2 })).toHaveLength(2);
		const CUT = /^Only the first 2 .* are returned\./;
		const advice = hint.mock.lastCall?.[0]?.message;
		expect(advice).toMatch(CUT);
		expect(advice).toMatch(/Raise Limit, .*Return All/);
		rows(path, 3);
		const items = await runStep(step, { ...own, limit: 2 }, { asTool: true });
		// A model sets no Limit, and there is no button for it.
		const told = [undefined, expect.not.stringContaining('Return All')];
		expect(items.map(({ json }) => json.more)).toEqual(told);
		expect(items[1]?.json.more).toMatch(CUT);
		hint.mockRestore();
	});

	it.each(byStep.slice(1).filter(([step]) => !step.endsWith('Requests')))(
		'%s is read once in a run of several items',
		async (step, _, own) => {
			const items = [{ json: {} }, { json: {} }, { json: {} }];
			await runStep(step, { ...own }, { items });
			expect(provider().requests.count({ method: 'GET' })).toBe(1);
		},
	);

	it.each(byStep)('%s says nothing where all were returned', async (step, path, own) => {
		rows(path, 2);
		const items = await runStep(step, { ...own, limit: 2 }, { asTool: true });
		expect(items.map(({ json }) => ({ ...json, id: '' }))).toEqual([
			{ name: 'Name 0', id: '' },
			{ name: 'Name 1', id: '' },
		]);
	});
});

describe('The team', () => {
	const owner = () => world().team[0];

	it('is listed', async () => {
		const [member] = await runStep('advanced.listTeamMembers', { search: 'olive' });
		expect(member?.json).toMatchObject({ email: 'owner@contoso.com', role: 'admin', active: true });
		expect(requestTo('GET', '/team_members').query).toMatchObject({ q: 'olive' });
	});

	it.each(['id', 'list', 'email'])('gives one member by %s', async (mode) => {
		const value = mode === 'email' ? 'OWNER@contoso.com' : (owner()?.id ?? '');
		const member = await runForOne('advanced.getTeamMember', { member: locator(mode, value) });
		expect(member.id).toBe(owner()?.id);
	});

	it('is joined by invitation', async () => {
		const member = await runForOne('advanced.inviteTeamMember', {
			email: 'sam@contoso.com',
			name: 'Sam Roe',
			role: 'editor',
			message: 'Welcome',
		});
		expect(requestTo('POST', '/team_members').body).toEqual({
			email: 'sam@contoso.com',
			full_name: 'Sam Roe',
			role: 'editor',
			personal_message: 'Welcome',
		});
		expect(member).toMatchObject({ id: world().team[1]?.id, active: true });
	});

	it('is joined in a role by its label, and in none that does not exist', async () => {
		const parameters = { email: 'sam@contoso.com', name: 'Sam Roe' };
		const member = await runForOne('advanced.inviteTeamMember', {
			...parameters,
			role: '={{ "Reviewer" }}',
		});
		expect(member.role).toBe('reviewer');
		const { message } = await failureOf(
			runStep('advanced.inviteTeamMember', { ...parameters, role: 'owner' }),
		);
		expect(message).toBe('Role: must be one of: admin, editor, reviewer, viewer');
	});

	it('is not joined twice when the answer was lost', async () => {
		provider().faults.next({ method: 'POST' }, { cut: 'after' });
		const parameters = { email: 'sam@contoso.com', name: 'Sam Roe', role: 'viewer' };
		expect(await runForOne('advanced.inviteTeamMember', parameters)).toMatchObject({
			id: world().team[1]?.id,
		});
		expect(world().team).toHaveLength(2);
		provider().faults.next({ method: 'POST' }, { cut: 'before' });
		const other = { ...parameters, email: 'kim@contoso.com' };
		expect((await failureOf(runStep('advanced.inviteTeamMember', other))).message).toContain(
			'team member may exist',
		);
	});

	it('changes role and access', async () => {
		const member = locator('email', 'owner@contoso.com');
		const changed = await runForOne('advanced.updateTeamMember', {
			member,
			role: 'viewer',
			access: 'blocked',
		});
		expect(requestTo('PUT', `/team_members/${owner()?.id}`).body).toEqual({
			role: 'viewer',
			active: false,
		});
		expect(changed).toMatchObject({ role: 'viewer', active: false });
		expect((await failureOf(runStep('advanced.updateTeamMember', { member }))).message).toMatch(
			/^Role: choose a Role \(admin, editor, reviewer, viewer\) or an Access \(allowed, blocked\)/,
		);
	});

	it('ends as the last of several items says', async () => {
		const member = locator('id', owner()?.id ?? '');
		late();
		const items = ['blocked', 'blocked', 'allowed'].map((access) => ({ json: { access } }));
		const change = { member, access: '={{ $json.access }}' };
		await runStep('advanced.updateTeamMember', change, { items });
		expect(owner()?.active).toBe(true);
	});

	it('is left', async () => {
		const id = owner()?.id ?? '';
		const member = locator('id', id);
		expect(await runForOne('advanced.deleteTeamMember', { member })).toEqual({ id, deleted: true });
		expect(world().team).toEqual([]);
	});

	it.each(['getTeamMember', 'updateTeamMember', 'deleteTeamMember'])(
		'%s names the email that nobody has',
		async (step) => {
			const member = locator('email', 'nobody@contoso.com');
			const { message } = await failureOf(runStep(`advanced.${step}`, { member, role: 'viewer' }));
			expect(message).toMatch(/^Team Member: nobody in the team has this email/);
		},
	);
});

describe('Webhooks', () => {
	const url = 'https://n8n.contoso.com/webhook/abc';
	const events = ['request_completed', 'field_approved'];

	it('are created, read, listed, changed and deleted', async () => {
		const { id } = await runForOne('advanced.createWebhook', { url, events });
		expect(requestTo('POST', '/webhooks').body).toEqual({
			url,
			enabled: true,
			subscriptions: events,
		});
		const webhookId = String(id);
		expect(await runForOne('advanced.getWebhook', { webhookId })).toMatchObject({ id, url });
		const items = [{ json: { id, url } }];
		const byItem = runForOne('advanced.getWebhook', { webhookId: '={{ $json }}' }, { items });
		expect(await byItem).toMatchObject({ id });
		expect(await runForOne('advanced.listWebhooks')).toMatchObject({ id, subscriptions: events });
		const changed = await runForOne('advanced.updateWebhook', {
			webhookId,
			url,
			events: '={{ "client_created" }}',
			enabled: false,
		});
		expect(changed).toMatchObject({ id, enabled: false, subscriptions: ['client_created'] });
		expect(await runForOne('advanced.deleteWebhook', { webhookId })).toEqual({ id, deleted: true });
		expect(world().webhooks).toEqual([]);
	});

	it('end as the last of several items says', async () => {
		const { id } = await runForOne('advanced.createWebhook', { url, events });
		const webhookId = String(id);
		late();
		const items = [true, true, false].map((enabled) => ({ json: { enabled } }));
		const change = { webhookId, url, events, enabled: '={{ $json.enabled }}' };
		await runStep('advanced.updateWebhook', change, { items });
		expect(world().webhooks).toMatchObject([{ enabled: false }]);
	});

	it('are not created twice when the answer was lost', async () => {
		provider().faults.next({ method: 'POST' }, { cut: 'after' });
		const { id } = await runForOne('advanced.createWebhook', { url, events });
		expect(world().webhooks.map((webhook) => webhook.id)).toEqual([id]);
	});

	it('go to https addresses only, about at least one event', async () => {
		const plain = { url: 'http://n8n.contoso.com/x', events };
		expect((await failureOf(runStep('advanced.createWebhook', plain))).message).toMatch(
			/^URL: .*https:/,
		);
		expect(
			(await failureOf(runStep('advanced.createWebhook', { url, events: [] }))).message,
		).toMatch(/^Events: /);
		expect(arrived()).toEqual([]);
	});

	it('say what the provider does not know', async () => {
		const unknown = { url, events: '={{ "request_lost" }}' };
		expect((await failureOf(runStep('advanced.createWebhook', unknown))).message).toContain(
			'unknown request_lost',
		);
	});

	it.each(['getWebhook', 'deleteWebhook'])('%s says when there is none', async (step) => {
		const { message } = await failureOf(runStep(`advanced.${step}`, { webhookId: 'whk_1' }));
		expect(message).toMatch(/^Webhook ID: .*nothing with this ID/);
	});
});

describe('Who Am I', () => {
	it('gives the name of the person who signed in', async () => {
		expect(await runForOne('advanced.whoAmI')).toEqual({ full_name: 'Olive Owner' });
	});

	it.each(['<!DOCTYPE html><title>Content Snare</title>', '', []])(
		'does not pass where the API root is that of something else, which answers %j',
		async (body) => {
			provider().faults.next({ path: `${API}/me` }, { status: 200, body });
			const { message } = await failureOf(runStep('advanced.whoAmI'));
			expect(message).toBe("Content Snare's answer could not be read");
		},
	);

	it('says so when the account is not connected', async () => {
		const { message, description } = await failureOf(
			runStep('advanced.whoAmI', {}, { credentialData: { oauthTokenData: {} } }),
		);
		expect(message).toBe('The credential "My account" is not connected');
		expect(description).toBe('Open the credential "My account", press "Connect" and sign in.');
	});
});
