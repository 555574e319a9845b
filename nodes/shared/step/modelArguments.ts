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
const OF_N8N = ['hitlParameters', 'tool', 'toolCallId', 'toolParameters'];

/**
 * Refuses what a model wrote beside the parameters of its tool: where an expression reads it, the model, or whoever it
 * obeys, would change what a person fixed; where it is named as a field, the step would do without it what the model
 * takes for done. n8n lays all that the model wrote over the agent's own input, and checks it against nothing (run in
 * 2.41.1).
 * @param fields Those of the step.
 * @returns what checks the input of a tool's call, and throws InvalidInput.
 * @see https://github.com/n8n-io/n8n/blob/master/packages/core/src/execution-engine/requests-response.ts
 */
export function argumentCheck(
	context: ToolContext,
	fields: INodeProperties[],
): (itemIndex: number) => void {
	const stored = JSON.stringify(context.getNode().parameters);
	const reading = (stored.match(EXPRESSION) ?? []).filter((one) => READS_INPUT.test(one));
	const asked = [...OF_N8N, ...[...stored.matchAll(FROM_MODEL)].map(([, name = '']) => name)];
	const named = new Set(namesOf(fields));
	const isRead = (name: string) =>
		reading.some((one) => new RegExp(`\\b${name}\\b`).test(one)) || named.has(plain(name));
	return (itemIndex) => {
		const names = Object.keys(context.getInputData()[itemIndex]?.json ?? {}).filter(
			(name) => NAME.test(name) && !asked.includes(name) && isRead(name),
		);
		// Of the two, n8n's function for it knows the model's alone.
		const isWritten = (name: string) => {
			const value = context.evaluateExpression(`{{ $fromAI('${name}') }}`, itemIndex);
			return value !== undefined && value !== null;
		};
		const written = names.find(isWritten);
		if (written === undefined) return;
		const meant = asked.find((name) => plain(name) === plain(written));
		throw new InvalidInput(
			`"${written}" is no parameter of this tool`,
			undefined,
			meant ? `Write it as "${meant}".` : 'Leave it out: the workflow sets it.',
		);
	};
}

const plain = (name: string) => name.toLowerCase().replace(/[^a-z\d]/g, '');

/** The stored names and labels of fields at any depth, as a model may write them. */
function namesOf(fields: INodeProperties[]): string[] {
	return fields.flatMap((field) => [
		...[field.name, field.displayName].map(plain),
		...namesOf(entriesOf(field)),
	]);
}
