import { readFileSync } from 'node:fs';
import path from 'node:path';
import type {
	IDataObject,
	INode,
	INodeExecutionData,
	INodeParameters,
	INodeType,
} from 'n8n-workflow';
import { createRunExecutionData, Workflow } from 'n8n-workflow';
import { z } from 'zod';
import { Mail } from '../../../../../nodes/Mail/Mail.node';
import { ROOT } from '../../../../../scripts/sources';
import { executeNode } from '../../../../harness/executeNode';
import { startTriggerBench } from '../../../../harness/trigger';

const example = z.object({
	nodes: z.array(z.object({ parameters: z.custom<INodeParameters>() })),
});

const named = z.object({ nodes: z.array(z.custom<INode>()) });
const condition = z.object({
	conditions: z.object({ conditions: z.tuple([z.object({ leftValue: z.string() })]) }),
});

/** What the condition of a node gives for an item, where these nodes have run. */
function valueOf(
	node: INode | undefined,
	json: IDataObject,
	data: Record<string, INodeExecutionData[]>,
): unknown {
	const [{ leftValue }] = condition.parse(node?.parameters).conditions.conditions;
	const nodeType: INodeType = new Mail();
	const nodeTypes = {
		getByName: () => nodeType,
		getByNameAndVersion: () => nodeType,
		getKnownTypes: () => ({}),
	};
	const nodes = [...Object.keys(data), 'Not Handled'].map((name): INode => ({
		id: name,
		name,
		type: 'mail',
		typeVersion: 1,
		position: [0, 0],
		parameters: {},
	}));
	const main = { node: 'Not Handled', type: 'main' as const, index: 0 };
	const connections = Object.fromEntries(
		Object.keys(data).map((name) => [name, { main: [[main]] }]),
	);
	const workflow = new Workflow({ nodes, connections, active: false, nodeTypes });
	const ran = { startTime: 0, executionTime: 0, executionIndex: 0, source: [] };
	const runData = Object.fromEntries(
		Object.entries(data).map(([name, items]) => [name, [{ ...ran, data: { main: [items] } }]]),
	);
	const execution = createRunExecutionData({ resultData: { runData } });
	const { expression } = workflow;
	const input = [{ json }];
	return expression.getParameterValue(
		leftValue,
		execution,
		0,
		0,
		'Not Handled',
		input,
		'manual',
		{},
	);
}

it('approval.json asks about each email: a question is one for all that start a workflow together', async () => {
	const text = readFileSync(path.join(ROOT, 'examples/approval.json'), 'utf8');
	const [watching] = example.parse(JSON.parse(text)).nodes;
	const bench = await startTriggerBench(watching?.parameters);
	jest.spyOn(Date, 'now').mockImplementation(bench.clock.now);
	try {
		await bench.activate();
		for (const name of ['ann', 'bob']) {
			bench.mailbox.deliver({ subject: 'Onboarding', from: `${name}@example.com` });
		}
		const from = async () => (await bench.poll()).map(({ json }) => Object(json.from).address);
		const started = [await from(), await from(), await from()];
		expect(started).toEqual([['ann@example.com'], ['bob@example.com'], []]);
	} finally {
		jest.restoreAllMocks();
		await bench.stop();
	}
});

it('watchdog.json handles no email that was sent: an answer has the subject that is looked for', async () => {
	const text = readFileSync(path.join(ROOT, 'examples/watchdog.json'), 'utf8');
	const nodes = new Map(named.parse(JSON.parse(text)).nodes.map((node) => [node.name, node]));
	const bench = await startTriggerBench();
	const { simulator, mailbox } = bench;
	const run = async (node: string) => {
		const { parameters = {} } = nodes.get(node) ?? {};
		return (await executeNode({ node: 'mail', simulator, parameters })).items;
	};
	try {
		const receivedDateTime = new Date(Date.now() - 2 * 3_600_000).toISOString();
		mailbox.deliver({ subject: 'An order', from: 'pat@example.com', receivedDateTime });
		const answer = { subject: 'RE: An order', from: mailbox.address, receivedDateTime };
		mailbox.deliver(answer, { folder: 'sentitems' });
		const data = { 'Sent Items': await run('Sent Items') };
		const found = await run('Find Emails of a Day');
		const handled = found.filter(({ json }) => valueOf(nodes.get('Not Handled'), json, data));
		expect(handled.map(({ json }) => json.subject)).toEqual(['An order']);
	} finally {
		await bench.stop();
	}
});
