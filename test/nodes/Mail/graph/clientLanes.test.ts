import { mailPath } from '../../../../nodes/Mail/graph/paths';
import type { GraphClient } from '../../../../nodes/Mail/graph/types';
import { anything } from '../../../../nodes/shared/provider/understand';
import { OWN_MAILBOX } from '../../../harness/executeNode';
import { readSubject, setUpGraph } from '../../../harness/graph';

const world = setUpGraph();
const { arrival, clock, connect, deliver } = world;

const SHARED = 'support@contoso.com';
const throttled = (seconds: string) => ({ status: 429, headers: { 'retry-after': seconds } });

/** Reads a mail in a request of its own. */
async function readAlone(graph: GraphClient, path: string) {
	return await graph.get(path, anything, { alone: true });
}

/** When each request began, in milliseconds from a moment on. */
function startsAfter(moment: number): number[] {
	return world.simulator.requests.all.map(({ startedAt }) => startedAt - moment);
}

/** A client whose request was turned away for some seconds, and what becomes of that request. */
async function turnedAway(credentialId: string, seconds: string, id = '') {
	const first = await connect({ credentialId });
	world.simulator.faults.next({}, throttled(seconds));
	const waiting = readSubject(first, id);
	await arrival();
	await clock.wait(1);
	return { waiting };
}

describe('a mailbox that turned a request away', () => {
	it('is left alone by others of the account too, up to five minutes', async () => {
		const [mail] = deliver(1);
		const other = await connect({ credentialId: 'five minutes' });
		const begin = clock.now();
		const { waiting } = await turnedAway('five minutes', '300', mail?.immutableId);
		await Promise.all([waiting, readSubject(other, mail?.immutableId)]);
		expect(startsAfter(begin)).toEqual([0, 300_000, 300_000]);
	});

	it('gives the time that is left to a request that may not wait so long', async () => {
		const [mail] = deliver(1);
		const { waiting } = await turnedAway('short of time', '120', mail?.immutableId);
		await clock.wait(29_999);
		const other = await connect({ credentialId: 'short of time', deadline: clock.now() + 60_000 });
		await expect(readSubject(other, mail?.immutableId)).rejects.toMatchObject({
			kind: 'throttled',
			details: { httpCode: 429, retryAfterMs: 90_000 },
		});
		expect(world.simulator.requests.all).toHaveLength(1);
		await waiting;
	});

	it('does not keep those of another account waiting', async () => {
		const [mail] = deliver(1);
		const { waiting } = await turnedAway('one account', '100', mail?.immutableId);
		const begin = clock.now();
		await readSubject(await connect({ credentialId: 'another account' }), mail?.immutableId);
		expect(clock.now()).toBe(begin);
		await waiting;
	});

	it('is another one than a mailbox that only failed, which is not left alone', async () => {
		const [mail] = deliver(1);
		const other = await connect({ credentialId: 'failed' });
		const first = await connect({ credentialId: 'failed' });
		world.simulator.faults.next({}, { status: 503, headers: { 'retry-after': '100' } });
		const waiting = readSubject(first, mail?.immutableId);
		await arrival();
		await clock.wait(1);
		const begin = clock.now();
		await readSubject(other, mail?.immutableId);
		expect(clock.now()).toBe(begin);
		await waiting;
	});
});

describe('the four requests at once of a mailbox', () => {
	it('are those of its address in any case, and of whatever names it', async () => {
		world.simulator.graph.mailbox(SHARED).shareWith(OWN_MAILBOX, { mail: 'read' });
		const graph = await connect();
		const mails = deliver(8, SHARED);
		await Promise.all(
			mails.flatMap(({ immutableId }) => {
				const path = mailPath`/messages/${immutableId}`;
				return [
					readAlone(graph.forMailbox(SHARED), path),
					readAlone(graph.forMailbox('Support@Contoso.com'), path),
					readAlone(graph.fromRoot('v1.0'), `/users/${SHARED}${path}`),
					graph.fromRoot('v1.0').follow(`${world.simulator.graphRoot}/v1.0/users/${SHARED}${path}`),
					graph.fromRoot('v1.0').download(`/users/${SHARED}${path}/$value`, async () => undefined),
				];
			}),
		);
		expect(world.simulator.graph.gauge.peak(SHARED)).toBe(4);
		expect(world.simulator.requests.flat().filter(({ status }) => status === 429)).toEqual([]);
	});

	it('are apart from those of the own one', async () => {
		world.simulator.graph.mailbox(SHARED).shareWith(OWN_MAILBOX, { mail: 'read' });
		const graph = await connect();
		const [mine] = deliver(1);
		const [theirs] = deliver(1, SHARED);
		world.simulator.faults.next({}, throttled('100'));
		const waiting = readSubject(graph, mine?.immutableId);
		await arrival();
		await clock.wait(1);
		const begin = clock.now();
		const path = mailPath`/messages/${theirs?.immutableId ?? ''}`;
		await readAlone(graph.fromRoot('v1.0'), `/users/${SHARED}${path}`);
		await graph.fromRoot('v1.0').follow(`${world.simulator.graphRoot}/v1.0/users/${SHARED}${path}`);
		expect(clock.now()).toBe(begin);
		await waiting;
	});
});
