import type { JsonSchema } from '../../scripts/jsonSchema';
import { outputSchemas } from '../../scripts/outputSchemas';
import { shippedNodes } from '../../scripts/shippedClasses';
import { createExecuteContext } from '../harness/executeContext';
import type { Simulator } from '../simulator/simulator';
import { startSimulator } from '../simulator/simulator';

/** What the nodes tell the editor about a step beside its fields. */

const descriptions = new Map(
	shippedNodes().map(({ instance: { description } }) => [description.name, description]),
);

/** Every place of a key in an output, in n8n's notation: `list[*].key`. */
function placesOf(schema: JsonSchema, place = ''): string[] {
	if (schema.items) return placesOf(schema.items, `${place}[*]`);
	const forms = schema.anyOf ?? [schema];
	return forms.flatMap(({ properties = {} }) =>
		Object.entries(properties).flatMap(([key, value]) => {
			const inside = place === '' ? key : `${place}.${key}`;
			return [inside, ...placesOf(value, inside)];
		}),
	);
}

it('hides in stored executions the links that open a request or a file without a sign-in, and no more', () => {
	const places = outputSchemas().flatMap(({ schema }) => placesOf(schema));
	const open = places.filter((place) => /(^|\.)share_link$|(^|\.)files\[\*\]\.url$/.test(place));
	expect([...new Set(open)].sort()).toEqual(
		[...(descriptions.get('collection')?.sensitiveOutputFields ?? [])].sort(),
	);
});

describe('Send and Wait for Approval', () => {
	const mail = descriptions.get('mail');
	let simulator: Simulator;
	beforeAll(async () => (simulator = await startSimulator()));
	afterAll(async () => await simulator.stop());

	const evaluate = async (expression: string, operation: string, count: number) => {
		const context = await createExecuteContext({
			simulator,
			parameters: { resource: 'email', operation },
			items: Array.from({ length: count }, () => ({ json: {} })),
		});
		return context.evaluateExpression(expression.replace(/^=/, ''), 0);
	};

	it('says while it waits what it waits for; other steps that wait say nothing', async () => {
		const tooltip = mail?.waitingNodeTooltip ?? '';
		expect(await evaluate(tooltip, 'sendAndWait', 1)).toContain('answers the email');
		expect(await evaluate(tooltip, 'sendEmail', 1)).toBe('');
	});

	it('says with several items that it asks only once; with one, and other steps, say nothing', async () => {
		const condition = mail?.hints?.[0]?.displayCondition ?? '';
		expect(await evaluate(condition, 'sendAndWait', 2)).toBe(true);
		expect(await evaluate(condition, 'sendAndWait', 1)).toBe(false);
		expect(await evaluate(condition, 'sendEmail', 2)).toBe(false);
	});
});
