import { part } from '../e2e/editor';
import { until } from '../e2e/waiting';
import { type EmptyStage, MAILBOX } from '../host/stage';
import { addStep } from './mainJob';
import type { Newcomer } from './newcomer';
import { saveApproval } from './pictures';

const QUESTION = `To: Pat Doe <pat@example.com>
Subject: Re: Onboarding: Example Bakery

Hello Pat,

thank you for your email. Please give us what we need by Friday.`;

/** Asks a person by email, answers as that person, and sees the workflow go on. */
export async function askForApproval(newcomer: Newcomer, { simulator }: EmptyStage): Promise<void> {
	const { page, editor, looks, does } = newcomer;
	const { sent } = simulator.graph.mailbox(MAILBOX);
	const before = sent.length;
	await does('Send and Wait for Approval', async () => {
		await part(page, 'universal-add').click();
		await page.getByText('New workflow', { exact: true }).click();
		await part(page, 'canvas-plus-button').click();
		await part(page, 'node-creator').getByText('Trigger manually').click();
		await addStep(newcomer, 'approval', 'Mail', 'Send an email and wait for approval');
		await editor.fill('to', 'approver@contoso.com');
		await editor.fill('subject', 'May this answer go out?');
		await editor.fill('message', QUESTION);
		await looks('question-filled-in');
		await editor.closeForm();
	});
	await does('Ask', async () => {
		await part(page, 'execute-workflow-button').first().click();
		await until('the question', () => sent[before]);
		await looks('waiting');
	});
	const inbox = await page.context().newPage();
	await does('Approve in the mail and on its page', async () => {
		const html = sent[before]?.body.content ?? '';
		await inbox.goto(`data:text/html;charset=utf-8,${encodeURIComponent(html)}`);
		await looks('question-mail', inbox);
		await saveApproval(inbox);
		await inbox.getByRole('link', { name: 'Approve' }).click();
		await inbox.getByRole('button', { name: 'Approve' }).waitFor();
		await looks('question-page', inbox);
		await inbox.getByRole('button', { name: 'Approve' }).click();
		await looks('answered', inbox);
	});
	await inbox.close();
	await page.getByText('Workflow executed successfully').first().waitFor();
	await looks('approved');
}
