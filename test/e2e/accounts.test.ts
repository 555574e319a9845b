import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { connectMail } from '../host/accounts';
import type { StoredWorkflow } from '../host/exampleWorkflow';
import { MAILBOX, type Stage } from '../host/stage';
import { isBefore } from '../host/version';
import { sharedStage } from './sharedStage';

const SALES = 'sales@contoso.com';
const START = 'Start';
const FIND = 'Find Email';
const CALL = 'Call';

const MANUAL = {
	id: 'start',
	name: START,
	type: 'n8n-nodes-base.manualTrigger',
	typeVersion: 1,
	position: [0, 0],
	parameters: {},
};

/** A workflow that lists the account's mail, started by hand. */
function listMail(credentialId: string): StoredWorkflow {
	return {
		name: 'List mail',
		settings: {},
		nodes: [
			MANUAL,
			{
				id: 'find',
				name: FIND,
				type: 'n8n-nodes-mail-collection.mail',
				typeVersion: 1,
				position: [220, 0],
				parameters: { resource: 'email', operation: 'findEmail' },
				credentials: { mailOAuth2Api: { id: credentialId, name: 'picked' } },
			},
		],
		connections: { [START]: { main: [[{ node: FIND, type: 'main', index: 0 }]] } },
	};
}

/** A workflow with n8n's own HTTP Request node, which takes any credential and any address. */
function callAnywhere(type: string, id: string, url: string): StoredWorkflow {
	return {
		name: 'Call anywhere',
		settings: {},
		nodes: [
			MANUAL,
			{
				id: 'call',
				name: CALL,
				type: 'n8n-nodes-base.httpRequest',
				typeVersion: 4.2,
				position: [220, 0],
				parameters: {
					url,
					authentication: 'predefinedCredentialType',
					nodeCredentialType: type,
				},
				credentials: { [type]: { id, name: 'picked' } },
			},
		],
		connections: { [START]: { main: [[{ node: CALL, type: 'main', index: 0 }]] } },
	};
}

describe('accounts connected through n8n', { timeout: 900_000 }, () => {
	let stage: Stage;
	let supportWorkflow: string;
	let salesWorkflow: string;

	const subjects = async (workflowId: string) => {
		const { nodes, error } = await stage.client.runManually(workflowId, START);
		assert.equal(error, undefined);
		return nodes.get(FIND)?.items.map(({ subject }) => subject) ?? [];
	};

	before(async () => {
		stage = await sharedStage();
		const { client, credentials, simulator } = stage;
		const sales = await connectMail(client, simulator, SALES, 'Sales mail');
		simulator.graph.mailbox(MAILBOX).deliver({ subject: 'For support', from: 'pat@example.com' });
		simulator.graph.mailbox(SALES).deliver({ subject: 'For sales', from: 'pat@example.com' });
		const mail = credentials.mailOAuth2Api ?? '';
		supportWorkflow = (await client.importWorkflow(listMail(mail))).id;
		salesWorkflow = (await client.importWorkflow(listMail(sales))).id;
	});

	it('are used side by side, each by the node that picked it', async () => {
		assert.ok((await subjects(supportWorkflow)).includes('For support'));
		assert.deepEqual(await subjects(salesWorkflow), ['For sales']);
	});

	it('are refreshed by n8n when the access has expired', async () => {
		stage.simulator.tokens.expireAccess(SALES);
		stage.simulator.requests.clear();
		assert.deepEqual(await subjects(salesWorkflow), ['For sales']);
		const refreshes = stage.simulator.requests.matching({ method: 'POST', path: /\/token$/ });
		assert.equal(refreshes.length, 1);
	});

	it('are of no use to a node that could send their tokens anywhere', async () => {
		const { client, credentials, simulator } = stage;
		simulator.requests.clear();
		for (const [type, id] of Object.entries(credentials)) {
			const workflow = callAnywhere(type, id, `${simulator.graphRoot}/me`);
			if (isBefore('2.41.0')) {
				const saved = await client.importWorkflow(workflow);
				const { nodes } = await client.runManually(saved.id, START);
				assert.match(nodes.get(CALL)?.error ?? '', /prevent use within an HTTP Request/);
			} else {
				await assert.rejects(client.importWorkflow(workflow), /restricted to/);
			}
		}
		assert.equal(simulator.requests.all.length, 0);
	});

	it('are tested by n8n without a request, which could be redirected', async () => {
		for (const [type, id] of Object.entries(stage.credentials)) {
			stage.simulator.requests.clear();
			const data = { oauthTokenData: { access_token: 'any' } };
			const credentials = { id, name: 'picked', type, data };
			const tested = await stage.client.call('POST', '/credentials/test', { credentials });
			assert.deepEqual(tested, { status: 'OK', message: 'Connection Successful!' });
			assert.equal(stage.simulator.requests.all.length, 0);
		}
	});

	it('that were revoked give one error that says how to connect again', async () => {
		stage.simulator.tokens.revoke(SALES);
		const { nodes, status } = await stage.client.runManually(salesWorkflow, START);
		assert.equal(status, 'error');
		assert.match(nodes.get(FIND)?.error ?? '', /sign in again/i);
	});
});
