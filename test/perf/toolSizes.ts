/**
 * What the steps cost a language model as tools, in characters: `npm run perf -- toolSizes`.
 */
import { createNodeAsTool } from 'n8n-core/dist/execution-engine/node-execution-context/utils/create-node-as-tool';
import type { INode, INodeParameters, INodeProperties, INodeType } from 'n8n-workflow';
import { NodeHelpers } from 'n8n-workflow';
import { zodToJsonSchema } from 'zod-to-json-schema';
import { Collection } from '../../nodes/Collection/Collection.node';
import { collectionRegistry } from '../../nodes/Collection/registry';
import { Mail } from '../../nodes/Mail/Mail.node';
import { mailRegistry } from '../../nodes/Mail/registry';
import { runStep, useMailboxes } from '../harness/mail';
import { deliverOfficeMails } from '../harness/officeMails';

useMailboxes();

/** The fields that n8n's editor lets the model fill in, by their types as the model sees them. */
const FILLED = new Map([
	['string', 'string'],
	['dateTime', 'string'],
	['resourceLocator', 'string'],
	['number', 'number'],
	['boolean', 'boolean'],
	['json', 'json'],
]);

/** An agent that reads and answers mails, and keeps the calendar. */
const TYPICAL = [
	...['findEmail', 'getEmail', 'sendEmail', 'replyToEmail', 'forwardEmail', 'deleteEmail'],
	...['listEvents', 'createEvent', 'updateEvent', 'findContact'],
];

/** Bounds a little above what was measured: 715, 269, 26,298 and 4,515 characters, and 15,624 for the list. */
const [MOST, MEDIAN, ALL, TEN, LIST] = [750, 300, 28_000, 4_800, 16_500];

interface Step {
	id: string;
	resource: string;
	fields: INodeProperties[];
}

function stepsOf({ groups }: typeof mailRegistry | typeof collectionRegistry): Step[] {
	return groups.flatMap(({ resource, operations }) =>
		operations.map(({ id, fields }) => ({ id, resource, fields })),
	);
}

/** The characters of a step as a tool: its description, and the schema of all that a model can fill in. */
function sizeOf(nodeType: INodeType, { id, resource, fields }: Step): number {
	const { description } = nodeType;
	const chosen: INodeParameters = { resource, operation: id };
	const node: INode = {
		id: 'tool',
		name: id,
		type: description.name,
		typeVersion: 1,
		position: [0, 0],
		parameters: chosen,
	};
	const defaults = NodeHelpers.getNodeParameters(
		description.properties,
		chosen,
		true,
		false,
		node,
		description,
	);
	for (const field of fields) {
		const type = FILLED.get(field.type);
		const isShown = NodeHelpers.displayParameter(defaults ?? chosen, field, node, description);
		if (type === undefined || field.noDataExpression || !isShown) continue;
		// As the editor writes it: https://docs.n8n.io/advanced-ai/examples/using-the-fromai-function/
		const key = field.displayName.replace(/[^\w-]+/g, '_').slice(0, 64);
		const value = `={{ $fromAI('${key}', \`\`, '${type}') }}`;
		const isLocator = field.type === 'resourceLocator';
		chosen[field.name] = isLocator ? { __rl: true, mode: 'id', value } : value;
	}
	const { response: tool } = createNodeAsTool({
		node,
		nodeType,
		handleToolInvocation: async () => await Promise.resolve(),
	});
	return tool.description.length + JSON.stringify(zodToJsonSchema(tool.schema)).length;
}

it('a tool costs few characters', () => {
	const sizes = [
		...stepsOf(mailRegistry).map((step) => ({ ...step, size: sizeOf(new Mail(), step) })),
		...stepsOf(collectionRegistry).map((step) => ({
			...step,
			size: sizeOf(new Collection(), step),
		})),
	].sort((a, b) => a.size - b.size);
	const sum = (list: typeof sizes) => list.reduce((all, { size }) => all + size, 0);
	const [least, median, most] = [0, Math.floor(sizes.length / 2), sizes.length - 1].map(
		(index) => sizes[index],
	);
	const typical = sizes.filter(({ id }) => TYPICAL.includes(id));
	expect(typical).toHaveLength(TYPICAL.length);
	process.stdout.write(
		`${sizes.length} tools: ${least?.size} (${least?.id}) to ${most?.size} (${most?.id}), ` +
			`median ${median?.size}, all ${sum(sizes)}, ten typical ones ${sum(typical)}\n`,
	);
	expect(most?.size).toBeLessThan(MOST);
	expect(median?.size).toBeLessThan(MEDIAN);
	expect(sum(sizes)).toBeLessThan(ALL);
	expect(sum(typical)).toBeLessThan(TEN);
});

it('a list of 25 mails costs a model half of what people get', async () => {
	deliverOfficeMails(25);
	const find = { search: 'figures', limit: 25 };
	const [forPeople, forModel] = await Promise.all(
		[false, true].map(async (asTool) => {
			const items = await runStep('email.findEmail', find, { asTool });
			expect(items).toHaveLength(25);
			return JSON.stringify(items.map(({ json }) => json)).length;
		}),
	);
	process.stdout.write(`25 mails: ${forModel} for a model, ${forPeople} for people\n`);
	expect(forModel).toBeLessThan(LIST);
	expect(forModel).toBeLessThan((forPeople ?? 0) / 2);
});
