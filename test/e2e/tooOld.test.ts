import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { prepare } from '../host/exampleWorkflow';
import type { Stage } from '../host/stage';
import { isBefore } from '../host/version';
import { chain, mailStep, mailTrigger, START } from '../host/workflows';
import { sharedStage } from './sharedStage';

const skip = isBefore('1.107.0') ? false : 'this n8n has what the nodes need';

describe('an n8n that is too old', { timeout: 900_000, skip }, () => {
	let stage: Stage;

	before(async () => {
		stage = await sharedStage();
		stage.simulator.requests.clear();
	});

	it('is told by a step that runs, which does nothing', async () => {
		const { client, credentials, simulator } = stage;
		const workflow = chain('Find', START, mailStep('Find', 'findEmail', {}));
		const { id } = await client.importWorkflow(prepare(workflow, credentials));
		const { error, status } = await client.runManually(id, START.name);
		assert.equal(status, 'error');
		assert.match(error ?? '', /This n8n is too old .* Update n8n to 1\.110 or newer/);
		assert.equal(simulator.requests.all.length, 0);
	});

	it('is told by a trigger that is switched on, which is not', async () => {
		const { client, credentials, simulator } = stage;
		const watching = chain('Watch', mailTrigger('New Email', {}));
		const saved = await client.importWorkflow(prepare(watching, credentials));
		await assert.rejects(client.publish(saved), /This n8n is too old/);
		assert.equal(simulator.requests.all.length, 0);
	});
});
