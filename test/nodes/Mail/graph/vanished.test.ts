import { mailPath } from '../../../../nodes/Mail/graph/paths';
import { anything } from '../../../../nodes/shared/provider/understand';
import { setUpGraph } from '../../../harness/graph';
import type { Fault } from '../../../simulator/faults';

const world = setUpGraph();
const { connect, deliver, own, requestCount } = world;

const lost: Array<[string, Fault]> = [
	['cut before it runs', { cut: 'before' }],
	['cut after it ran', { cut: 'after' }],
	['answered 504 although it ran', { status: 504, after: true }],
];

/** The path of a mail that was there a moment ago: its ID is one, and nothing has it. */
function vanished(): string {
	const [mail] = deliver(1);
	if (mail) own().remove(mail);
	return mailPath`/messages/${mail?.immutableId ?? ''}`;
}

describe('a mail that is not there any more', () => {
	it('is not found by whoever deletes, reads or changes it', async () => {
		const graph = await connect();
		const path = vanished();
		const results = await Promise.allSettled([
			graph.get(path, anything),
			graph.patch(path, { isRead: true }, anything),
			graph.request({ method: 'DELETE', path }),
			graph.request({ method: 'POST', path: `${path}/permanentDelete`, removes: true }),
		]);
		// A deletion is refused with 403 (fact: gone-immutable).
		expect(results).toMatchObject(
			[404, 404, 403, 403].map((httpCode) => ({
				status: 'rejected',
				reason: { kind: 'notFound', details: { httpCode } },
			})),
		);
	});

	it.each(lost)('was deleted by a request that was %s', async (_, fault) => {
		const graph = await connect();
		const [mail] = deliver(1);
		const path = mailPath`/messages/${mail?.immutableId ?? ''}`;
		world.simulator.faults.next({ method: 'DELETE' }, fault);
		await expect(graph.request({ method: 'DELETE', path })).resolves.toMatchObject({ status: 204 });
		const inbox = own().folder('inbox').id;
		expect(own().messages.filter(({ parentFolderId }) => parentFolderId === inbox)).toEqual([]);
		expect(requestCount()).toBe(2);
	});

	it.each(lost)('was not changed by a request that was %s', async (_, fault) => {
		const graph = await connect();
		const path = vanished();
		world.simulator.faults.next({ method: 'PATCH' }, fault);
		await expect(graph.patch(path, { isRead: true }, anything)).rejects.toMatchObject({
			kind: 'notFound',
		});
	});

	it('was not deleted by a request that was only throttled', async () => {
		const graph = await connect();
		const path = vanished();
		world.simulator.faults.next({ method: 'DELETE' }, { status: 429 });
		await expect(graph.request({ method: 'DELETE', path })).rejects.toMatchObject({
			kind: 'notFound',
		});
	});

	it('was not deleted when the ID is none, although an answer was lost', async () => {
		const graph = await connect();
		world.simulator.faults.next({ method: 'DELETE' }, { cut: 'before' });
		await expect(
			graph.request({ method: 'DELETE', path: mailPath`/messages/${'gone'}` }),
		).rejects.toMatchObject({ kind: 'notFound', details: { httpCode: 400 } });
	});
});
