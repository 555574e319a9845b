import type { INodeParameters, INodeProperties } from 'n8n-workflow';
import { NodeHelpers } from 'n8n-workflow';
import { eventItem } from '../../nodes/Collection/watch/eventItem';
import { limitWaitTime } from '../../nodes/Mail/fields/sendAndWait';
import { mailTriggerProperties } from '../../nodes/Mail/watch/mails/fields';
import type { JsonSchema } from '../../scripts/jsonSchema';
import { toJsonSchema } from '../../scripts/jsonSchema';
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

/** What opens a request or a file without a sign-in. */
const openOf = (places: string[]) =>
	[...new Set(places)]
		.filter((place) => /(^|\.)share_link$|(^|\.)files\[\*\]\.url$/.test(place))
		.sort();

const hiddenBy = (node: string) =>
	[...(descriptions.get(node)?.sensitiveOutputFields ?? [])].sort();

it('hides in stored executions the links that open a request or a file without a sign-in, and no more', () => {
	const places = outputSchemas().flatMap(({ schema }) => placesOf(schema));
	expect(openOf(places)).toEqual(hiddenBy('collection'));
	// The schema of events says nothing of what was delivered: a request, or what names one.
	const delivered = ['delivered.share_link', 'delivered.request.share_link'];
	const told = [...placesOf(toJsonSchema(eventItem)), ...delivered];
	expect(openOf(told)).toEqual(hiddenBy('collectionTrigger'));
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

const shown = (fields: INodeProperties[], values: INodeParameters) =>
	fields
		.filter((field) => NodeHelpers.displayParameter(values, field, null, null))
		.map(({ name }) => name);

describe('the Maximum Age of the Mail Trigger', () => {
	it.each([
		['received', true],
		['sent', true],
		['flagged', false],
		['labelAdded', false],
		['moved', false],
	])('is asked for where it counts (%s: %s)', (event, isShown) => {
		const asked = (whenActivated: string) =>
			shown(mailTriggerProperties, { event, whenActivated }).includes('maximumAge');
		expect(asked('sinceLast')).toBe(isShown);
		expect(asked('new')).toBe(false);
	});
});

describe('a field of the Mail Trigger about one kind of event', () => {
	it.each([
		['chosenFolders', { event: 'received', folders: 'chosen' }],
		['includeSubfolders', { event: 'received', folders: 'chosen' }],
		['folders', { event: 'received' }],
		['label', { event: 'labelAdded' }],
		['folder', { event: 'moved' }],
	])('is asked for where it counts, and nowhere else (%s)', (name, where) => {
		for (const event of ['received', 'sent', 'flagged', 'labelAdded', 'moved']) {
			for (const folders of ['incoming', 'chosen']) {
				const counts = Object.entries(where).every(
					([key, value]) => ({ event, folders })[key] === value,
				);
				expect(shown(mailTriggerProperties, { event, folders }).includes(name)).toBe(counts);
			}
		}
	});
});

describe('the limit of waiting', () => {
	const fields = (limitWaitTime.property.options ?? []).flatMap((option) =>
		'values' in option ? option.values : [],
	);
	it.each([
		['afterTimeInterval', ['resumeAmount', 'resumeUnit']],
		['atSpecifiedTime', ['maxDateAndTime']],
	])('is asked for as it is given (%s)', (limitType, names) => {
		const always = ['limitType', 'unanswered'];
		expect(shown(fields, { limitType }).sort()).toEqual([...always, ...names].sort());
	});
});

describe('the Search Filter of the Mail Trigger', () => {
	const properties = descriptions.get('mailTrigger')?.properties ?? [];
	it.each([
		['from: Corner', true],
		['invoice AND (subject: "past due")', true],
		['', false],
		['from:Corner', false],
		['re: Corner', false],
		['from:', false],
	])(
		'says of %j while it is written whether a blank makes free text of a value',
		(searchFilter, isSaid) => {
			expect(shown(properties, { searchFilter }).includes('looseNotice')).toBe(isSaid);
		},
	);
});
