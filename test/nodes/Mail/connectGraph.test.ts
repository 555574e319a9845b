import { connectGraph } from '../../../nodes/Mail/connectGraph';
import { systemClock } from '../../../nodes/shared/clock';
import { connectedCredential } from '../../harness/credentialsHelper';
import { createExecuteContext } from '../../harness/executeContext';
import { OWN_MAILBOX } from '../../harness/executeNode';
import { readSubject, setUpGraph } from '../../harness/graph';

const world = setUpGraph();
const { connect, deliver } = world;

const connectTo = async (customApiRoot: string) =>
	await connectGraph(
		await createExecuteContext({
			simulator: world.simulator,
			credential: connectedCredential('mailOAuth2Api', world.simulator, OWN_MAILBOX, {
				customApiRoot,
			}),
		}),
		{ clock: systemClock },
	);

describe('connectGraph', () => {
	test("works at the credential's API root, with its token", async () => {
		const [mail] = deliver(1);
		await expect(readSubject(await connect(), mail?.immutableId)).resolves.toEqual({
			subject: 'Mail 0',
		});
		expect(world.simulator.requests.all).toMatchObject([
			{ account: OWN_MAILBOX, url: expect.stringMatching(/^\/graph\/v1\.0\/me\/messages\//) },
		]);
	});

	test('takes a root with slashes and blanks around it', async () => {
		const [mail] = deliver(1);
		const graph = await connectTo(` ${world.simulator.graphRoot}/ `);
		await expect(readSubject(graph, mail?.immutableId)).resolves.toEqual({ subject: 'Mail 0' });
	});

	test.each([
		'http://gateway.contoso.com',
		'https://user:secret@gateway.contoso.com',
		'ftp://x',
		'gateway',
	])('sends no token to %s', async (root) => {
		await expect(connectTo(root)).rejects.toMatchObject({
			message: expect.not.stringMatching(/secret|gateway/),
		});
	});
});
