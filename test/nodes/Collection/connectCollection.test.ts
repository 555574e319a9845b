import type { ICredentialDataDecryptedObject } from 'n8n-workflow';
import { connectCollection } from '../../../nodes/Collection/connectCollection';
import { writes } from '../../../nodes/Collection/outgoing/writes';
import { systemClock } from '../../../nodes/shared/http/clock';
import { connectedCredential } from '../../harness/credentialsHelper';
import { createExecuteContext } from '../../harness/executeContext';
import { startSimulator } from '../../simulator/simulator';

const ELSEWHERE = 'https://gateway.example.com';

/** The addresses that are asked for where the credential holds these values. */
async function requestedBy(stored: ICredentialDataDecryptedObject) {
	const simulator = await startSimulator();
	try {
		const credential = connectedCredential('collectionOAuth2Api', simulator, 'collection', stored);
		const context = await createExecuteContext({ simulator, node: 'collection', credential });
		const asked: string[] = [];
		context.helpers.httpRequestWithAuthentication = async (_type, { url }) => {
			asked.push(url);
			return await Promise.resolve({ statusCode: 204, headers: {}, body: undefined });
		};
		const api = await connectCollection(context, {
			effects: [writes.deleteClient],
			clock: systemClock,
		});
		await api.remove('/partner_api/v1/clients/a');
		return asked;
	} finally {
		await simulator.stop();
	}
}

describe('connectCollection', () => {
	it('goes to Content Snare, whatever else is stored', async () => {
		const stored = { server: 'contentSnare', apiRoot: ELSEWHERE, customApiRoot: ELSEWHERE };
		expect(await requestedBy(stored)).toEqual([
			'https://api.contentsnare.com/partner_api/v1/clients/a',
		]);
	});

	it('goes to the root that is entered for an own server', async () => {
		const stored = { server: 'custom', customApiRoot: ` ${ELSEWHERE}/a// ` };
		expect(await requestedBy(stored)).toEqual([`${ELSEWHERE}/a/partner_api/v1/clients/a`]);
	});

	it.each(['', 'moon', 'constructor', 7])('sends nothing to the server %j', async (server) => {
		await expect(requestedBy({ server, apiRoot: ELSEWHERE })).rejects.toMatchObject({
			message: 'Server in the credential is not chosen',
			hint: 'Open the credential, choose it, and save it.',
		});
	});
});
