import type { ICredentialDataDecryptedObject } from 'n8n-workflow';
import { connectGraph } from '../../../nodes/Mail/connectGraph';
import type { GraphClient } from '../../../nodes/Mail/graph/types';
import { systemClock } from '../../../nodes/shared/http/clock';
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
		{ effects: [], clock: systemClock },
	);

/**
 * The addresses that are asked for, without their queries, where the credential holds these values.
 * @param use What is done with the client: a mail is read unless given.
 */
async function requestedBy(
	stored: ICredentialDataDecryptedObject,
	use = async (graph: GraphClient): Promise<unknown> => await readSubject(graph, 'AAkA'),
) {
	const { simulator } = world;
	const credential = connectedCredential('mailOAuth2Api', simulator, OWN_MAILBOX, stored);
	const context = await createExecuteContext({ simulator, credential });
	const asked: string[] = [];
	context.helpers.httpRequestWithAuthentication = async (_type, { url }) => {
		asked.push(url.split('?', 1)[0] ?? '');
		// Each part of a batch that is refused goes alone. After an answer that is no batch's, they would go together again.
		const statusCode = url.endsWith('$batch') ? 403 : 200;
		return await Promise.resolve({ statusCode, headers: {}, body: { subject: '' } });
	};
	await use(await connectGraph(context, { effects: [], clock: systemClock }));
	return asked;
}

describe('connectGraph', () => {
	it("works at the credential's API root, with its token", async () => {
		const [mail] = deliver(1);
		await expect(readSubject(await connect(), mail?.immutableId)).resolves.toEqual({
			subject: 'Mail 0',
		});
		expect(world.simulator.requests.all).toMatchObject([
			{ account: OWN_MAILBOX, url: expect.stringMatching(/^\/graph\/v1\.0\/me\/messages\//) },
		]);
	});

	it('sends a batch for each version of the API that is used', async () => {
		const asked = await requestedBy({ cloud: 'global' }, async (graph) => {
			const beta = graph.forVersion('beta');
			const clients = [graph, beta, graph, beta];
			return await Promise.allSettled(clients.map((client) => readSubject(client, 'AAkA')));
		});
		expect(asked.filter((url) => url.endsWith('$batch')).sort()).toEqual([
			'https://graph.microsoft.com/beta/$batch',
			'https://graph.microsoft.com/v1.0/$batch',
		]);
	});

	it('takes a root with slashes and blanks around it', async () => {
		const [mail] = deliver(1);
		const graph = await connectTo(` ${world.simulator.graphRoot}/ `);
		await expect(readSubject(graph, mail?.immutableId)).resolves.toEqual({ subject: 'Mail 0' });
	});

	it.each([
		['global', 'https://graph.microsoft.com'],
		['usGovernment', 'https://graph.microsoft.us'],
		['usGovernmentDod', 'https://dod-graph.microsoft.us'],
		['china', 'https://microsoftgraph.chinacloudapi.cn'],
	])('goes to the root of the cloud %s, whatever else is stored', async (cloud, root) => {
		const elsewhere = 'https://gateway.contoso.com';
		const stored = { cloud, apiRoot: elsewhere, customApiRoot: elsewhere };
		expect(await requestedBy(stored)).toEqual([`${root}/v1.0/me/messages/AAkA`]);
	});

	it.each(['', 'moon', 7])('sends nothing in the cloud %j', async (cloud) => {
		const credential = { cloud, apiRoot: 'https://gateway.contoso.com' };
		await expect(requestedBy(credential)).rejects.toMatchObject({
			message: 'Cloud in the credential is not chosen',
			hint: 'Open the credential, choose it, and save it.',
		});
	});

	it.each([
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
