import type { INodeParameters } from 'n8n-workflow';
import {
	pat,
	provider,
	runForOne,
	runStep,
	useCollection,
	world,
} from '../../../harness/collection';
import { createSkippingClock } from '../../../harness/skippingClock';
import { failureOf, locator } from '../../../harness/steps';

useCollection();

const clock = createSkippingClock();

const byId = (value: string) => ({ __rl: true, mode: 'id', value });

describe('a request whose answer is lost', () => {
	it.each([{ cut: 'before' } as const, { cut: 'after' } as const, { status: 503, after: true }])(
		'has deleted what the next attempt does not find (%j)',
		async (fault) => {
			const { id } = pat();
			provider().faults.next({ method: 'DELETE' }, fault);
			await runForOne('client.deleteClient', { client: byId(id) }, { clock });
			expect(world().clients).toEqual([]);
		},
	);

	it('is none that was answered with a page of a proxy, and is made again where that is safe', async () => {
		const { id } = pat();
		const page = { status: 200, headers: { 'content-type': 'text/html' }, body: '<html>Blocked' };
		provider().faults.next({ method: 'DELETE' }, page);
		await runForOne('client.deleteClient', { client: byId(id) }, { clock });
		expect(world().clients).toEqual([]);
		provider().faults.next({ method: 'DELETE', times: 99 }, page);
		const failure = await failureOf(
			runStep('client.deleteClient', { client: byId(pat().id) }, { clock }),
		);
		expect(failure.message).toContain("Content Snare's answer could not be read");
		expect(world().clients).toHaveLength(1);
	});

	it('has not deleted what was not there before', async () => {
		const { id } = pat();
		world().clients.splice(0);
		expect(
			(await failureOf(runStep('client.deleteClient', { client: byId(id) }, { clock }))).message,
		).toContain('Content Snare has nothing with this ID');
	});

	it('has done nothing else to what the next attempt does not find', async () => {
		provider().faults.next({ method: 'PUT' }, { cut: 'before' });
		provider().faults.next({ method: 'PUT' }, { status: 404 });
		const approved = { scope: 'request', request: byId('req_1') };
		expect((await failureOf(runStep('request.approveAll', approved, { clock }))).message).toContain(
			'Content Snare has nothing with this ID',
		);
	});

	it.each([500, 501, 502, 503])(
		'is not made again when it creates and is answered %i, not by Retry On Fail either',
		async (status) => {
			provider().faults.next({ method: 'POST' }, { status });
			const created = runStep(
				'client.createClient',
				{ email: 'pat@example.com', name: 'Pat' },
				{ clock, tries: 3 },
			);
			await expect(created).rejects.toMatchObject({
				message: expect.stringContaining('The client may exist'),
				failure: { cause: 'temporarily-unavailable' },
			});
			expect(provider().requests.count({ method: 'POST' })).toBe(1);
		},
	);

	const added: Array<[string, () => INodeParameters]> = [
		[
			'request.addPage',
			() => ({ request: byId('req_1'), template: byId(world().pageTemplates[0]?.id ?? '') }),
		],
		[
			'request.addSection',
			() => ({ pageId: 'pag_1', template: byId(world().sectionTemplates[0]?.id ?? '') }),
		],
		['request.runIntegrationActions', () => ({ request: byId('req_1') })],
		['advanced.apiCall', () => ({ method: 'POST', endpoint: '/pages', body: '{}' })],
	];
	const faults = [{ cut: 'after' } as const, { status: 503, after: true }];
	it.each(added.flatMap(([step, given]) => faults.map((fault) => [step, fault, given] as const)))(
		'is not made again by Retry On Fail where each one counts: %s, %j',
		async (step, fault, given) => {
			const write = { method: step === 'request.runIntegrationActions' ? 'PUT' : 'POST' };
			provider().faults.next({ ...write, times: 9 }, fault);
			const failure = await failureOf(runStep(step, given(), { clock, tries: 3 }));
			expect(failure.description).toContain('heck in Content Snare before running the step again');
			expect(provider().requests.count(write)).toBe(1);
		},
	);

	/** Six attempts are made at a change. */
	const attempts = 6;
	it.each([
		['is not reached any more', { cut: 'after' as const }],
		['answers no more', { status: 504, after: true }],
	])(
		'may have changed something where the provider %s, and the error says so',
		async (_, fault) => {
			const request = world().addRequest({ name: 'Onboarding' });
			provider().faults.next({ method: 'PUT', times: attempts }, fault);
			const publish = runStep('request.publishRequest', { request: byId(request.id) }, { clock });
			expect((await failureOf(publish)).description).toMatch(
				/run the step again.* It may have taken effect already: an answer was lost\./i,
			);
			expect(request.status).toBe('published');
		},
	);

	const gone: Array<[string, INodeParameters]> = [
		['client.deleteClient', { client: locator('email', 'pat@example.com') }],
		[
			'client.updateClient',
			{ client: locator('email', 'pat@example.com'), newEmail: 'pat@contoso.com' },
		],
		['advanced.deleteTeamMember', { member: locator('email', 'owner@contoso.com') }],
		['advanced.apiCall', { method: 'DELETE', endpoint: '/clients/{id}' }],
	];
	it.each(gone)(
		'may be why Retry On Fail finds nothing any more, and the error says so: %s',
		async (step, { endpoint, ...given }) => {
			const { id } = pat();
			const path = endpoint ? { endpoint: `/clients/${id}` } : {};
			for (const method of ['PUT', 'DELETE']) {
				provider().faults.next({ method, times: attempts }, { cut: 'after' });
			}
			const retried = runStep(step, { ...given, ...path }, { clock, tries: 2 });
			const failure = await failureOf(retried);
			expect(failure.message).toMatch(/no active client|nobody in the team|nothing with this ID/);
			expect(failure.description).toContain(
				'It may have taken effect already: an answer was lost.',
			);
		},
	);

	const before: Array<[string, () => INodeParameters]> = [
		[
			'client.createClient',
			() => {
				pat();
				return { email: 'pat@example.com', name: 'Patricia Doe' };
			},
		],
		[
			'request.createRequest',
			() => {
				const client = pat();
				const updated_at = new Date(clock.now()).toISOString();
				world().addRequest({ name: 'Onboarding', clients: [client], updated_at });
				const template = byId(world().requestTemplates[0]?.id ?? '');
				return { client: byId(client.id), template, name: 'Onboarding' };
			},
		],
		[
			'advanced.inviteTeamMember',
			() => ({ email: 'owner@contoso.com', name: 'Olive Owner', role: 'editor' }),
		],
		[
			'advanced.createWebhook',
			() => {
				const webhook = { url: 'https://n8n.contoso.com/x', subscriptions: ['client_created'] };
				world().webhooks.push({ id: 'whk_1', type: 'webhook', enabled: false, ...webhook });
				return { url: webhook.url, events: webhook.subscriptions };
			},
		],
	];
	it.each(before)(
		'has not made what was there before with something else in it: %s',
		async (step, given) => {
			const parameters = given();
			provider().faults.next({ method: 'POST' }, { cut: 'before' });
			expect((await failureOf(runStep(step, parameters, { clock }))).message).toMatch(
				/^The (client|request|team member|webhook) may exist/,
			);
		},
	);

	it('is made again by Retry On Fail where it was refused, so that it did nothing', async () => {
		const request = world().addRequest({ name: 'Onboarding', status: 'published' });
		const template = byId(world().pageTemplates[0]?.id ?? '');
		provider().faults.next({ method: 'POST' }, { status: 403 });
		await runStep('request.addPage', { request: byId(request.id), template }, { clock, tries: 2 });
		expect(request.pages).toHaveLength(1);
	});
});
