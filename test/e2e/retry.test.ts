import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { StoredWorkflow } from '../host/exampleWorkflow';
import { prepare } from '../host/exampleWorkflow';
import { MAILBOX } from '../host/stage';
import { sharedStage } from './sharedStage';

const ADDRESSES = ['ann@contoso.com', 'not an address', 'bob@contoso.com'];
const SUBJECT = 'Sent once';
/** The node runs so often, and n8n waits so many milliseconds in between. */
const TRIES = 3;
const BETWEEN_MS = 100;

describe("n8n's Retry On Fail", { timeout: 900_000 }, () => {
	it('does not send again what another item of the run has kept from ending well', async () => {
		const { client, credentials, simulator } = await sharedStage();
		const { id } = await client.importWorkflow(prepare(sending(), credentials));

		const execution = await client.runManually(id, 'Start');

		assert.equal(execution.status, 'error');
		const sent = simulator.graph
			.mailbox(MAILBOX)
			.sent.filter(({ subject }) => subject === SUBJECT)
			.map(({ toRecipients }) => toRecipients[0]?.emailAddress.address);
		assert.deepEqual([...new Set(sent)], sent);
		assert.ok(sent.includes('ann@contoso.com'));
	});
});

/** Sends one mail to each address, and tries again when it fails. */
function sending(): StoredWorkflow {
	const fields = { name: 'to', type: 'array', value: JSON.stringify(ADDRESSES) };
	return {
		name: SUBJECT,
		nodes: [
			{
				name: 'Start',
				type: 'n8n-nodes-base.manualTrigger',
				parameters: {},
				id: 'start',
				typeVersion: 1,
				position: [0, 0],
			},
			{
				name: 'Addresses',
				type: 'n8n-nodes-base.set',
				parameters: { assignments: { assignments: [{ id: 'to', ...fields }] } },
				id: 'addresses',
				typeVersion: 3.4,
				position: [200, 0],
			},
			{
				name: 'One Each',
				type: 'n8n-nodes-base.splitOut',
				parameters: { fieldToSplitOut: 'to' },
				id: 'split',
				typeVersion: 1,
				position: [400, 0],
			},
			{
				name: 'Send',
				type: 'n8n-nodes-mail-collection.mail',
				parameters: {
					resource: 'email',
					operation: 'sendEmail',
					to: '={{ $json.to }}',
					subject: SUBJECT,
					message: 'Hello',
				},
				retryOnFail: true,
				maxTries: TRIES,
				waitBetweenTries: BETWEEN_MS,
				credentials: { mailOAuth2Api: { id: '', name: 'Mail account' } },
				id: 'send',
				typeVersion: 1,
				position: [600, 0],
			},
		],
		connections: {
			Start: { main: [[{ node: 'Addresses', type: 'main', index: 0 }]] },
			Addresses: { main: [[{ node: 'One Each', type: 'main', index: 0 }]] },
			'One Each': { main: [[{ node: 'Send', type: 'main', index: 0 }]] },
		},
		settings: { executionOrder: 'v1' },
	};
}
