import type { Declaration, Style } from './cssDeclarations';
import { expand } from './cssDeclarations';
import type { Steps } from './steps';
import { CHARACTERS_A_STEP } from './steps';

/** Custom properties and what they stand for. */
export type Variables = ReadonlyMap<string, string>;

const NOTHING: Style = new Map();

/**
 * What declarations set together, of which the last ones count most.
 * @param around The custom properties of the element around.
 */
export function toStyle(
	declarations: readonly Declaration[],
	around: Variables,
	steps: Steps,
): { style: Style; variables: Variables } {
	if (declarations.length === 0) return { style: NOTHING, variables: around };
	steps.take(declarations.length);
	let variables = around;
	const own = declarations.filter(({ name }) => name.startsWith('--'));
	const isFree = own.length > 0 && variables.size < MAX_VARIABLES;
	if (isFree && steps.take(COPY_STEPS * variables.size)) {
		const set = new Map(variables);
		for (const { name, value } of own) {
			if (value === 'initial') set.delete(name);
			else set.set(name, value);
		}
		variables = set;
	}
	const style = new Map<string, string>();
	for (const { name, value } of declarations) {
		if (!value.includes('var(')) style.set(name, value);
		else {
			steps.take(FILL_STEPS);
			const filled = fillIn(value, variables, steps, 0)?.toLowerCase();
			const set = filled === undefined ? [] : expand(name, filled.trim());
			const values = set.length > 0 ? set : expand(name, 'unset');
			for (const [property, its] of values) style.set(property, its);
		}
	}
	return { style, variables };
}

/** Custom properties of an element, and values in each other, at most; and what they may come to. */
const MAX_VARIABLES = 500;
const MAX_DEPTH = 10;
const MAX_FILLED = 1_000;
/** Steps of a custom property that an element has from around: it is kept as long as the element is open. */
const COPY_STEPS = 10;
/** Steps of a value with custom properties in it: it is read again for each element. */
const FILL_STEPS = 20;

/** A value with what its custom properties stand for; undefined where one is not set. */
function fillIn(
	value: string,
	variables: Variables,
	steps: Steps,
	depth: number,
): string | undefined {
	const at = value.indexOf('var(');
	if (at < 0) return value;
	if (depth > MAX_DEPTH || value.length > MAX_FILLED) return undefined;
	if (!steps.take(value.length / CHARACTERS_A_STEP)) return undefined;
	let [end, open] = [at + 4, 1];
	for (; end < value.length && open > 0; end++) {
		open += value[end] === '(' ? 1 : value[end] === ')' ? -1 : 0;
	}
	const [name = '', ...rest] = value.slice(at + 4, end - 1).split(',');
	const given = variables.get(name.trim()) ?? (rest.length > 0 ? rest.join(',') : undefined);
	if (given === undefined) return undefined;
	return fillIn(value.slice(0, at) + given + value.slice(end), variables, steps, depth + 1);
}
