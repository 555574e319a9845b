import type { IExecuteFunctions, INodeProperties } from 'n8n-workflow';
import { InvalidInput } from '../http/failures';
import { entriesOf } from './toNodeError';

type ToolContext = Pick<IExecuteFunctions, 'evaluateExpression' | 'getInputData' | 'getNode'>;

/** An expression in parameters that are JSON, where a person wrote one. */
const EXPRESSION = /"=(?:[^"\\]|\\.)*"/g;
/** Reads the input of the node. */
const READS_INPUT = /\$(?:json|data|input)\b/;
/** What the model is asked for. */
const FROM_MODEL = /\$fromAI\(\s*\\?['"`]([\w-]{1,64})/gi;
/** A name that n8n takes in `$fromAI`. */
const NAME = /^[\w-]{1,64}$/;
/** What n8n writes into the input of a tool and of its review. */
const CALL_ID = 'toolCallId';
const OF_N8N = ['hitlParameters', 'tool', CALL_ID, 'toolParameters'];
/** Names by which a model asks that a step be only tried, or left to a person; and the values that ask for nothing. */
const HELD_BACK =
	/^(?:(?:is|as|save|saveas)?draft(?:only|mode)?|(?:is)?dryrun|preview(?:only)?|simulate|test(?:run|mode|only))$/;
const NOT_MEANT = ['false', '0', ''];
/** Holds the parameters themselves where it is no text, as n8n's test of a tool gives them. */
const CONTAINER = 'query';

/**
 * Looks at what a model wrote beside the parameters of its tool. It is refused where an expression reads it: the model,
 * or whoever it obeys, would change what a person fixed; where it is named as a field: the step would do without it
 * what the model takes for done; and where it asks a step that writes to hold back. n8n lays all that the model wrote
 * over the agent's own input, and checks it against nothing (run in 2.41.1).
 * @param fields Those of the step.
 * @param others Those of steps beside it, in one that writes: an email with a Send At would leave at once.
 * @returns what takes the item of a tool's call, throws InvalidInput, and says what was not used.
 * @see https://github.com/n8n-io/n8n/blob/master/packages/core/src/execution-engine/requests-response.ts
 */
export function argumentCheck(
	context: ToolContext,
	fields: INodeProperties[],
	others: INodeProperties[] = [],
): (itemIndex: number) => string[] {
	const stored = JSON.stringify(context.getNode().parameters);
	const reading = (stored.match(EXPRESSION) ?? []).filter((one) => READS_INPUT.test(one));
	const asked = [...stored.matchAll(FROM_MODEL)].map(([, name = '']) => name);
	const isSet = (name: string) =>
		isNamed(fields, name) || reading.some((one) => new RegExp(`\\b${name}\\b`).test(one));
	const isElsewhere = (name: string) => name !== CONTAINER && isNamed(others, name);
	const writes = others.length > 0;
	return (itemIndex) => {
		// Of the two, n8n's function for it knows the model's alone.
		const ofModel = (name: string): unknown =>
			context.evaluateExpression(`{{ $fromAI('${name}') }}`, itemIndex) ?? undefined;
		const input = context.getInputData()[itemIndex]?.json ?? {};
		// Before 2.8 n8n hands on both as one, with the ID of the call, which no model knows beforehand (read in n8n-core 2.7.2).
		if (CALL_ID in input && ofModel(CALL_ID) === input[CALL_ID]) return [];
		const written = Object.keys(input).filter((name) => {
			if (!NAME.test(name) || asked.includes(name) || OF_N8N.includes(name)) return false;
			const value = ofModel(name);
			return value !== undefined && (name !== CONTAINER || typeof value === 'string');
		});
		const holdsBack = (name: string) =>
			writes && HELD_BACK.test(plain(name)) && !NOT_MEANT.includes(String(ofModel(name)));
		const refused = written.find(isSet) ?? written.find(isElsewhere) ?? written.find(holdsBack);
		if (refused !== undefined) {
			const meant = asked.find((name) => plain(name) === plain(refused));
			const leave = isSet(refused)
				? 'Leave it out: the workflow sets it.'
				: 'Leave it out, or use a tool that has it.';
			throw new InvalidInput(
				`"${refused}" is no parameter of this tool`,
				undefined,
				meant ? `Write it as "${meant}".` : leave,
			);
		}
		return written.map((name) => `"${name}" was not used: it is no parameter of this tool.`);
	};
}

const plain = (name: string) => name.toLowerCase().replace(/[^a-z\d]/g, '');

/** Whether a field at any depth is stored or labelled so, as a model may write it. */
function isNamed(fields: INodeProperties[], written: string): boolean {
	return fields.some(
		(field) =>
			[field.name, field.displayName].some((name) => plain(name) === plain(written)) ||
			isNamed(entriesOf(field), written),
	);
}
