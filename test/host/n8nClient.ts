import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { createBrowsing } from './browsing';
import type { StoredWorkflow } from './exampleWorkflow';
import { type ExecutionDetails, readExecutionData, type StoredFile } from './executionData';
import { Failure } from './failure';
import { isBefore } from './version';

const POLL_MS = 250;
/** Pages with a form that one sign-in may show. */
const MAX_FORMS = 5;
/** The most that n8n gives at once. */
const EXECUTIONS_PER_PAGE = 100;
/** Executions n8n itself has ended; the others are new, running or waiting. */
export const ENDED = ['success', 'error', 'crashed', 'canceled'];

const saved = z.object({ id: z.string() });
const savedWorkflow = z.object({ id: z.string(), versionId: z.string() });
const execution = z.object({ id: z.coerce.string(), status: z.string() });
const executionList = z.object({ results: z.array(execution) });
const fullExecution = execution.extend({ data: z.string() });

export type Execution = z.infer<typeof execution>;

export interface Owner {
	email: string;
	password: string;
}

/**
 * The owner of the throw-away instance, which listens on loopback only and is deleted at the end. The password is made
 * anew, as a web page that gives this machine a name of its own could try one that everybody knows. n8n wants a capital
 * and a digit in it.
 */
export const OWNER: Owner = {
	email: 'owner@example.com',
	password: `Demo1-${randomBytes(6).toString('hex')}`,
};

/** What a person does in the editor, done through the same API. */
export interface N8nClient {
	/** Any call to /rest: path after /rest, answer's `data` */
	call(method: string, path: string, body?: unknown): Promise<unknown>;
	createCredential(name: string, type: string, data: Record<string, unknown>): Promise<string>;
	/**
	 * "Connect": asks n8n for the sign-in address, signs in there, and comes back to
	 * n8n with the code.
	 *
	 * @param credentialId what to connect
	 * @param answers what the person types on the provider's pages, by field name
	 */
	connect(credentialId: string, answers: Record<string, string>): Promise<void>;
	/** Saves a new workflow; returns its id and version. */
	importWorkflow(workflow: StoredWorkflow): Promise<{ id: string; versionId: string }>;
	/** Publishes the version, so that its triggers run. */
	publish(workflow: { id: string; versionId: string }): Promise<void>;
	unpublish(id: string): Promise<void>;
	/** Runs the saved workflow by hand from this trigger to its end, or until it waits for somebody. */
	runManually(id: string, trigger: string): Promise<ExecutionDetails & Execution>;
	/** All of them, newest first */
	executions(workflowId: string): Promise<Execution[]>;
	execution(id: string): Promise<ExecutionDetails & Execution>;
	/** The text of a file that an execution holds. */
	readFile(file: StoredFile): Promise<string>;
}

/**
 * Signs in to a running n8n; makes the owner's account first where there is none.
 *
 * @param url of the instance, without a trailing slash
 * @throws {Failure} when n8n refuses; the message names the call and n8n's words
 */
