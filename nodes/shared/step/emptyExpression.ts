import type { IExecuteFunctions, INodeParameters, INodeProperties } from 'n8n-workflow';
import { InvalidInput } from '../http/failures';
import { otherChoices } from './modelValues';
import { isTool } from './notices';
import { chosenValue } from './readParameters';

/** As many names as fit into two lines of the panel. */
const MAX_NAMES = 12;
/** Names as nodes give them; an address or a text that somebody wrote may stand as one, too, and is not shown. */
const PLAIN_NAME = /^[\p{L}\p{M}\p{N}_ $-]{1,40}$/u;
/** Longer expressions are not repeated. */
const MAX_EXPRESSION = 80;

/** An expression that reads one value, behind which `??` can be put. */
const SIMPLE = /^=\s*\{\{\s*(\$[\w.$?'"()[\] -]+?)\s*\}\}\s*$/;

/** What would come of the field being empty. */
const IN_A_STEP = 'Without it the step would work with what you do not mean.';
const IN_A_TRIGGER = 'Without it the workflow would start for more or less than you mean.';

/**
 * An expression that says what it gives where there is nothing: n8n's `$ifEmpty`, or an empty value after `??`, `||`,
 * `?` or `:`. An empty list says so where the expression ends in it: `($json.all || []).join()` only keeps from failing.
 */
const SAYS_SO =
	/\$fromAI\b|\$if(?:Empty)?\b|(?:\?\?|\|\||[?:])\s*(?:''|""|``|null\b|undefined\b|\[\s*\](?=[\s)]*(?:\}\}|:)))/i;

type TriggerContext = Pick<IExecuteFunctions, 'getNode'>;
/** The fields of a step or trigger, and the stored names of those that narrow it. */
interface Conditions {
	fields: INodeProperties[];
	conditions: readonly string[];
}
type ItemContext = TriggerContext & Pick<IExecuteFunctions, 'getInputData'>;

/**
 * Why a field is empty that an expression was to fill: what the item has that came in.
 * @param path Stored names that lead to the field.
 * @returns a sentence for people; undefined where no expression stands in the field.
 */
export function explainEmpty(
	context: ItemContext,
	path: ReadonlyArray<string | number>,
	itemIndex: number,
): string | undefined {
	let stored: unknown = context.getNode().parameters;
	for (const name of path) stored = Object(stored)[name];
	const expression = chosenValue(stored);
	if (!isExpression(expression)) return undefined;
	const shown = expression.slice(1).trim();
	const named = shown.length > MAX_EXPRESSION ? 'The expression' : shown;
	const has = /\$json\b/.test(expression) ? ` ${whatItHas(context, itemIndex)}` : '';
	return `${named} gave nothing for this item.${has}`;
}

function whatItHas(context: ItemContext, itemIndex: number): string {
	const all = Object.keys(context.getInputData()[itemIndex]?.json ?? {});
	if (all.length === 0) return 'It is empty: the step before returned nothing.';
	const names = all.filter((name) => PLAIN_NAME.test(name)).slice(0, MAX_NAMES);
	if (names.length === 0) return 'It has fields whose names are not shown here.';
	const more = all.length > names.length ? ', and more' : '';
	return `It has: ${names.join(', ')}${more}.`;
}

/**
 * Refuses a condition whose expression gave nothing: without it the step finds what nobody meant, and the next step may
 * delete that. A field that a person or a language model left empty is no condition. Nor is one whose expression says
 * that it may give nothing, or one that does not count with what was chosen.
 * @param step Its `conditions` are fields that narrow what is found, sent or written, and collections of such fields.
 * @returns a check of the values of one item. It throws InvalidInput, which names the field, the expression and what to
 * do.
 */
export function conditionCheck(
	context: ItemContext,
	{ fields, conditions }: Conditions,
): (given: Record<string, unknown>, itemIndex: number) => void {
	const node = context.getNode();
	const expressions = expressionsIn(node.parameters);
	return (given, itemIndex) => {
		const empty = emptyOnes(expressions, given);
		if (empty.length === 0) return;
		const used = conditions.filter((name) =>
			fields.every(
				(field) => field.name !== name || otherChoices(field, fields, given).length === 0,
			),
		);
		const found = empty.find(isWithin(used));
		if (!found) return;
		const { path, expression } = found;
		// A language model has no use for the expression of the workflow's author.
		const why = isTool(node) ? '' : (explainEmpty(context, path, itemIndex) ?? '');
		const wayOut = howToMend(fields, node.parameters, path, isTool(node) ? '' : expression);
		refuse(path, `${why} ${IN_A_STEP} ${wayOut}`.trim());
	};
}

/**
 * The same for a trigger, which would start the workflow for what nobody meant.
 * @param step As of a step.
 * @throws InvalidInput, naming the field and what to do.
 */
export function checkTriggerConditions(
	context: TriggerContext,
	{ fields, conditions }: Conditions,
	given: Record<string, unknown>,
): void {
	const { parameters } = context.getNode();
	const found = emptyOnes(expressionsIn(parameters), given).find(isWithin(conditions));
	if (!found) return;
	const { path, expression } = found;
	refuse(path, `${IN_A_TRIGGER} ${howToMend(fields, parameters, path, expression)}`);
}

function refuse(path: string[], whatToDo: string): never {
	throw new InvalidInput('its expression gives nothing', path.join('.'), whatToDo);
}

/** What to do about an expression that gave nothing; where the field is required, only that it gives something. */
function howToMend(
	fields: INodeProperties[],
	stored: INodeParameters,
	[name]: string[],
	expression: string,
): string {
	const isRequired = fields.some(
		(field) => field.name === name && field.required && isShown(field, stored),
	);
	if (isRequired) return 'Correct the expression.';
	const simple = expression.length > MAX_EXPRESSION ? undefined : SIMPLE.exec(expression)?.[1];
	const saying = simple === undefined ? 'write ?? "" before each }}' : `{{ ${simple} ?? "" }}`;
	return `Correct the expression or clear the field. If it may be empty, let the expression say so: ${saying}.`;
}

/** Whether a field is shown for what was chosen in others. The choice of the credential counts, which is no field here. */
function isShown({ displayOptions }: INodeProperties, stored: INodeParameters): boolean {
	return Object.entries(displayOptions?.show ?? {}).every(([name, wanted = []]) =>
		wanted.some((value) => value === stored[name]),
	);
}

/** An expression of a person, and the stored names that lead to it. */
interface Filled {
	path: string[];
	expression: string;
}

/** The expressions that stand below a name, but for those that say that they may give nothing. */
function expressionsIn(stored: unknown, path: string[] = []): Filled[] {
	const expression = chosenValue(stored);
	if (isExpression(expression)) return saysSo(expression) ? [] : [{ path, expression }];
	if (typeof expression !== 'object' || expression === null) return [];
	return Object.entries(expression).flatMap(([name, below]) =>
		expressionsIn(below, [...path, name]),
	);
}

/** The expressions that gave nothing, as far as the step has their fields. */
function emptyOnes(expressions: Filled[], given: Record<string, unknown>): Filled[] {
	return expressions.filter(({ path: [name = '', ...below] }) => {
		let value = given[name];
		for (const part of below) value = Object(value)[part];
		return Object.hasOwn(given, name) && isNothing(chosenValue(value));
	});
}

/** Whether one of the names stands on the path to an expression. */
function isWithin(names: readonly string[]): (filled: Filled) => boolean {
	return ({ path }) => names.some((name) => `.${path.join('.')}.`.includes(`.${name}.`));
}

/** What is stored where a person switched a field to an expression and wrote one. */
function isExpression(stored: unknown): stored is string {
	return typeof stored === 'string' && /^=.*\{\{/s.test(stored);
}

/** Whether each `{{ }}` of an expression says that it may give nothing. */
function saysSo(expression: string): boolean {
	const [, ...parts] = expression.split('{{');
	return parts.every((part) => SAYS_SO.test(part));
}

/** Whether a value is empty; separators without entries are. */
function isNothing(value: unknown): boolean {
	if (Array.isArray(value)) return value.every(isNothing);
	return (
		value === undefined || value === null || (typeof value === 'string' && /^[\s,;]*$/.test(value))
	);
}
