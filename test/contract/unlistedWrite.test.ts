import type { ICredentialDataDecryptedObject } from 'n8n-workflow';
import { connectCollection } from '../../nodes/Collection/connectCollection';
import { writes as collectionWrites } from '../../nodes/Collection/outgoing/writes';
import { connectGraph } from '../../nodes/Mail/connectGraph';
import { writes } from '../../nodes/Mail/outgoing/writes';
import { systemClock } from '../../nodes/shared/http/clock';
import { anything } from '../../nodes/shared/provider/understand';
import { connectedCredential } from '../harness/credentialsHelper';
import { createExecuteContext } from '../harness/executeContext';
import { failureOf } from '../harness/steps';
import { policies } from '../policy/mailboxUnderAttack';
import type { Simulator } from '../simulator/simulator';
import { startSimulator } from '../simulator/simulator';

const MESSAGE = 'The step makes a request that it does not name (POST)';
let simulator: Simulator;

beforeAll(async () => {
	simulator = await startSimulator();
});
beforeEach(async () => await simulator.reset());
afterAll(async () => await simulator.stop());

const stored: Array<[string, ICredentialDataDecryptedObject]> = [
	['without a policy', {}],
	['with one', policies.listed],
];

describe.each(stored)('a write that a step does not name, %s', (_, policy) => {
	it('does not reach Graph; one that is named does', async () => {
		const credential = connectedCredential('mailOAuth2Api', simulator, 'me@contoso.com', policy);
		const context = await createExecuteContext({ simulator, credential });
		const effects = [writes.createLabel];
		const graph = await connectGraph(context, { effects, clock: systemClock });
		const label = { displayName: 'New', color: 'preset0' };
		await graph.post('/outlook/masterCategories', label, anything);
		const draft = graph.post('/messages', { subject: 'New' }, anything);
		expect((await failureOf(draft)).message).toBe(MESSAGE);
		const { messages, categories } = simulator.graph.mailbox('me@contoso.com');
		expect([messages.length, categories.length]).toEqual([0, 1]);
	});

	it('does not reach Content Snare; one that is named does', async () => {
		const credential = connectedCredential('collectionOAuth2Api', simulator, 'collection', policy);
		const context = await createExecuteContext({ simulator, node: 'collection', credential });
		const effects = [collectionWrites.createClient];
		const api = await connectCollection(context, { effects, clock: systemClock });
		const client = { email: 'pat@fabrikam.com', full_name: 'Pat' };
		await api.post('/partner_api/v1/clients', client, anything);
		const request = api.post('/partner_api/v1/requests', { client_email: client.email }, anything);
		expect((await failureOf(request)).message).toBe(MESSAGE);
		expect(simulator.requests.count({ method: 'POST' })).toBe(1);
	});
});
