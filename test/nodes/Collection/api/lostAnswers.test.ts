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
import { failureOf } from '../../../harness/steps';

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

	it('is made again by Retry On Fail where it was refused, so that it did nothing', async () => {
		const request = world().addRequest({ name: 'Onboarding', status: 'published' });
		const template = byId(world().pageTemplates[0]?.id ?? '');
		provider().faults.next({ method: 'POST' }, { status: 403 });
		await runStep('request.addPage', { request: byId(request.id), template }, { clock, tries: 2 });
		expect(request.pages).toHaveLength(1);
	});
});
