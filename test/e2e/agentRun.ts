import { prepare, type StoredWorkflow } from '../host/exampleWorkflow';
import { type ModelRequest, type Reply, startScriptedModel } from '../host/scriptedModel';
import type { Stage } from '../host/stage';

/**
 * Runs the workflow of an agent once, by hand, for the newest mail that wakes it, with a model that does
 * what the script says.
 *
 * @param workflow as it ships; its trigger is called "New Email"
 * @param mailOAuth2Api the mail credential of all its nodes
 * @returns what the model was asked last, with all that was said before
 * @throws {Error} when the execution fails, or waits for somebody
 */
export async function runAgent(
	{ client, credentials }: Stage,
	workflow: StoredWorkflow,
	mailOAuth2Api: string,
	script: (request: ModelRequest) => Reply,
): Promise<ModelRequest> {
	const model = await startScriptedModel(script);
	try {
		const openAiApi = await client.createCredential('Scripted model', 'openAiApi', {
			apiKey: 'scripted',
			url: model.url,
		});
		const picked = prepare(workflow, { ...credentials, mailOAuth2Api, openAiApi });
		const { id } = await client.importWorkflow(picked);
		const { status, error } = await client.runManually(id, 'New Email');
		const last = model.requests.at(-1);
		if (status !== 'success' || !last) throw new Error(`The agent ended in ${status}: ${error}`);
		return last;
	} finally {
		await model.stop();
	}
}

/** The workflow of an agent with these tools in place of its own, and a turn for each use of them. */
export function withTools(
	workflow: StoredWorkflow,
	tools: StoredWorkflow['nodes'],
	maxIterations: number,
): StoredWorkflow {
	const isAgent = ({ type }: StoredWorkflow['nodes'][number]) => type.endsWith('.agent');
	const agent = workflow.nodes.find(isAgent)?.name;
	const kept = workflow.nodes.filter(({ type }) => !type.endsWith('Tool'));
	const connections = kept.flatMap(({ name }) => {
		const connection = workflow.connections[name];
		return connection === undefined ? [] : [[name, connection]];
	});
	const toAgent = { ai_tool: [[{ node: agent, type: 'ai_tool', index: 0 }]] };
	return {
		...workflow,
		nodes: [
			...kept.map((node) =>
				isAgent(node)
					? { ...node, parameters: { ...node.parameters, options: { maxIterations } } }
					: node,
			),
			...tools,
		],
		connections: Object.fromEntries([...connections, ...tools.map(({ name }) => [name, toAgent])]),
	};
}