export async function signIn(url: string): Promise<N8nClient> {
	const browsing = createBrowsing();
	// n8n 1 runs what was saved last, and switches it on and off.
	const hasNoVersions = isBefore('2.0.0');

	async function call(method: string, path: string, body?: unknown): Promise<unknown> {
		const page = await browsing.open(`${url}/rest${path}`, {
			method,
			headers: { 'content-type': 'application/json' },
			body: body === undefined ? undefined : JSON.stringify(body),
		});
		const answer = parseAnswer(page.text);
		if (page.status >= 400) {
			const words = answer?.message ?? `status ${page.status}`;
			throw new Failure(`n8n refused ${method} ${path.split('?')[0]}: ${words}`);
		}
		return answer?.data;
	}

	const settings = z
		.object({ userManagement: z.object({ showSetupOnFirstLoad: z.boolean() }) })
		.parse(await call('GET', '/settings'));
	if (settings.userManagement.showSetupOnFirstLoad) {
		await call('POST', '/owner/setup', { ...OWNER, firstName: 'Olive', lastName: 'Owner' });
	} else {
		const { email, password } = OWNER;
		await call('POST', '/login', { emailOrLdapLoginId: email, password });
	}

	async function readExecution(id: string) {
		const found = fullExecution.parse(await call('GET', `/executions/${id}`));
		return { id: found.id, status: found.status, ...readExecutionData(found.data) };
	}

	return {
		call,
		async createCredential(name, type, data) {
			return saved.parse(await call('POST', '/credentials', { name, type, data })).id;
		},
		async connect(credentialId, answers) {
			const address = z
				.string()
				.parse(await call('GET', `/oauth2-credential/auth?id=${credentialId}`));
			let page = await browsing.open(address);
			// A sign-in page, perhaps a consent page; then n8n's own.
			for (let forms = 0; new URL(page.url).origin !== new URL(url).origin; forms += 1) {
				if (forms === MAX_FORMS) {
					throw new Failure(`The sign-in does not come to an end: ${visibleText(page.text)}`);
				}
				page = await browsing.submit(page, answers);
			}
			if (page.status !== 200 || !/successful|connected/i.test(page.text)) {
				throw new Failure(`n8n did not accept the sign-in: ${visibleText(page.text)}`);
			}
		},
		async importWorkflow(workflow) {
			// n8n 1 takes only a workflow that says whether it is active.
			return savedWorkflow.parse(await call('POST', '/workflows', { active: false, ...workflow }));
		},
		async publish({ id, versionId }) {
			if (hasNoVersions) await call('PATCH', `/workflows/${id}`, { active: true, versionId });
			else await call('POST', `/workflows/${id}/activate`, { versionId });
		},
		async unpublish(id) {
			if (hasNoVersions) await call('PATCH', `/workflows/${id}`, { active: false });
			else await call('POST', `/workflows/${id}/deactivate`, {});
		},
		async runManually(id, trigger) {
			// Older versions run what they are sent, newer ones what they have stored.
			const workflowData = await call('GET', `/workflows/${id}`);
			const run = { workflowData, triggerToStartFrom: { name: trigger } };
			const started = z
				.object({ executionId: z.coerce.string() })
				.parse(await call('POST', `/workflows/${id}/run`, run));
			for (;;) {
				const current = await readExecution(started.executionId);
				// n8n 1 writes that it ended well before it writes what came out.
				const isWritten = current.status !== 'success' || current.nodes.size > 0;
				if (isWritten && [...ENDED, 'waiting'].includes(current.status)) return current;
				await sleep(POLL_MS);
			}
		},
		async executions(workflowId) {
			const filter = encodeURIComponent(JSON.stringify({ workflowId }));
			const found: Execution[] = [];
			for (;;) {
				const last = found.at(-1);
				const from = last === undefined ? '' : `&lastId=${last.id}`;
				const { results } = executionList.parse(
					await call('GET', `/executions?filter=${filter}&limit=${EXECUTIONS_PER_PAGE}${from}`),
				);
				found.push(...results);
				if (results.length < EXECUTIONS_PER_PAGE) return found;
			}
		},
		execution: readExecution,
		async readFile({ id, data }) {
			if (id === undefined) return Buffer.from(data, 'base64').toString();
			const query = new URLSearchParams({ id, action: 'download' });
			const { status, text } = await browsing.open(`${url}/rest/binary-data?${query}`);
			if (status !== 200) throw new Failure(`n8n refused to give out the file: status ${status}`);
			return text;
		},
	};
}

const answerShape = z.object({ data: z.unknown(), message: z.string().optional() });

function parseAnswer(text: string): z.infer<typeof answerShape> | undefined {
	try {
		return answerShape.parse(JSON.parse(text));
	} catch (error) {
		if (error instanceof SyntaxError) return undefined;
		throw error;
	}
}

function visibleText(html: string): string {
	const body = html.replace(/<(style|script)[\s\S]*?<\/\1>/gi, ' ').replace(/<[^>]*>/g, ' ');
	return body.replace(/\s+/g, ' ').trim().slice(0, 300);
}
