import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { INodeProperties } from 'n8n-workflow';
import { z } from 'zod';
import { ID_FIELDS } from '../../nodes/Mail/approval/gatedTool';
import { Mail } from '../../nodes/Mail/Mail.node';
import { ROOT } from '../../scripts/sources';
import { executeNode } from '../harness/executeNode';
import { own, provider, useMailboxes } from '../harness/mail';
import type { ReviewedTool } from '../harness/workflow';

useMailboxes();

const workflow = z.object({
	nodes: z.array(
		z.object({ name: z.string(), type: z.string(), parameters: z.record(z.any()) }).passthrough(),
	),
	connections: z.record(
		z.object({ ai_tool: z.array(z.array(z.object({ node: z.string() }))).optional() }),
	),
});

/** Every tool of an example that runs only after a review, with the node that reviews it. */
const gated = readdirSync(path.join(ROOT, 'examples'))
	.filter((file) => file.endsWith('.json'))
	.flatMap((file) => {
		const text = readFileSync(path.join(ROOT, 'examples', file), 'utf8');
		const { nodes, connections } = workflow.parse(JSON.parse(text));
		const reviews = nodes.filter(({ type }) => type.endsWith('HitlTool'));
		return reviews.flatMap((review) =>
			nodes
				.filter(({ name }) =>
					connections[name]?.ai_tool?.flat().some(({ node }) => node === review.name),
				)
				.map((tool) => ({ file, review, tool })),
		);
	});

describe('the examples', () => {
	it('show how a tool is gated', () => {
		expect(gated.map(({ file }) => file)).toContain('agent-approval.json');
	});

	it.each(gated)(
		'$file: a person sees everything that the model gives to the gated tool',
		async ({ review, tool }) => {
			const keys = [...JSON.stringify(tool.parameters).matchAll(/\$fromAI\(\s*['"`](\w+)/g)];
			const mail = own().deliver({ subject: 'Salaries 2026', from: 'boss@contoso.com' });
			const toolParameters = Object.fromEntries(
				keys.map(([, key = '']) => [
					key,
					key === 'Message_ID' ? mail.immutableId : `<!-- value of ${key}`,
				]),
			);
			const reviewed: ReviewedTool = {
				name: tool.name,
				type: tool.type.replace(/^.*\./, ''),
				parameters: tool.parameters,
			};
			await executeNode({
				node: 'mail',
				simulator: provider(),
				parameters: { resource: 'email', operation: 'sendAndWait', ...review.parameters },
				items: [{ json: { tool: tool.name, toolParameters, toolCallId: 'call_1' } }],
				reviews: [reviewed],
			});
			const shown = own().sent.at(-1)?.body.content ?? '';
			for (const [key, value] of Object.entries(toolParameters)) {
				expect(shown).toContain(key);
				expect(shown).toContain(value.replace('<', '&lt;'));
			}
			expect(shown).toContain('Salaries 2026');
			expect(shown).toContain('The answer goes to: boss@contoso.com');
		},
	);
});

describe('a review', () => {
	/** Shown by name: the list holds the names of labels. */
	const BY_NAME = ['label'];
	const fields = new Mail().description.properties.flatMap((property) => inside(property));
	const located = fields.filter(({ type }) => type === 'resourceLocator').map(({ name }) => name);

	it.each([...new Set(located)].filter((name) => !BY_NAME.includes(name)))(
		'looks up what the field %s names',
		(name) => {
			expect(Object.keys(ID_FIELDS)).toContain(name);
		},
	);
});

/** A field and those in it, at every depth. */
function inside(property: INodeProperties): INodeProperties[] {
	const below = (property.options ?? []).flatMap((option) => {
		if ('values' in option) return option.values.flatMap((one) => inside(one));
		return 'type' in option ? inside(option) : [];
	});
	return [property, ...below];
}
