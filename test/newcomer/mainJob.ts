import { part } from '../e2e/editor';
import { until, untilPolled } from '../e2e/waiting';
import { MAIN_MAIL } from '../host/mainJob';
import { type EmptyStage, MAILBOX, MAIN_LABEL } from '../host/stage';
import { connect } from './accounts';
import { choose, drag, unfold } from './form';
import type { Newcomer } from './newcomer';
import { saveCanvas } from './pictures';

/** The trigger looks every minute, which is n8n's own default. */
const RUN_TIMEOUT_MS = 150_000;
const TRIGGER = "$('Mail Trigger').item.json";
const REQUEST = "$('Create and send a request').item.json";
const ANSWER = `Hello,

thank you for your email. Please give us what we need here:`;

/** Opens the form of one more step: behind the last one, or the first of all. Enter takes what is found first. */
export async function addStep(
	{ page, editor, looks }: Newcomer,
	search: string,
	node: string,
	action: string,
): Promise<void> {
	const first = part(page, 'canvas-plus-button');
	await first.or(part(page, 'canvas-handle-plus-wrapper')).last().click();
	await part(page, 'node-creator-search-bar').waitFor();
	const [found] = await editor.search(search);
	await looks(`search-${dashed(search)}`);
	if (found === node) await editor.pickFirst(action);
	else await editor.pick(node, action);
	await looks(`form-${dashed(action)}`);
}

/** Builds the five steps of examples/mail-to-collection.json; both accounts are connected on the way. */
export async function buildMainJob(newcomer: Newcomer, stage: EmptyStage): Promise<void> {
	const { page, editor, looks, does } = newcomer;
	const { simulator } = stage;
	await does('Mail Trigger', async () => {
		await part(page, 'new-workflow-card').click();
		await addStep(newcomer, 'outlook', 'Mail', 'On email received');
	});
	await does('Mail account', async () => {
		const apiRoot = simulator.graphRoot;
		await connect(newcomer, stage, { selector: 'cloud', apiRoot, login: MAILBOX });
	});
	await does('Mail Trigger: filter and test', async () => {
		simulator.graph.mailbox(MAILBOX).deliver(MAIN_MAIL);
		await editor.fill('searchFilter', 'subject:onboarding');
		await part(page, 'node-execute-button').click();
		await part(page, 'output-panel').getByText(MAIN_MAIL.subject).first().waitFor();
		await looks('tested-trigger');
		await editor.closeForm();
	});
	await does('Create or Update Client', async () => {
		await addStep(newcomer, 'content snare', 'Collection', 'Create or update a client');
	});
	await does('Collection account', async () => {
		const apiRoot = simulator.collectionRoot;
		await connect(newcomer, stage, { selector: 'server', apiRoot, login: 'collection' });
	});
	await does('Create or Update Client: fields', async () => {
		await drag(page, '$json.from.address', 'email');
		await drag(page, '$json.from.name', 'name');
		await looks('client-filled-in');
		await editor.closeForm();
	});
	await does('Create Request', async () => {
		await addStep(newcomer, 'collection', 'Collection', 'Create and send a request');
		await choose(page, 'template', 'Onboarding');
		await drag(page, '$json.id', 'client');
		await unfold(page, 'Mail Trigger');
		await drag(page, `${TRIGGER}.subject`, 'name');
		await looks('request-filled-in');
		await editor.closeForm();
	});
	await does('Add Label', async () => {
		await addStep(newcomer, 'outlook', 'Mail', 'Add a label to an email');
		await choose(page, 'label', MAIN_LABEL);
		await unfold(page, 'Mail Trigger');
		await drag(page, `${TRIGGER}.id`, 'messageId');
		await looks('label-filled-in');
		await editor.closeForm();
	});
	await does('Reply to Email', async () => {
		await addStep(newcomer, 'outlook', 'Mail', 'Reply to an email');
		await drag(page, '$json.id', 'messageId');
		await editor.fill('message', ANSWER);
		await unfold(page, 'Create and send a request');
		await drag(page, `${REQUEST}.share_link`, 'message');
		await looks('reply-filled-in');
		await editor.closeForm();
		await looks('five-steps');
	});
}

/** Tries the job on the mail that is there; takes the picture of the canvas. */
export async function tryMainJob(newcomer: Newcomer, { simulator }: EmptyStage): Promise<void> {
	const { page, looks, does } = newcomer;
	const { sent } = simulator.graph.mailbox(MAILBOX);
	await does('Test run', async () => {
		await part(page, 'execute-workflow-button').first().click();
		await until('the answer of the test run', () => sent[0]);
		await page.getByText('Workflow executed successfully').first().waitFor();
		await looks('test-run');
	});
	await saveCanvas(page);
}

/** Publishes the job, and sees it answer the next mail by itself. */
export async function publishMainJob(newcomer: Newcomer, stage: EmptyStage): Promise<void> {
	const { page, looks, does } = newcomer;
	const mailbox = stage.simulator.graph.mailbox(MAILBOX);
	await does('Publish', async () => {
		await part(page, 'workflow-open-publish-modal-button').click();
		await looks('publish');
		// The first look takes two requests; mail that comes before its end is not new.
		const looked = untilPolled(stage, 2);
		await part(page, 'workflow-publish-button').click();
		await looked;
		await page.getByRole('button', { name: 'Got it' }).click();
	});
	mailbox.deliver({ ...MAIN_MAIL, subject: 'Onboarding: Corner Cafe' });
	const isAnswer = ({ subject }: { subject: string }) => subject.includes('Corner Cafe');
	await until('the answer of the published job', () => mailbox.sent.find(isAnswer), RUN_TIMEOUT_MS);
	await does('Look at its execution', async () => {
		await part(page, 'radio-button-executions').click();
		await part(page, 'execution-preview-label').getByText('Succeeded').waitFor();
		await looks('execution');
	});
}

function dashed(text: string): string {
	return text.toLowerCase().replaceAll(' ', '-');
}
