import type { IDataObject, INodeExecutionData, INodeParameters } from 'n8n-workflow';
import type { Fault } from '../simulator/faults';
import type { Mailbox } from '../simulator/graph/mailbox';
import type { TriggerBench } from './trigger';
import { startTriggerBench } from './trigger';

export const SUPPORT = 'Support@contoso.com';
export const SALES = 'sales@contoso.com';
export const INFO = 'info@contoso.com';
const FROM = 'ann@contoso.com';

/** A Mail Trigger beside mailboxes that are shared with its account. */
export interface SharedBench extends TriggerBench {
	/** What n8n shows of the trigger; to be changed in place. */
	parameters: INodeParameters;
	shared(name: string): Mailbox;
	/** An email comes to a shared mailbox. */
	deliver(name: string, subject: string, lag?: number): void;
	/** From now on each request to the mailbox meets the fault, until faults are cleared. */
	breakDown(name: string, fault: Fault): void;
	/** Somebody saves the workflow with other mailboxes in the field. */
	edit(...names: string[]): Promise<INodeExecutionData[]>;
	/** What is stored of each mailbox. */
	places(): IDataObject[];
}

/** What a request to a mailbox has in its path. */
export const pathOf = (name: string) => new RegExp(`/users/${name.replace('@', '(@|%40)')}/`, 'i');

export async function startSharedBench(
	names: string[],
	more: INodeParameters = {},
	node?: string,
): Promise<SharedBench> {
	const parameters: INodeParameters = { mailbox: names.join(', '), ...more };
	const bench = await startTriggerBench(parameters, 0, node);
	const { graph, faults } = bench.simulator;
	const rights = { mail: 'readWrite', calendar: 'readWrite', contacts: 'readWrite' } as const;
	for (const name of [SUPPORT, SALES, INFO]) {
		graph.mailbox(name).shareWith(bench.mailbox.address, rights);
	}
	return Object.assign(bench, {
		parameters,
		shared: (name: string) => graph.mailbox(name),
		deliver(name: string, subject: string, lag = 0) {
			graph.mailbox(name).deliver({ subject, from: FROM }, { visibleAfterMs: lag });
		},
		breakDown(name: string, fault: Fault) {
			faults.next({ path: pathOf(name), times: Infinity }, fault);
		},
		async edit(...others: string[]) {
			bench.remake();
			parameters.mailbox = others.join(', ');
			return await bench.activate({ activation: 'update' });
		},
		places: () => [bench.memory.cursor].flat() as IDataObject[],
	});
}

/** Each item as its mailbox and its subject. */
export function ofEach(items: INodeExecutionData[]): string[] {
	return items.map(({ json }) => `${String(json.mailbox)}: ${String(json.subject)}`);
}
