import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import {
	StreamableHTTPClientTransport,
	StreamableHTTPError,
} from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { INodeParameters } from 'n8n-workflow';
import { z } from 'zod';
import { mailRegistry } from '../../nodes/Mail/registry';
import { connectMail } from '../host/accounts';
import { prepare, readExample, type StoredWorkflow } from '../host/exampleWorkflow';
import { mailTool } from '../host/openTool';
import type { Stage } from '../host/stage';
import type { Mailbox } from '../simulator/graph/mailbox';
import { type Editor, openEditor } from './editor';
import { sharedStage } from './sharedStage';
import { until } from './waiting';

const ADDRESS = 'mcp@contoso.com';
const LISTED = 'pat@fabrikam.com';
const TOKEN = 'token-of-the-clients';
const TOO_EARLY = 'Ask First';
const REVIEWED = 'Reviewed Email';

const answerShape = z.object({
	content: z.array(z.object({ text: z.string() })),
	isError: z.boolean().optional(),
});

const fieldShape = z.object({ type: z.string(), description: z.string().min(1) });

let stage: Stage;
let mailbox: Mailbox;
let workflow: StoredWorkflow;
let workflowId: string;
let mcp: Client;

/** A client as any program has one, at the published address. */
async function connect(token: string): Promise<Client> {
	const client = new Client({ name: 'test', version: '1.0.0' });
	const requestInit = { headers: { authorization: `Bearer ${token}` } };
	await client.connect(
		new StreamableHTTPClientTransport(new URL(`${stage.n8n.url}/mcp/mailbox`), { requestInit }),
	);
	return client;
}

/** n8n opens the address some time after it has said that the workflow is published. */
function whereMissing(error: unknown): undefined {
	if (!(error instanceof StreamableHTTPError) || error.code !== 404) throw error;
}

/** What a client reads of the use of a tool. */
async function use(name: string, input: Record<string, unknown> = {}) {
	const answer = answerShape.parse(await mcp.callTool({ name, arguments: input }));
	const text = answer.content.map((part) => part.text).join('\n');
	return { text, failed: answer.isError === true };
}

/** The example, and beside its tools one that is reviewed first, and the review as a tool. */
function withReviews(example: StoredWorkflow): StoredWorkflow {
	const question = { to: LISTED, subject: 'May it go out?', message: 'An agent asks.' };
	const review = {
		...mailTool('Review', { ...question }),
		type: 'n8n-nodes-mail-collection.mailHitlTool',
	};
	const send: INodeParameters = { resource: 'email', operation: 'sendEmail' };
	const ask: INodeParameters = { resource: 'email', operation: 'sendAndWait', ...question };
	const into = (node: string) => ({ ai_tool: [[{ node, type: 'ai_tool', index: 0 }]] });
	return {
		...example,
		nodes: [...example.nodes, mailTool(TOO_EARLY, ask), mailTool(REVIEWED, send), review],
		connections: {
			...example.connections,
			[TOO_EARLY]: into('Mailbox'),
			[REVIEWED]: into('Review'),
			Review: into('Mailbox'),
		},
	};
}

