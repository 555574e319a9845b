import type { INodeExecutionData, INodeParameters } from 'n8n-workflow';
import { executeNode } from '../../harness/executeNode';
import type { ExecuteOptions } from '../../harness/executeNode';
import type { LoggedRequest } from '../../simulator/requestLog';
import type { Simulator } from '../../simulator/simulator';

/** Where the Partner API lies below the API root. */
export const API = '/partner_api/v1';

let credentials = 0;

/** A credential of its own for each run, so that no test waits for the quota another one used up. */
export function ownCredentialId(): string {
	return `collection-${process.pid}-${++credentials}`;
}

/** Runs one step of the Collection node, such as `client.createClient`. */
export async function runStep(
	simulator: Simulator,
	step: string,
	parameters: INodeParameters = {},
	options: Partial<ExecuteOptions> = {},
): Promise<INodeExecutionData[]> {
	const [resource = '', operation = ''] = step.split('.');
	const { items } = await executeNode({
		node: 'collection',
		credentialId: ownCredentialId(),
		...options,
		simulator,
		parameters: { resource, operation, ...parameters },
	});
	return items;
}

/** The output of a step that gives one item. */
export async function runForOne(...args: Parameters<typeof runStep>) {
	const items = await runStep(...args);
	if (items.length !== 1) throw new Error(`One item was expected, not ${items.length}`);
	return items[0]?.json ?? {};
}

/** The requests that arrived, as `GET /clients`, in order. */
export function arrived(simulator: Simulator): string[] {
	return simulator.requests.all.map(({ method, path }) => `${method} ${path.replace(API, '')}`);
}

/** The first request that arrived for a method and a path below the API. */
export function requestTo(simulator: Simulator, method: string, path: string): LoggedRequest {
	const [found] = simulator.requests.matching({ method, path: `${API}${path}` });
	if (!found) throw new Error(`No ${method} ${path} among: ${arrived(simulator).join(', ')}`);
	return found;
}

/** A resource locator as the editor stores it. */
export function locator(mode: string, value: string) {
	return { __rl: true, mode, value };
}
