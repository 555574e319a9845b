/**
 * `npm start`: the package's main job on a real n8n, shown step by step. With --once it ends
 * after the job, with 0 or 1; else n8n stays up for trying things out until Ctrl-C.
 */
import { parseArgs } from 'node:util';
import { AGENT_SENDER, playApproval } from './approvalShow';
import { addDemoPages } from './demo/routes';
import { closeOnSignal, reportFailure } from './ending';
import { Failure } from './failure';
import { playMainJob } from './mainJob';
import { OWNER } from './n8nClient';
import { findFreePort, LAST_PORT } from './ports';
import { openStage, type Stage } from './stage';
import { printedStep } from './steps';

/** n8n's own default. */
const N8N_PORT = 5678;

function readOptions(): { once: boolean; port: number } {
	const { once, port: text = N8N_PORT } = parseOptions();
	const port = Number(text);
	if (!Number.isInteger(port) || port < 1 || port > LAST_PORT) {
		throw new Failure(`--port takes a number from 1 to ${LAST_PORT}, not "${text}".`);
	}
	return { once, port };
}

function parseOptions(): { once: boolean; port?: string } {
	try {
		return parseArgs({
			options: { once: { type: 'boolean', default: false }, port: { type: 'string' } },
		}).values;
	} catch (error) {
		// parseArgs throws a TypeError that says which option it does not know.
		if (!(error instanceof TypeError)) throw error;
		throw new Failure(`${error.message}\nnpm start -- --help lists the options.`);
	}
}

async function choosePort(asked: number): Promise<number> {
	const port = await findFreePort(asked);
	if (port !== asked) console.log(`  Port ${asked} is in use or not allowed: n8n takes ${port}`);
	return port;
}

function showWhatToTry({ n8n, simulator }: Stage, workflowUrl: string): void {
	console.log(`
  n8n is running. Ctrl-C ends it; nothing of it stays.

    Editor     ${n8n.url}
    Sign in    ${OWNER.email}  /  ${OWNER.password}
    Workflow   ${workflowUrl}
    Mailbox    ${simulator.url}  (simulated: its mails, and Collection's clients and requests)
    Log        ${n8n.logFile}

  To try, in the mailbox's page:
    - Send a test mail: within ten seconds the workflow labels it and answers it.
    - Open Sent Items: an AI agent waits for your approval of its answer to ${AGENT_SENDER.address}. Press Approve.
  In the editor, look at Executions, or add a Mail node and run Find Email.
`);
}

let close: () => Promise<void> = async () => undefined;
const isEnding = closeOnSignal(async () => await close());

async function main(): Promise<void> {
	const { once, port: asked } = readOptions();

	console.log('\nMail and Collection on a real n8n\n');
	const startedAt = Date.now();
	const stage = await openStage({
		port: await choosePort(asked),
		step: printedStep,
		pages: addDemoPages,
		closing: (ending) => (close = ending),
	});
	let workflowUrl: string;
	try {
		workflowUrl = await playMainJob(stage, printedStep);
	} catch (error) {
		if (!isEnding()) await stage.close();
		throw error;
	}
	console.log(`\n  Done in ${((Date.now() - startedAt) / 1000).toFixed(0)} s.`);
	if (once) return await stage.close();
	console.log('');
	await playApproval(stage, printedStep);
	showWhatToTry(stage, workflowUrl);
}

main().catch((error: unknown) => {
	if (!isEnding()) reportFailure(error);
});
