import { setTimeout as sleep } from 'node:timers/promises';
import type { LoggedRequest } from '../simulator/requestLog';
import { prepare, readExample } from './exampleWorkflow';
import { Failure } from './failure';
import { MAILBOX, MAIN_LABEL, type Stage } from './stage';
import type { Step } from './steps';

/** The workflow that `npm start` plays and the end-to-end tests check. */
export const MAIN_EXAMPLE = 'mail-to-collection.json';

/** n8n may be busy; longer than this, something is wrong. */
const MILESTONE_TIMEOUT_MS = 120_000;
const LOOK_EVERY_MS = 100;

/** A mail that the example's search filter lets through. */
export const MAIN_MAIL = {
	subject: 'Onboarding: Example Bakery',
	from: { emailAddress: { name: 'Pat Doe', address: 'pat@example.com' } },
	toRecipients: [MAILBOX],
	body: 'Hello, we would like to start next month. What do you need from us?',
};

/**
 * Imports and publishes the example, delivers a mail, and follows the job at the providers.
 *
 * @param stage connected and running
 * @param step shows each milestone as it is reached
 * @returns address of the workflow in the editor
 * @throws {Failure} when a milestone is not reached or the execution failed
 */
export async function playMainJob(stage: Stage, step: Step): Promise<string> {
	const { client, credentials, n8n, simulator } = stage;
	const mailbox = simulator.graph.mailbox(MAILBOX);

	const workflow = await step(
		'Example workflow published',
		async () => {
			const saved = await client.importWorkflow(
				prepare(await readExample(MAIN_EXAMPLE), credentials),
			);
			await publishAndArm(stage, saved);
			return saved;
		},
		() => `examples/${MAIN_EXAMPLE}`,
	);

	console.log('');
	const mail = await step(
		'Mail arrives',
		async () => mailbox.deliver(MAIN_MAIL),
		({ subject }) => `"${subject}"`,
	);
	const reach = async <T>(
		title: string,
		look: () => T | undefined,
		describe?: (value: T) => string,
	) => await step(title, async () => await waitFor(title, look, stage, workflow.id), describe);
	const call = (path: RegExp) => () =>
		simulator.requests
			.matching({ method: 'POST', path })
			.find(({ status }) => status >= 200 && status < 300);

	await reach('Collection: client created', call(/\/clients$/), ({ path }) => `POST ${path}`);
	await reach('Collection: request sent', call(/\/requests$/), ({ path }) => `POST ${path}`);
	await reach(
		'Mail: label added',
		() => (mail.categories.includes(MAIN_LABEL) ? mail.categories : undefined),
		(labels) => labels.join(', '),
	);
	await reach(
		'Mail: sender answered',
		() => mailbox.sent.find(({ subject }) => subject.includes(mail.subject)),
		({ subject }) => `"${subject}"`,
	);
	await step('Execution ended', async () => await successfulExecution(stage, workflow.id));
	return `${n8n.url}/workflow/${workflow.id}`;
}

/**
 * Publishes a workflow with a Mail Trigger and waits for its first look into the mailbox: n8n
 * answers before that, and mail that came earlier is not new to the trigger.
 */
export async function publishAndArm(
	{ client, simulator }: Stage,
	workflow: { id: string; versionId: string },
): Promise<void> {
	const looks = () =>
		simulator.requests
			.matching({ method: 'GET', path: /\/messages$/ })
			.filter(({ status }) => status === 200);
	const before = looks().length;
	await client.publish(workflow);
	const deadline = Date.now() + MILESTONE_TIMEOUT_MS;
	while (!holdsFirstLook(looks().slice(before))) {
		if (Date.now() > deadline) throw new Failure('The trigger did not look into the mailbox.');
		await sleep(LOOK_EVERY_MS);
	}
}

/**
 * A first look asks for the newest mail and then lists; mail that comes between the two is not new
 * either. Later looks, of this trigger and others, count the mails.
 */
function holdsFirstLook(looks: LoggedRequest[]): boolean {
	const newest = looks.findIndex(({ query }) => query.$top === '1' && query.$count === undefined);
	return newest !== -1 && looks.slice(newest + 1).some(({ query }) => query.$top !== '1');
}

async function waitFor<T>(
	title: string,
	look: () => T | undefined,
	{ client, n8n }: Stage,
	workflowId: string,
): Promise<T> {
	const deadline = Date.now() + MILESTONE_TIMEOUT_MS;
	for (;;) {
		const found = look();
		if (found !== undefined) return found;
		const failed = (await client.executions(workflowId)).find(({ status }) => status === 'error');
		if (failed !== undefined) {
			const { error } = await client.execution(failed.id);
			throw new Failure(`${title}: the workflow failed. ${error ?? ''}`);
		}
		if (Date.now() > deadline) {
			throw new Failure(
				`${title}: nothing happened for ${MILESTONE_TIMEOUT_MS / 1000} s. n8n's log: ${n8n.logFile}`,
			);
		}
		await sleep(LOOK_EVERY_MS);
	}
}

async function successfulExecution({ client }: Stage, workflowId: string): Promise<void> {
	for (;;) {
		const [execution] = await client.executions(workflowId);
		if (execution?.status === 'success') return;
		if (execution?.status === 'error') {
			const { error } = await client.execution(execution.id);
			throw new Failure(`The workflow failed. ${error ?? ''}`);
		}
		await sleep(LOOK_EVERY_MS);
	}
}
