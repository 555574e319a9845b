import { mailPath } from '../../../../nodes/Mail/graph/paths';
import { anyObject, anything } from '../../../../nodes/shared/provider/understand';
import { OWN_MAILBOX } from '../../../harness/executeNode';
import { readSubject, setUpGraph } from '../../../harness/graph';

const world = setUpGraph();
const { connect, deliver, requestCount } = world;

const SHARED = 'support@contoso.com';

describe('requests to one mailbox', () => {
	it('made in the same turn are one batch, and each caller gets its own answer', async () => {
		const graph = await connect();
		const mails = deliver(20);
		const answers = await Promise.all(
			mails.map(({ immutableId }) => readSubject(graph, immutableId)),
		);
		expect(answers).toEqual(mails.map((mail) => ({ subject: mail.subject })));
		expect(requestCount()).toBe(1);
	});

	it('ask for immutable IDs, alone and in a batch, and for what else they prefer', async () => {
		const graph = await connect();
		const [mail] = deliver(1);
		const path = mailPath`/messages/${mail?.immutableId ?? ''}`;
		await graph.get(path, anything, { prefer: ['outlook.body-content-type="text"'] });
		await Promise.all([graph.get(path, anything), graph.get(path, anything)]);
		await graph.get(path, anything, { mutableIds: true }).catch(() => undefined);
		await graph.download(`${path}/$value`, async () => undefined);
		expect(
			world.simulator.requests
				.flat()
				.filter(({ method }) => method === 'GET')
				.map(({ headers }) => headers.prefer),
		).toEqual([
			'IdType="ImmutableId", outlook.body-content-type="text"',
			'IdType="ImmutableId"',
			'IdType="ImmutableId"',
			undefined,
			'IdType="ImmutableId"',
		]);
	});

	it.each(['IdType="ImmutableId"', 'idtype = "ImmutableId"'])(
		'ask for the kind of IDs once when the caller does (%s)',
		async (prefer) => {
			const graph = await connect();
			const [mail] = deliver(1);
			await graph.get(mailPath`/messages/${mail?.immutableId ?? ''}`, anything, {
				prefer: [prefer],
			});
			expect(world.simulator.requests.all.map(({ headers }) => headers.prefer)).toEqual([prefer]);
		},
	);

	it('say that a mailbox is missing below it alone', async () => {
		const graph = await connect();
		const missing = { status: 404, body: { error: { code: 'ResourceNotFound', message: '' } } };
		const said = async (client: typeof graph, path = '/messages') => {
			world.simulator.faults.next({}, missing);
			const failed = client.get(path, anything, { alone: true });
			return await failed.catch((error: unknown) => String(error));
		};
		expect(await said(graph)).toContain('The mailbox was not found');
		expect(await said(graph.forMailbox(SHARED))).toContain('The mailbox was not found');
		expect(await said(graph.fromRoot('v1.0'), '/me/messages')).not.toContain(
			'mailbox was not found',
		);
	});

	it('of another mailbox go apart from those of the own one', async () => {
		world.simulator.graph.mailbox(SHARED).shareWith(OWN_MAILBOX, { mail: 'read' });
		const graph = await connect();
		const [mine, theirs] = [deliver(2), deliver(2, SHARED)];
		await Promise.all([
			...mine.map(({ immutableId }) => readSubject(graph, immutableId)),
			...theirs.map(({ immutableId }) => readSubject(graph.forMailbox(SHARED), immutableId)),
		]);
		expect(
			world.simulator.requests.all.map(({ parts }) => parts?.map(({ path }) => path.split('/')[1])),
		).toEqual(
			expect.arrayContaining([
				['me', 'me'],
				['users', 'users'],
			]),
		);
	});

	it('are never more than four at once, whatever their number and kind', async () => {
		const graph = await connect();
		const mails = deliver(70);
		await Promise.all(
			mails.map(async ({ immutableId }, index) => {
				const path = mailPath`/messages/${immutableId}`;
				if (index % 3 === 0) return await graph.get(path, anything, { alone: true });
				if (index % 3 === 1) return await graph.download(`${path}/$value`, async () => undefined);
				return await graph.patch(path, { isRead: true }, anything);
			}),
		);
		expect(world.simulator.graph.gauge.peak(OWN_MAILBOX)).toBe(4);
		expect(world.simulator.requests.flat().filter(({ status }) => status === 429)).toEqual([]);
	});

	it('of two executions at once share the four, as they share the credential', async () => {
		const [one, other] = [
			await connect({ credentialId: 'shared lane' }),
			await connect({ credentialId: 'shared lane' }),
		];
		const mails = deliver(60);
		await Promise.all(
			mails.flatMap(({ immutableId }) => [
				readSubject(one, immutableId),
				other.get(mailPath`/messages/${immutableId}`, anything, { alone: true }),
			]),
		);
		expect(world.simulator.graph.gauge.peak(OWN_MAILBOX)).toBeLessThanOrEqual(4);
		expect(world.simulator.requests.flat().filter(({ status }) => status === 429)).toEqual([]);
	});
});

