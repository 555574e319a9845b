import { ExecuteContext } from 'n8n-core';
import type { IExecuteData, INode, INodeParameters } from 'n8n-workflow';
import { own, provider, runStep, useMailboxes } from '../../../harness/mail';
import { failureOf, locator } from '../../../harness/steps';
import type { Fault, Faults } from '../../../simulator/faults';

useMailboxes();

type FaultyRequest = Parameters<Faults['next']>[0];

const to = (...addresses: string[]) => ({
	items: addresses.map((json) => ({ json: { to: json } })),
});
const mail = { to: '={{ $json.to }}', subject: '={{ "To " + $json.to }}', message: 'Hello' };
/** The same, of which a model writes to whom it goes. */
const mailOfModel = { ...mail, to: "={{ $fromAI('to') }}" };
const sentTo = () =>
	own()
		.sent.map(({ toRecipients }) => toRecipients[0]?.emailAddress.address)
		.sort();

describe('items of a run that n8n tries again', () => {
	it('are not sent again when another item failed', async () => {
		const items = to('ann@contoso.com', 'not an address', 'bob@contoso.com');
		const failure = await failureOf(runStep('email.sendEmail', mail, { ...items, tries: 3 }));
		expect(failure.message).toContain('is not an email address');
		expect(sentTo()).toEqual([...new Set(sentTo())]);
		expect(sentTo()).toContain('ann@contoso.com');
	});

	it('are not called open where a later attempt did what an earlier one left open', async () => {
		const { immutableId } = own().deliver({ subject: 'Offer', from: 'ann@contoso.com' });
		provider().faults.next({ method: 'PATCH', times: 6 }, { status: 503, after: true });
		const items = ['no', immutableId].map((id) => ({ json: { id } }));
		const messageId = locator('id', '={{ $json.id }}');
		const run = runStep(
			'email.updateEmail',
			{ messageId, readStatus: 'read' },
			{ items, tries: 2 },
		);
		const { description } = await failureOf(run);
		expect(description).toContain('1 of 2 items were already done');
		expect(description).not.toContain('[item 1]');
	});

	it('are not sent again where errors become items, which n8n tries again as well', async () => {
		const items = await runStep('email.sendEmail', mail, {
			...to('not an address', 'ann@contoso.com', 'bob@contoso.com'),
			tries: 3,
			continueOnFail: true,
		});
		expect(sentTo()).toEqual(['ann@contoso.com', 'bob@contoso.com']);
		expect(items.map(({ json, pairedItem }) => [json.sent, pairedItem])).toEqual([
			[undefined, { item: 0 }],
			[true, { item: 1 }],
			[true, { item: 2 }],
		]);
	});

	it('are counted as done in the error, whichever attempt has done them', async () => {
		provider().faults.next({ method: 'POST', path: /contacts$/ }, { cut: 'after' });
		const items = ['Ann', 'Bob', 'Cy'].map((name) => ({ json: { name } }));
		const given = { givenName: '={{ $json.name }}' };
		const failure = await failureOf(runStep('contact.createContact', given, { items, tries: 2 }));
		expect(failure.description).toContain(
			'2 of 3 items were already done; they are not undone. A retry of the execution does them again.',
		);
	});

	it('are tried again when they failed, and put out in order with those that were done', async () => {
		provider().faults.next({ method: 'POST', path: /messages$/, times: 1 }, { status: 400 });
		const items = await runStep('email.sendEmail', mail, {
			...to('ann@contoso.com', 'bob@contoso.com'),
			tries: 2,
		});
		expect(sentTo()).toEqual(['ann@contoso.com', 'bob@contoso.com']);
		expect(items.map(({ json }) => json.subject)).toEqual([
			'To ann@contoso.com',
			'To bob@contoso.com',
		]);
	});

	it.each([
		['a step', mail, {}],
		['the tool of an agent', mailOfModel, { asTool: true }],
	])('are not sent again by %s when nobody can tell if they were sent', async (_, sent, how) => {
		// Without the right to keep drafts nothing can be looked up afterwards.
		provider().faults.next({ method: 'POST', path: /messages$/, times: 9 }, { status: 403 });
		provider().faults.next({ method: 'POST', path: /sendMail$/ }, { cut: 'after' });
		const failure = await failureOf(
			runStep('email.sendEmail', sent, { ...to('ann@contoso.com'), ...how, tries: 3 }),
		);
		expect(failure.message).toContain('may have been sent');
		expect(sentTo()).toEqual(['ann@contoso.com']);
	});

	it('say once what an earlier attempt left behind, however often they are repeated', async () => {
		const { faults } = provider();
		faults.next({ method: 'POST', path: /messages$/ }, { cut: 'before' });
		faults.next({ method: 'GET', path: /messages$/, times: 6 }, { status: 503 });
		faults.next({ method: 'POST', path: /send$/ }, { cut: 'before' });
		faults.next({ method: 'GET', path: /messages\/[^/]+$/, times: Infinity }, { status: 503 });
		const run = runStep('email.sendEmail', mail, { ...to('ann@contoso.com'), tries: 4 });
		const { message, description } = await failureOf(run);
		expect(message).toContain('may have been sent');
		expect(description.match(/An unsent draft may be left/g)).toHaveLength(1);
	});

	it.each([
		['people, above the output', mail, {}],
		['a language model', mailOfModel, { asTool: true }],
	])(
		'tell %s what an earlier attempt left behind, also where they succeed',
		async (_, sent, how) => {
			const hint = jest.spyOn(ExecuteContext.prototype, 'addExecutionHints');
			provider().faults.next({ method: 'POST', path: /send$/ }, { status: 403 });
			provider().faults.next({ method: 'DELETE' }, { status: 403 });
			const run = runStep('email.sendEmail', sent, { ...to('ann@contoso.com'), ...how, tries: 2 });
			const [item] = await run;
			const hints = hint.mock.calls.flat().map(({ message }) => message);
			hint.mockRestore();
			const [draft] = own().messages.filter(({ isDraft }) => isDraft);
			const told = `An unsent draft is left in Drafts (ID ${draft?.immutableId}): delete it.`;
			expect(sentTo()).toEqual(['ann@contoso.com']);
			expect('asTool' in how ? [item?.json.more] : hints).toEqual([told]);
		},
	);

	type Given = INodeParameters | Promise<INodeParameters>;
	it.each<[string, string, () => Given, Array<[FaultyRequest, Fault]>, string]>([
		[
			'fails for another reason',
			'email.sendEmail',
			() => ({ ...mail, to: 'ann@contoso.com' }),
			[
				[{ method: 'POST', path: /send$/ }, { status: 403 }],
				[{ method: 'DELETE' }, { status: 403 }],
				[{ method: 'POST', path: /messages$/ }, { delayMs: 0 }],
				[{ method: 'POST', path: /messages$/ }, { status: 400 }],
			],
			'An unsent draft is left in Drafts',
		],
		[
			'refuses what it finds done',
			'email.cancelScheduledEmail',
			async () => {
				const later = { ...mail, to: 'ann@contoso.com', sendAt: '2027-03-03T10:00' };
				const [item] = await runStep('email.scheduleEmail', later);
				return { messageId: locator('id', String(item?.json.id)) };
			},
			[
				[{ method: 'DELETE' }, { cut: 'after' }],
				[{ method: 'GET', path: /messages\/[^/]+$/ }, { delayMs: 0 }],
				[{ method: 'GET', path: /messages\/[^/]+$/, times: 6 }, { status: 503 }],
			],
			'It may have taken effect already: an answer was lost.',
		],
	])(
		'say it in the text that n8n hands on with On Error: Continue, where the last attempt %s',
		async (_, step, given, faults, told) => {
			const parameters = await given();
			for (const [match, fault] of faults) provider().faults.next(match, fault);
			const [item] = await runStep(step, parameters, { tries: 2, continueOnFail: true });
			expect(item?.json.error).toContain(told);
			expect(item?.error?.message).toBe(item?.json.error);
		},
	);

	it('say nothing of what a later attempt went on with', async () => {
		const hint = jest.spyOn(ExecuteContext.prototype, 'addExecutionHints');
		provider().faults.next({ method: 'POST', path: /messages$/ }, { cut: 'after' });
		provider().faults.next({ method: 'GET', path: /messages$/, times: 6 }, { status: 503 });
		await runStep('email.sendEmail', mail, { ...to('ann@contoso.com'), tries: 2 });
		expect(hint.mock.calls).toEqual([]);
		hint.mockRestore();
		expect(own().messages.filter(({ isDraft }) => isDraft)).toEqual([]);
	});

	it.each([
		['contact.createContact', { givenName: 'Ann' }, /contacts$/],
		['calendar.createCalendar', { name: 'Team' }, /calendars$/],
		['email.createFolder', { name: 'Customers' }, /mailFolders$/],
		['advanced.apiCall', { method: 'POST', endpoint: '/me/contacts', body: '{}' }, /contacts$/],
	])('are not made again when nobody can tell whether they were: %s', async (step, given, path) => {
		provider().faults.next({ method: 'POST', path, times: 9 }, { cut: 'after' });
		const failure = await failureOf(runStep(step, given, { tries: 3 }));
		expect(failure.message).toContain('may or may not have taken effect');
		expect(provider().requests.count({ method: 'POST', path })).toBe(1);
	});

	it.each([
		['a step', {}],
		["the tool of n8n's MCP Server Trigger", { asTool: true, beforeExecution: true }],
	])('are known again by the provider where it can tell: an event of %s', async (_, how) => {
		const path = '/me/events';
		provider().faults.next({ method: 'POST', path, times: 6 }, { cut: 'after' });
		provider().faults.next({ path: /calendarView$/, times: 6 }, { cut: 'before' });
		const event = { subject: 'Lunch', start: '2031-03-03T10:00', end: '2031-03-03T11:00' };
		await runStep('calendar.createEvent', event, { tries: 2, ...how });
		expect(provider().requests.count({ method: 'POST', path })).toBe(7);
		expect(own().calendar.events).toHaveLength(1);
	});

	it('are made by another attempt that looks first', async () => {
		provider().faults.next({ method: 'POST', path: '/me/contacts' }, { cut: 'before' });
		const contact = { email: 'ann@contoso.com' };
		const [item] = await runStep('contact.upsertContact', contact, { tries: 2 });
		expect(item?.json).toMatchObject({ created: true });
		expect(own().contacts.contacts).toHaveLength(1);
	});

	it('are moved by another attempt, as nobody can move an email twice', async () => {
		const email = own().deliver({ subject: 'Invoice', from: 'ann@contoso.com' });
		provider().faults.next({ method: 'POST', path: /move$/ }, { cut: 'before' });
		const given = { messageId: email.immutableId, folder: locator('id', 'archive') };
		await runStep('email.moveEmail', given, { tries: 2 });
		expect(email.parentFolderId).toBe(own().folder('archive').id);
	});

	it('are not called again because their answer holds an error, which n8n takes for a failure', async () => {
		const answer = { status: 201, body: { error: 'as the provider says' }, after: true };
		provider().faults.next({ method: 'POST' }, answer);
		const call = { method: 'POST', endpoint: '/me/messages', body: '{"subject":"Draft"}' };
		const [item] = await runStep('advanced.apiCall', call, { tries: 2 });
		expect(item?.json).toEqual(answer.body);
		expect(provider().requests.count({ method: 'POST' })).toBe(1);
	});

	it('are run by each call of the tool of an agent, although calls may share a record', async () => {
		const agent = { id: '1', name: 'Agent', type: 'agent', typeVersion: 1, parameters: {} };
		const node: INode = { ...agent, position: [0, 0] };
		const record: IExecuteData = { node, data: {}, source: null };
		const call = { asTool: true, tries: 2, record };
		await runStep('email.sendEmail', mailOfModel, { ...to('ann@contoso.com'), ...call });
		await runStep('email.sendEmail', mailOfModel, { ...to('ann@contoso.com'), ...call });
		expect(sentTo()).toEqual(['ann@contoso.com', 'ann@contoso.com']);
	});

	it('are all run again by another run', async () => {
		await runStep('email.sendEmail', mail, to('ann@contoso.com'));
		await runStep('email.sendEmail', mail, to('ann@contoso.com'));
		expect(sentTo()).toEqual(['ann@contoso.com', 'ann@contoso.com']);
	});
});
