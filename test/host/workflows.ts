import type { StoredWorkflow } from './exampleWorkflow';

const ACCOUNT = { mailOAuth2Api: { id: '', name: 'Mail account' } };

export type StoredNode = StoredWorkflow['nodes'][number];

/** What a workflow begins with when it is started by hand. */
export const START: StoredNode = {
	name: 'Start',
	type: 'n8n-nodes-base.manualTrigger',
	typeVersion: 1,
	parameters: {},
};

/** A step of the Mail node. */
export function mailStep(name: string, operation: string, parameters: object): StoredNode {
	return {
		name,
		type: 'n8n-nodes-mail-collection.mail',
		typeVersion: 1,
		parameters: { resource: 'email', operation, ...parameters },
		credentials: ACCOUNT,
	};
}

/** A Mail Trigger; `prepare` sets when it polls. */
export function mailTrigger(name: string, parameters: object): StoredNode {
	return {
		name,
		type: 'n8n-nodes-mail-collection.mailTrigger',
		typeVersion: 1,
		parameters: { pollTimes: {}, ...parameters },
		credentials: ACCOUNT,
	};
}

/** Work that takes this many seconds. */
export function work(seconds: number): StoredNode {
	return {
		name: 'Work',
		type: 'n8n-nodes-base.wait',
		typeVersion: 1.1,
		webhookId: 'work',
		parameters: { resume: 'timeInterval', amount: seconds, unit: 'seconds' },
	};
}

/** One item for each of these values, in the field `value`. */
export function items(values: string[]): StoredNode[] {
	const list = { id: 'value', name: 'value', type: 'array', value: JSON.stringify(values) };
	return [
		{
			name: 'Values',
			type: 'n8n-nodes-base.set',
			typeVersion: 3.4,
			parameters: { assignments: { assignments: [list] } },
		},
		{
			name: 'One Each',
			type: 'n8n-nodes-base.splitOut',
			typeVersion: 1,
			parameters: { fieldToSplitOut: 'value' },
		},
	];
}

/** A workflow whose nodes follow one another. */
export function chain(name: string, ...nodes: StoredNode[]): StoredWorkflow {
	return {
		name,
		nodes: nodes.map((node, index) => ({ ...node, id: `n${index}`, position: [220 * index, 0] })),
		connections: Object.fromEntries(
			nodes
				.slice(1)
				.map(({ name: next }, index) => [
					nodes[index]?.name ?? '',
					{ main: [[{ node: next, type: 'main', index: 0 }]] },
				]),
		),
		settings: { executionOrder: 'v1' },
	};
}
