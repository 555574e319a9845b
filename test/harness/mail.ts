import type { IDataObject, INodeExecutionData, INodeParameters } from 'n8n-workflow';
import type { Clock } from '../../nodes/shared/clock';
import type { LoggedRequest } from '../simulator/requestLog';
import type { Simulator } from '../simulator/simulator';
import { startSimulator } from '../simulator/simulator';
import { removeHarnessFolder } from './environment';
import type { ExecuteOptions } from './executeNode';
import { executeNode, OWN_MAILBOX } from './executeNode';
import { beginTest } from './testRuns';

/** A mailbox that others share with the own account. */
export const SHARED_MAILBOX = 'support@contoso.com';

let simulator: Simulator;

/** The clock of the nodes and the providers; the machine's unless the file has chosen one. */
let clock: Clock | undefined;
/** Each test has a credential of its own, and so lanes of its own. */
let tests = 0;

/** Starts the providers for a test file; every test begins with empty mailboxes. */
export function useMailboxes(options: { clock?: Clock } = {}): void {
	beforeAll(async () => {
		({ clock } = options);
		simulator = await startSimulator({ clock: clock?.now });
	});
	beforeEach(async () => {
		tests += 1;
		await beginTest(simulator);
		shared().shareWith(OWN_MAILBOX, {
			mail: 'readWrite',
			calendar: 'readWrite',
			contacts: 'readWrite',
			sendAs: true,
		});
	});
	afterAll(async () => {
		await simulator.stop();
		await removeHarnessFolder();
	});
}

export const provider = () => simulator;
export const own = () => simulator.graph.mailbox(OWN_MAILBOX);
export const shared = () => simulator.graph.mailbox(SHARED_MAILBOX);

/** Runs one step of the Mail node, such as `email.moveEmail`; rejects with the node's error. */
export async function runStep(
	step: string,
	parameters: INodeParameters = {},
	options: Partial<ExecuteOptions> = {},
): Promise<INodeExecutionData[]> {
	const [resource = '', operation = ''] = step.split('.');
	const { items } = await executeNode({
		node: 'mail',
		simulator,
		clock,
		credentialId: `mail-${process.pid}-${tests}`,
		parameters: { resource, operation, ...parameters },
		...options,
	});
	return items;
}

/** The output of a step that gives one item. */
export async function runForOne(
	step: string,
	parameters: INodeParameters = {},
	options: Partial<ExecuteOptions> = {},
): Promise<IDataObject> {
	const [item, ...more] = await runStep(step, parameters, options);
	expect(more).toEqual([]);
	return item?.json ?? {};
}

/** What was asked of Graph, parts of batches one by one: `GET /me/messages`. */
export function asked(): string[] {
	const each = ({ method, path, parts }: LoggedRequest): string[] =>
		parts ? parts.flatMap(each) : [`${method} ${path.replace('/graph/v1.0', '')}`];
	return simulator.requests.all.flatMap(each);
}

/** Every request went to the shared mailbox, none to the own one. */
export function expectOnlyShared(): void {
	expect(asked().length).toBeGreaterThan(0);
	for (const request of asked()) {
		expect(decodeURIComponent(request)).toMatch(`/users/${SHARED_MAILBOX}/`);
	}
}

/** A resource locator as n8n saves it. */
export function locator(mode: 'list' | 'id' | 'name', value: string) {
	return { __rl: true, mode, value };
}

/** The error of a step that has to fail: what people and language models read. */
export async function failureOf(
	run: Promise<unknown>,
): Promise<{ message: string; description: string }> {
	const error: unknown = await run.then(
		() => new Error('It did not fail'),
		(reason: unknown) => reason,
	);
	if (!(error instanceof Error)) throw new Error('Not an error');
	return { message: error.message, description: String(Reflect.get(error, 'description') ?? '') };
}
