import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { MAIN_MAIL, playMainJob } from '../host/mainJob';
import { MAILBOX, MAIN_LABEL, type Stage } from '../host/stage';
import { printedStep } from '../host/steps';
import { sharedStage } from './sharedStage';
import { untilPolled } from './waiting';

const STRANGERS = [
	{ subject: 'Onboarding: from elsewhere', from: 'pat@fabrikam.com' },
	{ subject: 'Something else', from: 'pat@example.com' },
];

describe('the example workflow in a real n8n', { timeout: 900_000 }, () => {
	let stage: Stage;
	let workflowId: string;

	before(async () => {
		stage = await sharedStage();
		stage.simulator.collection.reset();
		stage.simulator.requests.clear();
		const url = await playMainJob(stage, printedStep);
		workflowId = url.split('/').at(-1) ?? '';
		for (const mail of STRANGERS) stage.simulator.graph.mailbox(MAILBOX).deliver(mail);
		await untilPolled(stage, 2);
	});
	after(async () => await stage.client.unpublish(workflowId));

	function bodyOf(path: RegExp): Record<string, unknown> {
		const [request, ...others] = stage.simulator.requests.matching({ method: 'POST', path });
		assert.equal(others.length, 0, 'one request');
		assert.ok(typeof request?.body === 'object' && request.body !== null);
		return { ...request.body };
	}

	it('creates the client under both spellings of its name', () => {
		const body = bodyOf(/\/clients$/);
		assert.equal(body.email, 'pat@example.com');
		assert.equal(body.full_name, 'Pat Doe');
		assert.equal(body.name, body.full_name);
	});

	it('sends the request with both spellings of client, template and due date', () => {
		const body = bodyOf(/\/requests$/);
		assert.equal(body.client_email, 'pat@example.com');
		assert.match(String(body.client_id), /^acc_/);
		assert.equal(body.status, 'published');
		assert.match(String(body.due), /^\d{4}-\d{2}-\d{2}$/);
		assert.equal(body.due_date, body.due);
		assert.ok(body.request_template_id ?? body.request_template_name);
		assert.equal(body.template_id, body.request_template_id);
		assert.ok(String(body.name).includes('Example Bakery'));
	});

	it('labels the mail', () => {
		const mail = stage.simulator.graph
			.mailbox(MAILBOX)
			.messages.find(({ subject, isDraft }) => subject === MAIN_MAIL.subject && !isDraft);
		assert.deepEqual(mail?.categories, [MAIN_LABEL]);
	});

	it("answers the sender once, with the request's link", () => {
		const sent = stage.simulator.graph
			.mailbox(MAILBOX)
			.sent.filter(({ subject }) => subject.includes(MAIN_MAIL.subject));
		assert.equal(sent.length, 1);
		assert.deepEqual(
			sent[0]?.toRecipients.map(({ emailAddress }) => emailAddress.address),
			['pat@example.com'],
		);
		assert.match(sent[0]?.body.content ?? '', /https?:\/\/\S+/);
	});

	it('runs once, and not at all for mail that its filter keeps out', async () => {
		const executions = await stage.client.executions(workflowId);
		assert.deepEqual(
			executions.map(({ status }) => status),
			['success'],
		);
	});
});
