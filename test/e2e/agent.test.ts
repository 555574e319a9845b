import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { prepare, readExample } from '../host/exampleWorkflow';
import { publishAndArm } from '../host/mainJob';
import { onboardingScript } from '../host/onboardingScript';
import { type ScriptedModel, startScriptedModel, toolResults } from '../host/scriptedModel';
import { MAILBOX, MAIN_LABEL, type Stage } from '../host/stage';
import { sharedStage } from './sharedStage';
import { until } from './waiting';

describe('an agent that onboards on its own', { timeout: 900_000 }, () => {
	let stage: Stage;
	let model: ScriptedModel;
	let workflowId: string;

	before(async () => {
		stage = await sharedStage();
		model = await startScriptedModel(onboardingScript);
		const account = await stage.client.createCredential('Model account', 'openAiApi', {
			apiKey: 'scripted',
			url: model.url,
		});
		const workflow = prepare(await readExample('agent-autopilot.json'), {
			...stage.credentials,
			openAiApi: account,
		});
		const saved = await stage.client.importWorkflow(workflow);
		workflowId = saved.id;
		await publishAndArm(stage, saved);
		stage.simulator.graph.mailbox(MAILBOX).deliver({
			subject: 'Onboarding: Autopilot Bakery',
			from: { emailAddress: { name: 'Uma Auto', address: 'uma@example.com' } },
			body: 'We want to start.',
		});
		await executionsToEnd(1);
	});

	async function executionsToEnd(count: number) {
		await until('the execution to end', async () => {
			const executions = await stage.client.executions(workflowId);
			const failed = executions.find(({ status }) => status === 'error');
			if (failed) throw new Error((await stage.client.execution(failed.id)).error);
			const ended = executions.filter(({ status }) => status === 'success');
			return ended.length >= count ? ended : undefined;
		});
	}

	after(async () => {
		await stage.client.unpublish(workflowId);
		await model.stop();
	});

	it('is offered five tools with a text and a schema of their own', () => {
		const tools = model.requests[0]?.tools.map((tool) => tool.function) ?? [];
		assert.deepEqual(tools.map(({ name }) => name).sort(), [
			'Add_Label',
			'Create_Client',
			'Create_Request',
			'Find_Client',
			'Reply_to_Email',
		]);
		for (const { description, parameters } of tools) {
			assert.ok(description.length >= 25, description);
			assert.equal(parameters.type, 'object');
		}
	});

	it('creates the client and the request', () => {
		const { collection } = stage.simulator;
		assert.ok(collection.clients.some((client) => client.email === 'uma@example.com'));
		assert.ok(
			collection.requests.some(
				({ name, status }) => /Uma Auto/.test(name) && status === 'published',
			),
		);
	});

	it('labels the mail and answers it once, in its conversation, with the link', () => {
		const mailbox = stage.simulator.graph.mailbox(MAILBOX);
		const mail = mailbox.messages.find(({ subject }) => subject === 'Onboarding: Autopilot Bakery');
		assert.deepEqual(mail?.categories, [MAIN_LABEL]);
		const answers = mailbox.sent.filter(
			({ conversationId }) => conversationId === mail?.conversationId,
		);
		assert.equal(answers.length, 1);
		assert.match(answers[0]?.body.content ?? '', /Please start here: https?:\/\//);
	});

	it('reads little: no tool result is longer than 2,000 characters', () => {
		const results = toolResults(
			model.requests.at(-1) ?? { model: '', messages: [], tools: [], stream: false },
		);
		assert.equal(results.length, 5);
		for (const result of results) assert.ok(result.length < 2_000, String(result.length));
	});

	it('remembers a conversation with its sender, and nothing of another one', async () => {
		const mailbox = stage.simulator.graph.mailbox(MAILBOX);
		const before = mailbox.messages.find(({ subject }) => /Autopilot Bakery/.test(subject));
		assert.ok(before);
		const earlier = model.requests.length;
		const { conversationId } = before;
		const subject = 'RE: Onboarding: Autopilot Bakery';
		const body = 'One more question.';
		for (const from of ['uma@example.com', 'eve@example.com']) {
			mailbox.deliver({ subject, from, body, conversationId });
		}
		mailbox.deliver({ subject: 'Onboarding: Second Bakery', from: 'ida@example.com', body });
		await until('three answers', () =>
			Promise.resolve(model.requests.length >= earlier + 3 ? true : undefined),
		);
		await executionsToEnd(2);
		const asked = model.requests.slice(earlier).map(({ messages }) => JSON.stringify(messages));
		const of = (address: string) => asked.filter((text) => text.includes(`<${address}>`));
		assert.ok(of('uma@example.com').length > 0);
		assert.ok(of('uma@example.com').every((text) => text.includes('We want to start.')));
		for (const address of ['eve@example.com', 'ida@example.com']) {
			assert.ok(of(address).length > 0, address);
			assert.ok(of(address).every((text) => !text.includes('We want to start.')));
			assert.ok(of(address).every((text) => !text.includes('uma@example.com')));
		}
	});
});
