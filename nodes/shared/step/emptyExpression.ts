import type { IExecuteFunctions, INodeProperties } from 'n8n-workflow';
import { InvalidInput } from '../http/failures';
import { otherChoices } from './modelValues';
import { isTool } from './notices';
import { chosenValue } from './readParameters';

/** As many names as fit into two lines of the panel. */
const MAX_NAMES = 12;
/** Names as nodes give them; an address or a text that somebody wrote may stand as one, too, and is not shown. */
const PLAIN_NAME = /^[\w $-]{1,40}$/;
/** Longer expressions are not repeated. */
const MAX_EXPRESSION = 80;

const WHAT_TO_DO =
	'Without it the step would work with what you do not mean. Correct the expression or clear the field. If it may be empty, let the expression say so: {{ $json.sender ?? "" }}.';
/**
 * An expression that says what it gives where there is nothing: n8n's `$ifEmpty`, or an empty value after `??`, `||`,
 * `?` or `:`. An empty list says so where the expression ends in it: `($json.all || []).join()` only keeps from failing.
 */
const SAYS_SO =
	/\$fromAI\b|\$if(?:Empty)?\b|(?:\?\?|\|\||[?:])\s*(?:''|""|``|null\b|undefined\b|\[\s*\](?=[\s)]*(?:\}\}|:)))/i;

const WHAT_TO_DO_IN_A_TRIGGER =
	'Without it the workflow would start for what you do not mean. Correct the expression or clear the field. If it may be empty, let the expression say so: {{ $vars.sender ?? "" }}.';

type TriggerContext = Pick<IExecuteFunctions, 'getNode'>;
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
	const more = all.length > names.length ? ', and more' : '';
	return `It has: ${names.join(', ')}${more}.`;
}

/**
 * Refuses a condition that was added and whose expression gave nothing: without it the step finds what nobody meant,
 * and the next one may delete that. What a person left empty, or a language model, is no condition, nor is one whose
 * expression says that it may give nothing, nor one that does not count with what was chosen.
 * @param step With the stored names of the fields that narrow what is found, sent or written, wherever they stand, and
 * of the collections of such fields.
 * @returns what checks what the expressions gave for an item, and throws InvalidInput, naming the field, the expression
 * and what to do.
 */
export function conditionCheck(
	context: ItemContext,
	{ fields, conditions }: { fields: INodeProperties[]; conditions: readonly string[] },
): (given: Record<string, unknown>, itemIndex: number) => void {
	const node = context.getNode();
	const paths = expressionsIn(node.parameters);
	return (given, itemIndex) => {
		const empty = emptyOnes(paths, given);
		if (empty.length === 0) return;
		const used = conditions.filter((name) =>
			fields.every((one) => one.name !== name || otherChoices(one, fields, given).length === 0),
		);
		const path = empty.find(isWithin(used));
		if (!path) return;
		const why = isTool(node) ? undefined : explainEmpty(context, path, itemIndex);
		refuse(path, [...(why === undefined ? [] : [why]), WHAT_TO_DO].join(' '));
	};
}

/**
 * The same for a trigger, which would start the workflow for what nobody meant.
 * @param names As the conditions of a step.
 * @throws InvalidInput, naming the field and what to do.
 */
export function checkTriggerConditions(
	context: TriggerContext,
	names: readonly string[],
	given: Record<string, unknown>,
): void {
	const paths = expressionsIn(context.getNode().parameters);
	const path = emptyOnes(paths, given).find(isWithin(names));
	if (path) refuse(path, WHAT_TO_DO_IN_A_TRIGGER);
}

function refuse(path: string[], whatToDo: string): never {
	throw new InvalidInput('its expression gives nothing', path.join('.'), whatToDo);
}

/** The stored names that lead to each expression of a person that does not say that it may give nothing. */
function expressionsIn(stored: unknown, path: string[] = []): string[][] {
	const given = chosenValue(stored);
	if (isExpression(given)) return saysSo(given) ? [] : [path];
	if (typeof given !== 'object' || given === null) return [];
	return Object.entries(given).flatMap(([name, below]) => expressionsIn(below, [...path, name]));
}

/** Those that gave nothing, of the fields that the step has. */
function emptyOnes(paths: string[][], given: Record<string, unknown>): string[][] {
	return paths.filter(([name = '', ...below]) => {
		let value = given[name];
		for (const part of below) value = Object(value)[part];
		return Object.hasOwn(given, name) && isNothing(chosenValue(value));
	});
}

/** Whether a name leads to an expression. */
function isWithin(names: readonly string[]): (path: string[]) => boolean {
	return (path) => names.some((name) => `.${path.join('.')}.`.includes(`.${name}.`));
}

/** What is stored where a person switched a field to an expression and wrote one. */
function isExpression(stored: unknown): stored is string {
	return typeof stored === 'string' && /^=.*\{\{/s.test(stored);
}

/** Whether each `{{ }}` of an expression says that it may give nothing. */
function saysSo(expression: string): boolean {
	const [, ...each] = expression.split('{{');
	return each.every((one) => SAYS_SO.test(one));
}

/** What stands between the entries of a list is none. */
function isNothing(value: unknown): boolean {
	if (Array.isArray(value)) return value.every(isNothing);
	return (
		value === undefined || value === null || (typeof value === 'string' && /^[\s,;]*$/.test(value))
	);
}
