import type { INodeProperties } from 'n8n-workflow';
import { FROM_AI_AUTO_GENERATED_MARKER } from 'n8n-workflow';
import { withoutPage, withPage } from '../../../credentials/docsPage';
import type { Field } from './field';

/**
 * What a step is as the tool of an agent. n8n shows a property to tools alone, or hides it from them, by
 * `@tool` in its display options (read in n8n-workflow 1.107.0, 1.120.31 and 2.41.0, node-helpers.js).
 */
const IN_TOOLS = { '@tool': [true] };

/** Kinds of fields that are a text in a tool. */
const TEXTS_IN_TOOLS: readonly string[] = ['boolean', 'multiOptions', 'number', 'options'];

/** The types that n8n's `$fromAI` knows; every other is text. */
const FILLED_TYPES: Partial<Record<INodeProperties['type'], string>> = {
	boolean: 'boolean',
	json: 'json',
	number: 'number',
};

/**
 * The value with which a language model fills a field of a tool, until a person types over it.
 * @param text What the model reads of the field.
 * @param inCollection There n8n does not mark a locator as one by itself (read in n8n-workflow 2.41.0, node-helpers.js).
 * @returns Of a locator its value by name or by ID.
 */
function filledByModel(
	property: INodeProperties,
	text: string,
	inCollection: boolean,
): INodeProperties['default'] {
	const key = property.displayName.replace(/\W+/g, '_').replace(/^_|_$/g, '');
	const type = FILLED_TYPES[property.type] ?? 'string';
	const given = [`'${key}'`, `\`${plain(text)}${choicesIn(property)}\``, `'${type}'`];
	// What the field holds where the model leaves it out.
	const isPlain = type === 'boolean' || type === 'number';
	if (property.required !== true) given.push(isPlain ? String(property.default) : "''");
	const value = `={{ ${FROM_AI_AUTO_GENERATED_MARKER} $fromAI(${given.join(', ')}) }}`;
	const modes = property.modes?.map(({ name }) => name);
	const mark = inCollection ? { __rl: true } : {};
	return modes ? { ...mark, mode: modes.includes('name') ? 'name' : 'id', value } : value;
}

/** Descriptions are HTML to people; what ends the text or the expression may not stand in it. */
function plain(text: string): string {
	return withoutPage(text)
		.replaceAll('&lt;', '<')
		.replaceAll('&gt;', '>')
		.replace(/[`\\{}]/g, "'");
}

/** The entries of a selector: the schema that n8n makes of `$fromAI` has no list of them. */
function choicesIn({ type, options = [] }: INodeProperties): string {
	if (type !== 'options' && type !== 'multiOptions') return '';
	const values = options.flatMap((one) => ('value' in one && one.value !== '' ? [one.value] : []));
	return `; one of: ${values.join(', ')}`;
}

/** What a field holds in a tool instead of its default, where a language model fills it or an entry of it. */
function inToolOf(
	{ property, toolText, entries = [] }: Field,
	inCollection = false,
): INodeProperties['default'] {
	if (toolText !== undefined) {
		const text = toolText || (property.description ?? property.displayName);
		return filledByModel(property, text, inCollection);
	}
	const filled = entries.flatMap((entry): Array<[string, INodeProperties['default']]> => {
		const value = inToolOf(entry, true);
		return value === undefined ? [] : [[entry.property.name, value]];
	});
	return filled.length > 0 ? Object.fromEntries(filled) : undefined;
}

/** What n8n shows of a field: one property to everybody, or one to people and one to tools. */
export function propertiesOf(one: Field): INodeProperties[] {
	const { property } = one;
	const inTool = inToolOf(one);
	if (inTool === undefined) return one.notice ? [property, one.notice] : [property];
	const { displayOptions = {}, ...rest } = property;
	return [
		{
			...rest,
			displayOptions: { ...displayOptions, hide: { ...displayOptions.hide, ...IN_TOOLS } },
		},
		{
			...asText(rest),
			default: inTool,
			displayOptions: { ...displayOptions, show: { ...displayOptions.show, ...IN_TOOLS } },
		},
	];
}

/** n8n has no place for an expression of a model in a selector, a switch or a number: a text takes it. */
function asText(property: INodeProperties): INodeProperties {
	if (!TEXTS_IN_TOOLS.includes(property.type)) return property;
	const { displayName, name, required, description } = property;
	return { displayName, name, type: 'string', default: '', required, description };
}

/** What a person reads above the fields of a step that can reach people. */
export const peopleNotice: INodeProperties = {
	displayName: withPage(
		'Execute step is not a trial run: it can reach people. To try the step, switch on Dry Run in the credential.',
		'agents.md#try-it-without-consequences',
	),
	name: 'peopleNotice',
	type: 'notice',
	default: '',
	displayOptions: { hide: IN_TOOLS },
};

/** The description of a tool, in place of the one that n8n makes of the node's name. */
export function toolDescription(text: string): INodeProperties {
	return {
		displayName: 'Description',
		name: 'toolDescription',
		type: 'string',
		typeOptions: { rows: 4 },
		default: text,
		required: true,
		description: 'What the agent reads about this tool',
		displayOptions: { show: IN_TOOLS },
	};
}
