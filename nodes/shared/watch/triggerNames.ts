import type { IDataObject } from 'n8n-workflow';
import { z } from 'zod';
import { anyObject } from '../provider/understand';

/** A trigger by the ID of its node and by its name, each with that of the workflow. */
export interface TriggerNames {
	id: string;
	name: string;
	/** The other triggers of its kind in the workflow, by their IDs. */
	others?: string[];
}

/** What every context of n8n tells of its node. */
export interface NodeContext {
	getWorkflow(): { id?: string };
	getNode(): { id: string; name: string; type?: string };
}

/** The workflow beside the typed interface: all contexts of n8n 1.123 to 2.41 have it. */
const workflowInContext = z.object({
	nodes: z.record(z.object({ id: z.unknown(), type: z.unknown() })),
	staticData: z.record(anyObject.catch({})).catch({}),
});

const workflowOf = (context: NodeContext) =>
	workflowInContext.safeParse(Reflect.get(context, 'workflow')).data;

/**
 * The names by which this process knows a trigger. In a workflow that a program wrote, several nodes may have one ID
 * (n8n-io/n8n/pull/36340). If two triggers were taken for one, each would lose what the other one handled: their names
 * tell them apart.
 */
export function namesOf(context: NodeContext): TriggerNames {
	const [{ id: workflow }, { id, name, type }] = [context.getWorkflow(), context.getNode()];
	const all = Object.values(workflowOf(context)?.nodes ?? {});
	const isShared = all.filter((other) => other.id === id).length > 1;
	const others = all.filter((other) => other.id !== id && other.type === type);
	return {
		id: JSON.stringify(isShared ? [workflow, id, name] : [workflow, id]),
		name: JSON.stringify([workflow, name]),
		others: others.map((other) => JSON.stringify([workflow, other.id])),
	};
}

/** A copy of what n8n stores for a trigger with its workflow. With durable cursors, polls are handed something else. */
export function storedWithWorkflow(context: NodeContext): IDataObject {
	return workflowOf(context)?.staticData[`node:${context.getNode().name}`] ?? {};
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
