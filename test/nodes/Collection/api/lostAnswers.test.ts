import { pat, provider, runForOne, useCollection, world } from '../../../harness/collection';
import { createSkippingClock } from '../../../harness/skippingClock';
import { failureOf, locator } from '../../../harness/steps';

useCollection();

const clock = createSkippingClock();

describe('a request whose answer is lost', () => {
	test.each([{ cut: 'before' } as const, { cut: 'after' } as const, { status: 503, after: true }])(
		'has deleted what the next attempt does not find (%j)',
		async (fault) => {
			const { id } = pat();
			provider().faults.next({ method: 'DELETE' }, fault);
			await runForOne('client.deleteClient', { client: locator('id', id) }, { clock });
			expect(world().clients).toEqual([]);
		},
	);

	it('has not deleted what was not there before', async () => {
		const { id } = pat();
		world().clients.splice(0);
		const deleted = runForOne('client.deleteClient', { client: locator('id', id) }, { clock });
		expect((await failureOf(deleted)).message).toContain('Content Snare has nothing with this ID');
	});

	it('has done nothing else to what the next attempt does not find', async () => {
		provider().faults.next({ method: 'PUT' }, { cut: 'before' });
		provider().faults.next({ method: 'PUT' }, { status: 404 });
		const scope = { scope: 'request', request: locator('id', 'req_1') };
		const approved = runForOne('request.approveAll', scope, { clock });
		expect((await failureOf(approved)).message).toContain('Content Snare has nothing with this ID');
	});

	test.each([500, 501, 502, 503])(
		'is not made again when it creates and is answered %i, not by Retry On Fail either',
		async (status) => {
			provider().faults.next({ method: 'POST' }, { status });
			const client = { email: 'pat@example.com', name: 'Pat' };
			const created = runForOne('client.createClient', client, { clock, tries: 3 });
			expect((await failureOf(created)).message).toContain('The client may exist');
			expect(provider().requests.count({ method: 'POST' })).toBe(1);
		},
	);
});
