import { chosenValue } from '../../shared/step/readParameters';

/** What the model fills; an expression may do something else with it beside. */
const FROM_MODEL = /\$fromAI\(\s*(['"`])([\w-]{1,64})\1/i;
/** The same, and nothing else. */
const MODEL_ALONE =
	/^=\s*\{\{\s*(?:\/\*[^*]*\*\/\s*)?\$fromAI\((?:[^()'"`]|'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"|`(?:[^`\\]|\\.)*`)*\)\s*\}\}\s*$/is;
/** What the model fills, which is on where the model leaves it out. */
const ON_BY_DEFAULT = /,\s*(['"`]?)true\1\s*\)/i;

/** Whether n8n works out what a field holds. */
export function isExpression(field: unknown): boolean {
	const content = chosenValue(field);
	return typeof content === 'string' && content.startsWith('=');
}

/** Whether an expression puts in nothing but what the model fills. */
export function isModelAlone(field: unknown): boolean {
	return MODEL_ALONE.test(String(chosenValue(field)));
}

/** The parameter of the agent that fills a field; undefined for none. */
export function keyOf(field: unknown): string | undefined {
	return isExpression(field) ? FROM_MODEL.exec(String(chosenValue(field)))?.[2] : undefined;
}

/** What a field of the tool will hold: its fixed value, or what the model gave; undefined for another expression. */
export function valueOf(field: unknown, given: Record<string, unknown>): unknown {
	const key = keyOf(field);
	if (key !== undefined) return given[key];
	return isExpression(field) ? undefined : chosenValue(field);
}

/** Whether n8n alone can tell if a switch is on: by another expression, or as it is on where the model leaves it out. */
export function isUnseenSwitch(field: unknown, given: Record<string, unknown>): boolean {
	if (valueOf(field, given) !== undefined || !isExpression(field)) return false;
	return keyOf(field) === undefined || ON_BY_DEFAULT.test(String(chosenValue(field)));
}
