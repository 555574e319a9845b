import { setTimeout as sleep } from 'node:timers/promises';
import { onlyFrom, prepare, readExample } from './exampleWorkflow';
import { Failure } from './failure';
import { publishAndArm } from './mainJob';
import { onboardingScript } from './onboardingScript';
import { startScriptedModel } from './scriptedModel';
import { MAILBOX, type Stage } from './stage';
import type { Step } from './steps';

/** The agent takes five steps before it asks, and n8n may be busy. */
const QUESTION_TIMEOUT_MS = 120_000;
const LOOK_EVERY_MS = 250;

/** Whose mails the agent handles: the first example takes those of example.com. */
export const AGENT_SENDER = { name: 'Kim Cafe', address: 'kim@contoso.com' };

/**
 * Plays the example in which an agent onboards a client and a person has to agree to its answer.
 * Its question stays among the sent mails, for somebody to answer.
 *
 * @throws {Failure} when the question does not come
 */
export async function playApproval(stage: Stage, step: Step): Promise<void> {
	const { client, credentials, simulator } = stage;
	const mailbox = simulator.graph.mailbox(MAILBOX);
	const model = await startScriptedModel(onboardingScript);
	const openAiApi = await client.createCredential('Model account', 'openAiApi', {
		apiKey: 'scripted',
		url: model.url,
	});
	await step(
		'Agent in approval mode published',
		async () => {
			const example = prepare(await readExample('agent-approval.json'), {
				...credentials,
				openAiApi,
			});
			const saved = await client.importWorkflow(onlyFrom(example, AGENT_SENDER.address));
			await publishAndArm(stage, saved);
		},
		() => 'examples/agent-approval.json',
	);
	const before = mailbox.sent.length;
	mailbox.deliver({
		subject: 'Onboarding: Corner Cafe',
		from: { emailAddress: AGENT_SENDER },
		body: 'We would like to start, too.',
	});
	await step(
		'The agent asks a person',
		async () => {
			const deadline = Date.now() + QUESTION_TIMEOUT_MS;
			while (!mailbox.sent.slice(before).some(({ body }) => /choice=/.test(body.content))) {
				if (Date.now() > deadline) throw new Failure('The agent did not ask.');
				await sleep(LOOK_EVERY_MS);
			}
		},
		() => 'its answer waits for approval, in Sent Items',
	);
}
