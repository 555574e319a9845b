import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { ROOT } from './packPackage';

const storedNode = z
	.object({
		name: z.string(),
		type: z.string(),
		parameters: z.record(z.unknown()),
		credentials: z.record(z.object({ id: z.string(), name: z.string() })).optional(),
	})
	.passthrough();
const storedWorkflow = z
	.object({
		name: z.string(),
		nodes: z.array(storedNode),
		connections: z.record(z.unknown()),
		settings: z.record(z.unknown()),
	})
	.passthrough();

export type StoredWorkflow = z.infer<typeof storedWorkflow>;

/** n8n refuses intervals under a minute but checks each time alone: twelve make 5 seconds. */
const EVERY_5_SECONDS = Array.from({ length: 12 }, (_, step) => ({
	mode: 'custom',
	cronExpression: `${step * 5} * * * * *`,
}));

/** Reads a workflow of examples/ as it ships. */
export async function readExample(file: string): Promise<StoredWorkflow> {
	const text = await readFile(join(ROOT, 'examples', file), 'utf8');
	return storedWorkflow.parse(JSON.parse(text));
}

/**
 * What a person does after importing: picks the credential in every node.
 *
 * @param workflow as it ships
 * @param credentials id by credential type
 */
export function withAccounts(
	workflow: StoredWorkflow,
	credentials: Record<string, string>,
): StoredWorkflow {
	const nodes = workflow.nodes.map((node) => {
		const picked = Object.entries(node.credentials ?? {}).map(([type, { name }]) => [
			type,
			{ id: credentials[type] ?? '', name },
		]);
		return { ...node, credentials: Object.fromEntries(picked) };
	});
	return { ...workflow, nodes };
}

/** The same, and its triggers poll every 5 seconds, so that nobody waits. */
export function prepare(
	workflow: StoredWorkflow,
	credentials: Record<string, string>,
): StoredWorkflow {
	const connected = withAccounts(workflow, credentials);
	const nodes = connected.nodes.map((node) =>
		'pollTimes' in node.parameters
			? { ...node, parameters: { ...node.parameters, pollTimes: { item: EVERY_5_SECONDS } } }
			: node,
	);
	return { ...connected, nodes };
}

/** The same workflow, woken by the mails of one sender alone. */
export function onlyFrom(workflow: StoredWorkflow, address: string): StoredWorkflow {
	const nodes = workflow.nodes.map((node) =>
		node.type.endsWith('.mailTrigger')
			? { ...node, parameters: { ...node.parameters, searchFilter: `from:${address}` } }
			: node,
	);
	return { ...workflow, nodes };
}
