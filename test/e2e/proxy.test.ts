import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, it } from 'node:test';
import { connectMail } from '../host/accounts';
import { prepare } from '../host/exampleWorkflow';
import { publishAndArm } from '../host/mainJob';
import { type Proxy, startProxy } from '../host/proxy';
import { MAILBOX, type Stage } from '../host/stage';
import { isBefore, skipBefore } from '../host/version';
import { chain, mailStep, mailTrigger, START } from '../host/workflows';
import { ownStage } from './sharedStage';

const FIND = mailStep('Find', 'findEmail', {});

const SIGN_IN =
	'sign-in through a proxy: the proxy gets the request for a token in a form that is none';
const skip =
	skipBefore('1.123.81', SIGN_IN) || (!isBefore('2.0.0') && skipBefore('2.20.12', SIGN_IN));

describe('n8n behind a proxy', { timeout: 900_000, skip }, () => {
	let stage: Stage;
	let proxy: Proxy;

	before(async () => {
		proxy = await startProxy();
		stage = await ownStage({
			environment: { HTTP_PROXY: proxy.url, NO_PROXY: 'localhost' },
		});
		stage.simulator.graph.mailbox(MAILBOX).deliver({ subject: 'Found', from: 'pat@example.com' });
	});
	beforeEach(() => {
		proxy.count = 0;
		stage.simulator.requests.clear();
	});
	after(async () => {
		await proxy.stop();
		await stage.close();
	});

	/** Lists the mail of an account, by hand. */
	async function find(credential: string) {
		const workflow = prepare(chain('Find', START, FIND), { mailOAuth2Api: credential });
		const { id } = await stage.client.importWorkflow(workflow);
		return await stage.client.runManually(id, START.name);
	}

	it('sends every request through it: steps, renewed tokens and the trigger', async () => {
		const { client, credentials, simulator } = stage;
		simulator.tokens.expireAccess(MAILBOX);
		const { nodes } = await find(credentials.mailOAuth2Api ?? '');
		assert.equal(nodes.get('Find')?.items[0]?.subject, 'Found');
		assert.equal(simulator.requests.count({ method: 'POST', path: /\/token$/ }), 1);
		const watching = chain('Watch', mailTrigger('New Email', {}));
		const saved = await client.importWorkflow(prepare(watching, credentials));
		await publishAndArm(stage, saved);
		await client.unpublish(saved.id);
		assert.equal(proxy.count, simulator.requests.count());
	});

	it('reaches what NO_PROXY names without it', async () => {
		const { client, simulator } = stage;
		const direct = await connectMail(client, simulator, MAILBOX, 'Direct', {
			customApiRoot: simulator.graphRoot.replace('127.0.0.1', 'localhost'),
		});
		proxy.count = 0;
		simulator.requests.clear();
		const { nodes } = await find(direct);
		assert.equal(nodes.get('Find')?.items[0]?.subject, 'Found');
		assert.ok(simulator.requests.count() > 0);
		assert.equal(proxy.count, 0);
	});

	it('goes around it in no case, and says that nothing could be reached', async () => {
		await proxy.stop();
		const { nodes, status } = await find(stage.credentials.mailOAuth2Api ?? '');
		assert.equal(status, 'error');
		assert.match(nodes.get('Find')?.error ?? '', /could not be reached/);
		assert.equal(stage.simulator.requests.count(), 0);
	});
});
