import { extractFromAICalls } from 'n8n-workflow';
import { flag } from '../../shared/step/inputSchemas';
import { chosenValue } from '../../shared/step/readParameters';
import type { Answers } from '../email/describeEmail';

/** `$fromAI`, which the model fills; the expression around it may do other things, too. */
const FROM_MODEL = /\$fromAI\s*\(\s*(['"`])([\w-]{1,64})\1/i;
/** An expression that is `$fromAI` and nothing else. */
const MODEL_ALONE =
	/^=\s*\{\{\s*(?:\/\*[^*]*\*\/\s*)?\$fromAI\s*\((?:[^()'"`]|'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"|`(?:[^`\\]|\\.)*`)*\)\s*\}\}\s*$/is;

/** Whether a field holds an expression, which n8n evaluates. */
function isExpression(field: unknown): boolean {
	const content = chosenValue(field);
	return typeof content === 'string' && content.startsWith('=');
}

/** Whether only n8n can tell what a field will hold: its expression is more than `$fromAI`. */
export function isUnseen(field: unknown): boolean {
	const isModelAlone = keyOf(field) !== undefined && MODEL_ALONE.test(String(chosenValue(field)));
	return isExpression(field) && !isModelAlone;
}

/** The parameter of the agent that fills a field; undefined for none. */
export function keyOf(field: unknown): string | undefined {
	return isExpression(field) ? FROM_MODEL.exec(String(chosenValue(field)))?.[2] : undefined;
}

/**
 * What a field of the tool will hold: its fixed value, or what the model gave, or the default of `$fromAI` where it gave
 * nothing; undefined for another expression.
 */
export function valueOf(field: unknown, given: Record<string, unknown>): unknown {
	const key = keyOf(field);
	if (key === undefined) return isExpression(field) ? undefined : chosenValue(field);
	return given[key] ?? extractFromAICalls(String(chosenValue(field)))[0]?.defaultValue;
}

/** A value as a question shows it. */
export function toText(value: unknown): string {
	return typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
}

/** The mailbox that a tool works on; `?`, which is none, where only n8n can read the expression for it. */
export function mailboxOf(
	{ mailbox = '' }: Record<string, unknown>,
	given: Record<string, unknown>,
): string {
	return isUnseen(mailbox) ? '?' : toText(valueOf(mailbox, given) ?? '').trim();
}

/** Whom a tool answers; `unknown` where only n8n can evaluate the switch, or the step would refuse its value. */
export function answersOf(
	{ replyToAll }: Record<string, unknown>,
	given: Record<string, unknown>,
): Answers {
	const { data: toAll } = flag.safeParse(valueOf(replyToAll, given));
	if (toAll === undefined || isUnseen(replyToAll)) return 'unknown';
	return toAll ? 'all' : 'sender';
}