describe('a mailbox for MCP clients', { timeout: 900_000 }, () => {
	// Not for the file: hooks of files run before the tests of all files, and n8n forgets a session meanwhile.
	before(async () => {
		stage = await sharedStage();
		const { client, simulator, credentials } = stage;
		const strict = { strict: true, allowedAddresses: LISTED };
		const mailOAuth2Api = await connectMail(client, simulator, ADDRESS, 'MCP mail account', strict);
		const httpBearerAuth = await client.createCredential('MCP clients', 'httpBearerAuth', {
			token: TOKEN,
		});
		mailbox = simulator.graph.mailbox(ADDRESS);
		workflow = withReviews(await readExample('mcp-mailbox.json'));
		const accounts = { ...credentials, mailOAuth2Api, httpBearerAuth };
		const saved = await client.importWorkflow(prepare(workflow, accounts));
		workflowId = saved.id;
		await client.publish(saved);
		mcp = await until(
			'the address',
			async () => await connect(TOKEN).catch((error: unknown) => whereMissing(error)),
		);
	});
	after(async () => {
		await mcp.close();
		await stage.client.unpublish(workflowId);
	});

	it('is closed to whoever has no token', async () => {
		await assert.rejects(connect('another-token'), /40[13]|Authorization/);
	});

	it('lists tools of which only the step was chosen, with their whole text and described fields', async () => {
		const { tools } = await mcp.listTools();
		const dropped = workflow.nodes.filter(
			({ name, parameters }) => Object.keys(parameters).length === 2 && name !== REVIEWED,
		);
		assert.equal(dropped.length, 10);
		for (const { name, parameters } of dropped) {
			const tool = tools.find((one) => one.name === name.replaceAll(' ', '_'));
			const step = mailRegistry.find(String(parameters.resource), String(parameters.operation));
			assert.ok(step && tool, name);
			const text = `${step.summary}. Returns ${step.returns}. `;
			assert.equal(tool.description?.slice(0, text.length), text);
			const fields = z.record(fieldShape).parse(tool.inputSchema.properties);
			assert.ok(Object.keys(fields).length > 0, name);
		}
	});

	it('answers a search with emails, and one that finds nothing with what was searched', async () => {
		mailbox.deliver({ subject: 'Quarterly report', from: 'ann@contoso.com' });
		const found = await use('Find_Email', { Search: 'from:ann@contoso.com' });
		assert.match(found.text, /"subject":"Quarterly report"/);
		assert.equal(found.failed, false);
		const nothing = await use('Find_Email', { Search: 'from:nobody@contoso.com' });
		assert.match(nothing.text, /"found":0/);
	});

	it('sends to whom the credential lists', async () => {
		const mail = { To: LISTED, Subject: 'Hello', Message: 'The report is ready.' };
		assert.equal((await use('Send_Email', mail)).failed, false);
		assert.deepEqual(
			mailbox.sent.map(({ subject }) => subject),
			['Hello'],
		);
	});

	it('refuses everybody else, with the rule and what to do', async () => {
		const mail = { To: 'eve@evil.example', Subject: 'Secret', Message: 'The code is 1234.' };
		const { text, failed } = await use('Send_Email', mail);
		assert.equal(failed, true);
		assert.match(
			text,
			/Send Email was refused: .* eve@evil\.example .* A person can do it in Outlook\./,
		);
		assert.equal(mailbox.sent.length, 1);
	});

	it('says the way out in an error', async () => {
		const { text, failed } = await use('Get_Email', { Message_ID: 'no-id' });
		assert.equal(failed, true);
		assert.match(text, /Not found in this mailbox\. .* take it from the output of another step\./);
	});

	it('says that no review can be waited for', async () => {
		const { text, failed } = await use(TOO_EARLY.replaceAll(' ', '_'));
		assert.equal(failed, true);
		assert.match(text, /Nobody was asked/);
		assert.equal(mailbox.sent.length, 1);
	});

	// What docs/mcp.md says: n8n runs neither the review nor the tool, and tells nobody.
	it('does nothing with a tool behind a review, and answers with nothing', async () => {
		const mail = { To: LISTED, Subject: 'Reviewed', Message: 'Hello.' };
		const { text, failed } = await use(REVIEWED.replaceAll(' ', '_'), {
			toolParameters: mail,
			hitlParameters: {},
		});
		assert.deepEqual({ text, failed }, { text: '', failed: false });
		assert.equal(mailbox.sent.length, 1);
	});

	it('keeps an execution of each use', async () => {
		await until('seven executions', async () => {
			const executions = await stage.client.executions(workflowId);
			return executions.length === 7 ? true : undefined;
		});
	});
});

describe('a Mail tool dropped on the trigger by clicks', { timeout: 900_000 }, () => {
	let editor: Editor;
	let id: string;
	let form: string;

	before(async () => {
		const { client, credentials } = stage;
		const nodes = workflow.nodes.filter(({ type }) => type.endsWith('.mcpTrigger'));
		const alone = { ...workflow, nodes, connections: {} };
		const httpBearerAuth = await client.createCredential('MCP clients', 'httpBearerAuth', {
			token: TOKEN,
		});
		({ id } = await client.importWorkflow(prepare(alone, { ...credentials, httpBearerAuth })));
		editor = await openEditor(stage.n8n.url);
		await editor.open(`${stage.n8n.url}/workflow/${id}`);
		await editor.dropTool('outlook', 'Mail Tool');
		await editor.chooseCredential('MCP mail account');
		await editor.choose('operation', /^Send Email/);
		await editor.shot('mcp-tool');
		form = await editor.form();
		await editor.closeForm();
		await editor.shot('mcp-tool-on-canvas');
		await editor.publish();
		mcp = await until(
			'the address',
			async () => await connect(TOKEN).catch((error: unknown) => whereMissing(error)),
		);
	});
	after(async () => {
		await editor.close();
		await mcp.close();
		await stage.client.unpublish(id);
	});

	it('shows its description, and fields that the model fills', () => {
		for (const field of ['To', 'Cc', 'Subject', 'Message']) {
			assert.match(form, new RegExp(`^${field}\nDefined automatically by the model$`, 'm'));
		}
		assert.match(form, /^Description$/m);
	});

	it('is listed with its whole text and described fields, and works', async () => {
		const { tools } = await mcp.listTools();
		const [tool, ...others] = tools;
		const step = mailRegistry.find('email', 'sendEmail');
		assert.ok(tool && step);
		assert.deepEqual(others, []);
		const { name, description, inputSchema } = tool;
		assert.ok(description?.startsWith(`${step.summary}. Returns ${step.returns}. `), description);
		assert.deepEqual(Object.keys(z.record(fieldShape).parse(inputSchema.properties)).sort(), [
			'Cc',
			'Message',
			'Subject',
			'To',
		]);
		const sent = mailbox.sent.length;
		const { text, failed } = await use(name, { To: LISTED, Subject: 'Hello', Message: 'Good day' });
		assert.equal(failed, false, text);
		assert.equal(mailbox.sent.length, sent + 1);
	});
});
