import { setTimeout as sleep } from 'node:timers/promises';
import { prepare, readExample } from './exampleWorkflow';
import { Failure } from './failure';
import { publishAndArm } from './mainJob';
import { onboardingScript } from './onboardingScript';
import { startScriptedModel } from './scriptedModel';
import { MAILBOX, type Stage } from './stage';
import type { Step } from './steps';

/** Polls come every 5 s, and the agent takes five steps before it asks. */
const QUESTION_TIMEOUT_MS = 60_000;
const LOOK_EVERY_MS = 250;

/**
 * Plays the example in which an agent onboards a client and a person has to agree to its answer.
 *
 * @returns the address of the review page, which waits for somebody to press its button
 * @throws {Failure} when the question does not come
 */
export async function playApproval(stage: Stage, step: Step): Promise<string> {
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
			await publishAndArm(stage, await client.importWorkflow(example), 3);
		},
		() => 'examples/agent-approval.json',
	);
	const before = mailbox.sent.length;
	mailbox.deliver({
		subject: 'Onboarding: Corner Cafe',
		from: { emailAddress: { name: 'Kim Cafe', address: 'kim@example.com' } },
		body: 'We would like to start, too.',
	});
	return await step(
		'The agent asks a person',
		async () => {
			const deadline = Date.now() + QUESTION_TIMEOUT_MS;
			for (;;) {
				const question = mailbox.sent
					.slice(before)
					.find(({ body }) => /choice=/.test(body.content));
				const link = /href="([^"]+)"/.exec(question?.body.content ?? '')?.[1];
				if (link !== undefined) return link.replaceAll('&amp;', '&');
				if (Date.now() > deadline) throw new Failure('The agent did not ask.');
				await sleep(LOOK_EVERY_MS);
			}
		},
		() => 'the answer waits for approval',
	);
}
