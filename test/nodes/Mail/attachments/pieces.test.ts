import { uploadAttachment } from '../../../../nodes/Mail/attachments/upload';
import { mailPath } from '../../../../nodes/Mail/graph/paths';
import { createAnonymousSend } from '../../../../nodes/shared/http/request';
import { createExecuteContext } from '../../../harness/executeContext';
import { setUpGraph } from '../../../harness/graph';

const world = setUpGraph();
const { clock, connect, deliver } = world;

/** One part of an upload, in bytes. */
const PART = 3_932_160;

/**
 * Attaches what comes in these pieces to a mail.
 * @param size How large the file is said to be; as large as its pieces unless given.
 * @returns what the mail has then, and how large the parts were.
 */
async function upload(pieces: Buffer[], size = Buffer.concat(pieces).length) {
	const { simulator } = world;
	const graph = await connect();
	const maker = { workflow: 'w', node: 'n', asTool: false };
	const sendAnonymous = createAnonymousSend(await createExecuteContext({ simulator }));
	const [mail] = deliver(1);
	const bytes = {
		size,
		read: async () => Buffer.concat(pieces),
		async *pieces() {
			yield* pieces;
		},
	};
	const source = {
		name: 'big.bin',
		contentType: 'application/octet-stream',
		size,
		open: async () => bytes,
	};
	const owner = mailPath`/messages/${mail?.immutableId ?? ''}`;
	await uploadAttachment(
		{ graph, clock, sendAnonymous, maker, runKey: () => 'run' },
		owner,
		source,
		bytes,
	);
	return {
		attached: mail?.attachments.map(({ content }) => content),
		parts: simulator.requests.matching({ method: 'PUT' }).map(({ bytesIn }) => bytesIn),
	};
}

describe('a file that comes in pieces', () => {
	it('goes in parts of one size, whatever the pieces are, and arrives in order', async () => {
		const pieces = [1_000_000, 1, 4_500_000, 2_000_000, 700_000].map((size, index) =>
			Buffer.alloc(size, index + 1),
		);
		const { attached, parts } = await upload(pieces);
		expect(parts).toEqual([PART, PART, 8_200_001 - 2 * PART]);
		expect(attached?.map((content) => content.equals(Buffer.concat(pieces)))).toEqual([true]);
	});

	it('has no empty part at its end', async () => {
		const { parts } = await upload([Buffer.alloc(2 * PART), Buffer.alloc(0)]);
		expect(parts).toEqual([PART, PART]);
	});

	it.each([
		[413, 'rejected'],
		[429, 'throttled'],
	])(
		'is not attached when a part is refused with %i, which is a failure of the kind "%s"',
		async (status, kind) => {
			const headers = { 'retry-after': '1' };
			world.simulator.faults.next({ method: 'PUT', times: 99 }, { status, headers });
			await expect(upload([Buffer.alloc(4_000_000)])).rejects.toMatchObject({
				kind,
				details: { httpCode: status },
			});
		},
	);

	it('may be attached when the answers to a part stay lost', async () => {
		world.simulator.faults.next({ method: 'PUT', times: 99 }, { cut: 'before' });
		await expect(upload([Buffer.alloc(4_000_000)])).rejects.toMatchObject({
			kind: 'unavailable',
			message: 'The provider did not take a part of an attachment',
			details: { mayHaveHappened: true },
		});
	});

	it('and turns out shorter than it was is not attached, and that is said', async () => {
		await expect(upload([Buffer.alloc(4_000_000)], 4_000_001)).rejects.toMatchObject({
			kind: 'rejected',
			message: 'The file "big.bin" changed while it was read',
		});
	});
});
