import type { IDataObject, IExecuteFunctions, NodeTypeAndVersion } from 'n8n-workflow';
import { z } from 'zod';
import { textList } from '../../shared/step/inputSchemas';
import type { NamedThing } from './named';
import type { Section } from './question';
import {
	fromInput,
	NAMED_TOOL,
	NO_PARAMETERS,
	PARAMETERS_TITLE,
	TOOL_NODE,
	TOOL_NODES,
	TOOL_TITLE,
} from './texts';

/** The call of an agent's tool that has to be approved. */
export interface GatedCall {
	/** Names of the nodes that may run: more than one where one review stands in front of several. */
	nodes: string[];
	tool: Section;
	/** All of its parameters, as they will be when it runs. */
	parameters: Section;
	named: NamedThing[];
}

const callItem = z.object({
	/** What the agent calls the tool. */
	tool: z.unknown(),
	/** Exactly what the tool is run with after an approval. */
	toolParameters: z.unknown(),
	/** Stands in the items of webhooks; see `effective`. */
	query: z.record(z.unknown()).optional().catch(undefined),
});
const record = z.record(z.unknown());

/** A field that the model fills, and nothing else; the editor's button writes a comment in front. */
const FROM_MODEL = /^=\s*\{\{\s*(?:\/\*[^*]*\*\/\s*)?\$fromAI\(\s*(['"`])([\w-]{1,64})\1/i;

/**
 * What an agent wants to run, where the step stands between the agent and its tools; undefined
 * elsewhere.
 * @see https://docs.n8n.io/advanced-ai/human-in-the-loop-tools
 */
export function readGatedCall(context: IExecuteFunctions): GatedCall | undefined {
	const { name, type } = context.getNode();
	// n8n makes a node type of its own for this place, and names it so.
	if (!type.endsWith('HitlTool')) return undefined;
	const {
		tool,
		toolParameters,
		query = {},
	} = callItem.parse(context.getInputData()[0]?.json ?? {});
	const parameters = effective(toolParameters);
	const nodes = context
		.getParentNodes(name, { connectionType: 'ai_tool', depth: 1, includeNodeParameters: true })
		.filter((node) => !node.disabled);
	const names = nodes.map((node) => node.name);
	const called = [
		{ name: NAMED_TOOL, value: toText(tool) },
		{ name: names.length === 1 ? TOOL_NODE : TOOL_NODES, value: names.join('\n') },
	];
	const entries = Object.entries(parameters).flatMap(([key, value]) => [
		{ name: key, value: toText(value) },
		...(Object.hasOwn(query, key) ? [{ name: fromInput(key), value: toText(query[key]) }] : []),
	]);
	return {
		nodes: names,
		tool: { title: TOOL_TITLE, entries: called },
		parameters: { title: entries.length > 0 ? PARAMETERS_TITLE : NO_PARAMETERS, entries },
		named: nodes.flatMap((node) => [
			...namedBy('messageId', 'email', node, parameters),
			...namedBy('messageIds', 'email', node, parameters),
			...namedBy('eventId', 'event', node, parameters),
		]),
	};
}

/**
 * n8n's `$fromAI` looks for a value in `query` first: such a one is what runs. A `query` of the input
 * is taken too where the call has none, and cannot be told from one that the model wrote for this step.
 */
function effective(toolParameters: unknown): Record<string, unknown> {
	const given = record.safeParse(toolParameters);
	if (!given.success) return toolParameters === undefined ? {} : { input: toolParameters };
	const query = record.safeParse(given.data.query);
	return query.success ? { ...given.data, ...query.data, query: query.data } : given.data;
}

function toText(value: unknown): string {
	return typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
}

/** What a Mail tool works on, where the model gives its ID. */
function namedBy(
	field: string,
	kind: NamedThing['kind'],
	{ type, parameters: fields = {} }: NodeTypeAndVersion,
	parameters: Record<string, unknown>,
): NamedThing[] {
	const parameter = FROM_MODEL.exec(textOf(fields[field]))?.[2];
	if (parameter === undefined || !type.endsWith('.mailTool')) return [];
	const toAll = valueOf(fields.replyToAll, parameters);
	const answer = toAll === true || toAll === 'true' ? 'all' : 'sender';
	const given = parameters[parameter];
	// What takes several takes them as a list, or with commas between them.
	const several = field.endsWith('Ids') ? textList.safeParse(given).data : undefined;
	return (several ?? [toText(given).trim()]).map((id) => ({
		kind,
		parameter,
		id,
		mailbox: toText(valueOf(fields.mailbox, parameters) ?? '').trim(),
		answers: fields.operation === 'replyToEmail' ? answer : 'nobody',
	}));
}

/** What stands in a field: in a resource locator it stands inside. */
function textOf(field: unknown): string {
	const { data } = record.safeParse(field);
	return String((data ? data.value : field) ?? '');
}

/** What a field of the tool will hold: its fixed value, or what the model gave. */
function valueOf(field: IDataObject[string] | undefined, parameters: Record<string, unknown>) {
	const key = typeof field === 'string' ? FROM_MODEL.exec(field)?.[2] : undefined;
	return key === undefined ? field : parameters[key];
}
