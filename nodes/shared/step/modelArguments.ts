import type { IExecuteFunctions, INodeParameters, INodeProperties } from 'n8n-workflow';
import { z } from 'zod';
import { InvalidInput } from '../http/failures';
import { entriesOf } from './fieldLabels';
import { isEntered } from './modelValues';

type ToolContext = Pick<IExecuteFunctions, 'evaluateExpression' | 'getInputData' | 'getNode'>;

/** An expression in parameters that are JSON, where a person wrote one. */
const EXPRESSION = /"=(?:[^"\\]|\\.)*"/g;
/** Reads the input of the node. */
const READS_INPUT = /\$(?:json|data|input)\b/;
/** Reads all that is in it: no name stands behind it, or that of a function of n8n. */
const READS_ALL =
	/(?:\$(?:json|data)|\.json)\b(?!\s*(?:\?\.)?\[\s*\\?['"`]|\s*\??\.\s*[\p{L}_$][\p{L}\p{N}_$]*(?![\p{L}\p{N}_$]|\())/u;
/** What the model is asked for; the blanks of JSON may be escaped. */
const FROM_MODEL = /\$fromAI\s*\((?:\s|\\[nrt])*\\?['"`]([\w-]{1,64})/gi;
/** A name that n8n takes in `$fromAI`. */
const NAME = /^[\w-]{1,64}$/;
/** What n8n writes into the input of a tool and of its review. */
const CALL_ID = 'toolCallId';
const OF_N8N = ['hitlParameters', 'tool', CALL_ID, 'toolParameters'];
/** Names by which a model asks that a step be only tried, or left to a person; and the values that ask for nothing. */
const HELD_BACK =
	/^(?:(?:is|as|save|saveas)?draft(?:only|mode)?|(?:is)?dryrun|preview(?:only)?|simulate|test(?:run|mode|only))$/;
const NOT_MEANT = ['false', '0', '', 'none', 'no', 'null', 'default', 'primary'];
/**
 * Beginnings of names by which a model asks for what a step without such a field does otherwise, and cannot take back: an
 * email that leaves at once, without a file, to the sender alone; one event in the place of a series.
 */
const OTHERWISE =
	/^(?:schedul|delay|send(?:time|date|later|on)|attach|files?(?:id|name|path|url)?s?$|replyall|recur|rrule|repeat|guest|participant|invitee|calendar|sender|from|permanent|silent)/;
/** Beginnings of names by which a model asks that nobody is told; and the values that ask for what happens anyway. */
const UNTOLD = /^(?:notif|send(?:update|invit|notif))/;
const AS_USUAL = ['true', '1', 'all', ''];
/** Holds the parameters themselves where it is no text, as n8n's test of a tool gives them. */
const CONTAINER = 'query';

/**
 * Checks what a model wrote beside the parameters of its tool: n8n lays it over the agent's input, and checks nothing
 * (run in 2.41.1). It is refused in three cases:
 * - An expression reads it: the model, or whoever it obeys, would change what a person fixed.
 * - It has the name of a field: the model would take for done what the step does not do.
 * - It asks a step that writes to hold back, or to do its work otherwise.
 * @param fields Those of the step.
 * @param others Those of steps beside it, in one that writes: an email with a Send At would leave at once.
 * @returns a check of one item. It throws InvalidInput, or says what else was not used.
 * @see https://github.com/n8n-io/n8n/blob/master/packages/core/src/execution-engine/requests-response.ts
 */
export function argumentCheck(
	context: ToolContext,
	fields: INodeProperties[],
	others: INodeProperties[] = [],
): (itemIndex: number) => string[] {
	const { parameters } = context.getNode();
	const stored = JSON.stringify(parameters);
	const reading = (stored.match(EXPRESSION) ?? []).filter((text) => READS_INPUT.test(text));
	const asked = askedOfModel(parameters);
	const readsAll = reading.some((text) => READS_ALL.test(text));
	const isRead = (name: string) =>
		readsAll ||
		reading.some((text) =>
			NAME.test(name)
				? new RegExp(`\\b${name}\\b`).test(text)
				: text.includes(JSON.stringify(name).slice(1, -1)),
		);
	const isSet = (name: string) => isNamed(fields, name) || isRead(name);
	const isElsewhere = (name: string) => name !== CONTAINER && isNamed(others, name);
	const writes = others.length > 0;
	return (itemIndex) => {
		// n8n's `$fromAI` gives values of the model alone, and none of the agent's input.
		const ofModel = (name: string): unknown =>
			context.evaluateExpression(`{{ $fromAI('${name}') }}`, itemIndex) ?? undefined;
		const input = context.getInputData()[itemIndex]?.json ?? {};
		// Before 2.8 it gives both, as it does the ID of the call, which no model knows beforehand (read in n8n-core 2.7.2).
		if (CALL_ID in input && ofModel(CALL_ID) === input[CALL_ID]) return [];
		const written = Object.keys(input).filter((name) => {
			if (!NAME.test(name) || asked.includes(name) || OF_N8N.includes(name)) return false;
			const value = ofModel(name);
			if (name !== CONTAINER || typeof value === 'string') return value !== undefined;
			return value !== undefined && CALL_ID in input && isRead(name);
		});
		const odd = namesIn(context, itemIndex).filter((name) => !NAME.test(name));
		const asks = (pattern: RegExp, unless: string[], name: string) =>
			pattern.test(plain(name)) && !unless.includes(String(ofModel(name)).toLowerCase());
		const isMissed = (name: string) =>
			writes &&
			(asks(HELD_BACK, NOT_MEANT, name) ||
				asks(OTHERWISE, NOT_MEANT, name) ||
				asks(UNTOLD, AS_USUAL, name));
		const all = [...odd, ...written];
		const refused = all.find(isSet) ?? all.find(isElsewhere) ?? written.find(isMissed);
		if (refused !== undefined) {
			const meant = asked.find((name) => plain(name) === plain(refused));
			const leave =
				isRead(refused) || isGiven(fields, parameters, refused)
					? 'Leave it out: the workflow sets it.'
					: isSet(refused)
						? 'Leave it out: only a person can set it, and nobody did.'
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

/** Where n8n keeps what a model wrote: `$fromAI` reads it there, by the names that it takes. */
const ofRuns = z.object({
	runIndex: z.number(),
	runExecutionData: z.object({
		resultData: z.object({ runData: z.record(z.array(z.unknown())) }),
	}),
});
const ofRun = z.object({
	inputOverride: z.object({
		ai_tool: z.array(z.array(z.object({ json: z.object({}).passthrough() }))),
	}),
});

/** All names that a model wrote, such as those of a form's fields; none where n8n does not keep them. */
function namesIn(context: ToolContext, itemIndex: number): string[] {
	const { runIndex = 0, runExecutionData } = ofRuns.safeParse(context).data ?? {};
	const run = runExecutionData?.resultData.runData[context.getNode().name]?.[runIndex];
	const { inputOverride } = ofRun.safeParse(run).data ?? {};
	return Object.keys(inputOverride?.ai_tool[0]?.[itemIndex]?.json ?? {});
}

/** The names of what the fields of a tool ask a model for. */
export function askedOfModel(parameters: INodeParameters = {}): string[] {
	return [...JSON.stringify(parameters).matchAll(FROM_MODEL)].map(([, name = '']) => name);
}

const plain = (name: string) => name.toLowerCase().replace(/[^a-z\d]/g, '');

const isCalled = ({ name, displayName }: INodeProperties, written: string) =>
	[name, displayName].some((called) => plain(called) === plain(written));

/** Whether a field at any depth is stored or labelled so, as a model may write it. */
function isNamed(fields: INodeProperties[], written: string): boolean {
	return fields.some((field) => isCalled(field, written) || isNamed(entriesOf(field), written));
}

/** Whether such a field holds something: a model that is told so takes a file for attached. */
function isGiven(fields: INodeProperties[], held: INodeParameters, written: string): boolean {
	return fields.some((field) => {
		const value = held[field.name];
		if (isCalled(field, written)) return isEntered(field, value);
		const inside = entriesOf(field).filter((entry) => isNamed([entry], written));
		return inside.some(({ name }) => JSON.stringify(value)?.includes(`"${name}":`));
	});
}