describe('clients of one run', () => {
	it('are one for each mailbox and version, so that what a run has read is read once', async () => {
		const graph = await connect();
		expect(graph.forMailbox(SHARED)).toBe(graph.forMailbox(SHARED));
		expect(graph.forMailbox(undefined)).toBe(graph);
		expect(graph.forMailbox(SHARED)).not.toBe(graph);
		expect(graph.forVersion('beta')).not.toBe(graph);
		expect(graph.fromRoot('v1.0')).not.toBe(graph);
	});

	it('say what to do about a missing right in a shared mailbox', async () => {
		const graph = await connect();
		const hintOf = async (client: typeof graph) => {
			world.simulator.faults.next({}, { status: 403 });
			const failed = await client.get('/messages', anything).catch((error: unknown) => error);
			return String(Reflect.get(Object(Reflect.get(Object(failed), 'details')), 'hint'));
		};
		expect(await hintOf(graph.forMailbox(SHARED))).toContain('Shared Mailboxes');
		expect(await hintOf(graph)).not.toContain('Shared Mailboxes');
	});

	it('say of a creation whose answer cannot be read that it may have happened, and of a reading not', async () => {
		const graph = await connect();
		const answer = { status: 200, body: 'done' };
		world.simulator.faults.next({ method: 'POST' }, answer);
		world.simulator.faults.next({ method: 'GET' }, answer);
		const path = mailPath`/outlook/masterCategories`;
		await expect(graph.post(path, {}, anyObject)).rejects.toMatchObject({
			details: { mayHaveHappened: true, hint: expect.stringContaining('heck the mailbox') },
		});
		await expect(graph.get(path, anyObject)).rejects.toMatchObject({
			details: { mayHaveHappened: false, hint: expect.stringContaining('Run the step again') },
		});
	});
});

describe('addresses', () => {
	it('a redirect is refused with what to do, and the token goes nowhere else', async () => {
		const graph = await connect();
		world.simulator.faults.next({}, { redirectTo: `${world.simulator.url}/collection/elsewhere` });
		await expect(readSubject(graph, 'AAMk')).rejects.toMatchObject({
			kind: 'rejected',
			details: { hint: expect.stringContaining('redirect') },
		});
		expect(requestCount()).toBe(1);
	});

	it.each(['/../../../collection/x', '/%2e%2e/%2e%2e/%2e%2e/x', '/messages/..%2f..%2fx'])(
		'a path that leaves the API (%s) is refused unsent, alone and in a batch',
		async (path) => {
			const graph = await connect();
			const refused = Promise.allSettled([
				graph.get(path, anything),
				graph.get(path, anything),
				graph.get(path, anything, { alone: true }),
				graph.download(path, async () => undefined),
			]);
			for (const result of await refused) {
				expect(result).toMatchObject({ status: 'rejected', reason: { name: 'InvalidInput' } });
			}
			expect(requestCount()).toBe(0);
		},
	);
});
