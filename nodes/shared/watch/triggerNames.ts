import type { IDataObject } from 'n8n-workflow';
import { z } from 'zod';

/** A trigger by the ID of its node and by its name, each with that of the workflow. */
export interface TriggerNames {
	id: string;
	name: string;
	/** The other nodes of the workflow, by their IDs. */
	others?: string[];
}

/** What every context of n8n tells of its node. */
export interface NodeContext {
	getWorkflow(): { id?: string };
	getNode(): { id: string; name: string };
}

/** The workflow beside the typed interface: all contexts of n8n 1.123 to 2.41 have it. */
const workflowInContext = z.object({ nodes: z.record(z.object({ id: z.unknown() })) });

/**
 * The names by which this process knows a trigger. In a workflow that a program wrote, several nodes may have one ID
 * (n8n-io/n8n/pull/36340). If two triggers were taken for one, each would lose what the other one handled: their names
 * tell them apart.
 */
export function namesOf(context: NodeContext): TriggerNames {
	const [{ id: workflow }, { id, name }] = [context.getWorkflow(), context.getNode()];
	const { nodes = {} } = workflowInContext.safeParse(Reflect.get(context, 'workflow')).data ?? {};
	const ids = Object.values(nodes).map((node) => node.id);
	const isShared = ids.filter((other) => other === id).length > 1;
	return {
		id: JSON.stringify(isShared ? [workflow, id, name] : [workflow, id]),
		name: JSON.stringify([workflow, name]),
		others: ids.filter((other) => other !== id).map((other) => JSON.stringify([workflow, other])),
	};
}

/** Under this key stands beside what n8n stores for a trigger which one that is, by its ID. */
export const OWNER = 'trigger';

/**
 * What n8n has stored under the name of a trigger, to be changed in place. It is emptied where it is that of another one
 * of the workflow, which had the name before: n8n keeps that, maybe from long ago.
 */
export function ownState(stored: IDataObject, { others = [] }: TriggerNames): IDataObject {
	if (others.some((other) => other === stored[OWNER])) {
		for (const key of Object.keys(stored)) delete stored[key];
	}
	return stored;
}
