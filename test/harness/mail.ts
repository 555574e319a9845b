import type { IDataObject, INodeExecutionData, INodeParameters } from 'n8n-workflow';
import type { LoggedRequest } from '../simulator/requestLog';
import type { Simulator } from '../simulator/simulator';
import { startSimulator } from '../simulator/simulator';
import { removeHarnessFolder } from './environment';
import type { ExecuteOptions } from './executeNode';
import { executeNode, OWN_MAILBOX } from './executeNode';

/** A mailbox that others share with the own account. */
export const SHARED_MAILBOX = 'support@contoso.com';

let simulator: Simulator;

/** Starts the providers for a test file; every test begins with empty mailboxes. */
export function useMailboxes(): void {
	beforeAll(async () => {
		simulator = await startSimulator();
	});
	beforeEach(() => {
		simulator.graph.reset();
		simulator.faults.clear();
		simulator.requests.clear();
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
