import type { IExecuteFunctions } from 'n8n-workflow';
import { InvalidInput } from '../http/failures';

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
 * Refuses what a model wrote beside the parameters of its tool, where an expression reads it: the model, or whoever it
 * obeys, would change what a person fixed. n8n lays all that the model wrote over the agent's own input, and checks it
 * against nothing (run in 2.41.1).
 * @returns what checks the input of a tool's call, and throws InvalidInput.
 * @see https://github.com/n8n-io/n8n/blob/master/packages/core/src/execution-engine/requests-response.ts
 */
export function argumentCheck(context: ToolContext): (itemIndex: number) => void {
	const stored = JSON.stringify(context.getNode().parameters);
	const reading = (stored.match(EXPRESSION) ?? []).filter((one) => READS_INPUT.test(one));
	const asked = new Set([...OF_N8N, ...[...stored.matchAll(FROM_MODEL)].map(([, name]) => name)]);
	const isRead = (name: string) =>
		NAME.test(name) &&
		!asked.has(name) &&
		reading.some((one) => new RegExp(`\\b${name}\\b`).test(one));
	return (itemIndex) => {
		const names = Object.keys(context.getInputData()[itemIndex]?.json ?? {}).filter(isRead);
		// Of the two, n8n's function for it knows the model's alone.
		const isWritten = (name: string) => {
			const value = context.evaluateExpression(`{{ $fromAI('${name}') }}`, itemIndex);
			return value !== undefined && value !== null;
		};
		const written = names.find(isWritten);
		if (written === undefined) return;
		throw new InvalidInput(
			`"${written}" is no parameter of this tool`,
			undefined,
			'Leave it out: the workflow sets it.',
		);
	};
}
