import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { IConnections, INode, INodeParameters } from 'n8n-workflow';
import { ROOT } from '../../scripts/sources';
import { runStep, useCollection, world } from '../harness/collection';

/** How an example goes on for a sender whom Create Client refuses: with that one client, or with an error. */

useCollection();

const SENDER = 'pat@example.com';

const { nodes, connections } = JSON.parse(
	readFileSync(join(ROOT, 'examples', 'known-clients.json'), 'utf8'),
) as { nodes: INode[]; connections: IConnections };

/** The step behind the error output of Create Client, as it runs for the sender. */
async function runLowerWay() {
	const [, errors] = connections['Create Client']?.main ?? [];
	const step = nodes.find(({ name }) => name === errors?.[0]?.node);
	const address = JSON.stringify(SENDER).slice(1, -1);
	const written = JSON.stringify(step?.parameters).replace(/=\{\{.*?from\.address \}\}/g, address);
	const { resource, operation, ...fields } = JSON.parse(written) as INodeParameters;
	return await runStep(`${String(resource)}.${String(operation)}`, fields);
}

it('goes on with the client who has the address of the sender', async () => {
	const { id } = world().addClient({ email: SENDER, full_name: 'Pat Doe' });
	world().addClient({ email: `super-${SENDER}`, full_name: 'Super Pat' });
	expect((await runLowerWay()).map(({ json }) => json.id)).toEqual([id]);
});

it('ends with an error where nobody has it, as the email would be left without a word', async () => {
	await expect(runLowerWay()).rejects.toThrow('no active client has this email');
});

it('ends with an error where two clients have it, who would get a request each', async () => {
	world().addClient({ email: SENDER, full_name: 'Pat Doe' });
	world().addClient({ email: SENDER, full_name: 'Pat Imported', external: true });
	await expect(runLowerWay()).rejects.toThrow('several clients have this email');
});
