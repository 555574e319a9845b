import type { IExecuteFunctions, NodeTypeAndVersion } from 'n8n-workflow';
import { z } from 'zod';
import { askedOfModel } from '../../shared/step/modelArguments';
import { callKeyOf } from '../../shared/step/runKey';
import { recipientsOrNames } from '../email/recipients';
import type { NamedThing, ThingKind } from '../mailbox/describeThing';
import type { NamedValue, Section, Text } from './question';
import { labelOf, word } from './texts';
import { answersOf, isUnseen, keyOf, mailboxOf, toText, valueOf } from './toolValue';

/** The call of an agent's tool that has to be approved. */
interface GatedCall {
	/** Names of the nodes that may run: more than one where one review stands in front of several. */
	nodes: string[];
	/** What runs, in the words of the workflow. */
	title: Text;
	/** Whom it is for and what it is about, fixed or from the agent. */
	head: NamedValue[];
	/** Everything else that the tool asks the agent for, but the IDs that are looked up. */
	rest: NamedValue[];
	/** What the agent wrote beside that: its names may be those of anything that a review shows. */
	unasked: NamedValue[];
	named: NamedThing[];
	/** Tool, node, and all parameters as they will be when it runs. */
	details: Section[];
}

const callItem = z.object({
	/** What the agent calls the tool. */
	tool: z.unknown(),
	/** Exactly what the tool is run with after an approval. */
	toolParameters: z.unknown(),
	/** Stands in the items of webhooks; see `effective`. */
	query: z.record(z.unknown()).catch({}),
});
const record = z.record(z.unknown());
/** The tools that ask for nothing but by `$fromAI`. */
const OWN_TOOL = /\.(?:mail|collection)Tool$/;
/** The mode of a resource locator. Any other field holds an ID, as the steps read it. */
const located = z.object({ mode: z.string() }).catch({ mode: 'id' });

/** The fields that say whom a step reaches, what it does, about what and when, in the order in which people read them. */
const HEAD = [
	...['to', 'attendees', 'optionalAttendees', 'cc', 'bcc', 'replyTo'],
	...['from', 'mailbox', 'rooms', 'forwardTo', 'forwardAsAttachmentTo', 'redirectTo'],
	...['client', 'clients', 'member', 'email', 'newEmail', 'request', 'url', 'sendToClient'],
	...['shareViaLinkEnabled', 'passcodeEnabled', 'attachments'],
	...['method', 'endpoint', 'decision', 'scope', 'role', 'access', 'change', 'response'],
	...['reminder', 'status', 'externalAudience', 'attendeeChange', 'listChange', 'emptied'],
	...['delete', 'permanently', 'subject', 'sendAt', 'start', 'end', 'dueDate', 'timeZone'],
];
/** The fields that hold IDs, at any depth, and the kind of thing of each. */
export const ID_FIELDS: Readonly<Record<string, ThingKind>> = {
	messageId: 'email',
	messageIds: 'email',
	inReplyTo: 'email',
	eventId: 'event',
	attachmentId: 'attachment',
	folder: 'folder',
	moveToFolder: 'folder',
	parent: 'folder',
	calendar: 'calendar',
	contact: 'contact',
	rule: 'rule',
};
/** Those fields of `HEAD` that take names in place of addresses. */
const PEOPLE_FIELDS = HEAD.slice(0, HEAD.indexOf('from'));

/**
 * What an agent wants to run, where the step stands between the agent and its tools; undefined
 * elsewhere.
 * @see https://docs.n8n.io/advanced-ai/human-in-the-loop-tools
 */
export function readGatedCall(context: IExecuteFunctions): GatedCall | undefined {
	const { name, type } = context.getNode();
	// In front of tools, n8n gives the node a type of its own, with this ending.
	if (!type.endsWith('HitlTool')) return undefined;
	const { tool, toolParameters, query } = callItem.parse(context.getInputData()[0]?.json ?? {});
	const parameters = effective(toolParameters);
	const nodes = context
		.getParentNodes(name, { connectionType: 'ai_tool', depth: 1, includeNodeParameters: true })
		.filter((node) => !node.disabled);
	const call = callKeyOf(context, 0);
	const names = nodes.map((node) => node.name);
	const called = [
		{ name: word('tool'), value: toText(tool) },
		{ name: word(names.length === 1 ? 'toolNode' : 'toolNodes'), value: names.join('\n') },
	];
	const fields = nodes.flatMap((node) => fieldsOf(node, parameters));
	const named = fields.flatMap((field) => [
		...thingsIn(field, parameters, call),
		...peopleIn(field, parameters),
	]);
	const lookedUp = new Set(named.map(({ parameter }) => parameter));
	const toEntries = (keys: string[], label = (key: string) => key): NamedValue[] =>
		keys.flatMap((key) => [
			{ name: label(key), value: toText(parameters[key]) },
			...(Object.hasOwn(query, key)
				? [{ name: word('fromInput', label(key)), value: toText(query[key]) }]
				: []),
		]);
	const keys = Object.keys(parameters);
	// n8n takes the default of `$fromAI` for null, too.
	const isGiven = (key?: string) =>
		key !== undefined && (parameters[key] ?? undefined) !== undefined;
	const headFields = HEAD.flatMap((wanted) => fields.filter(({ name }) => name === wanted));
	const headKeys = [...new Set(headFields.flatMap(({ key }) => key ?? []))];
	const fixedHead = headFields.flatMap(({ name, key, value, isHidden }) => {
		if (names.length !== 1) return [];
		if (isHidden) return [{ name: labelOf(name), value: word('byWorkflow') }];
		const isSet = (value ?? '') !== '' && !(Array.isArray(value) && value.length === 0);
		return isSet && !isGiven(key) ? [{ name: labelOf(name), value: toText(value) }] : [];
	});
	const unseenThings = fields.flatMap((field): NamedValue[] => {
		const kind = field.isHidden ? kindOf(field) : undefined;
		return kind ? [{ name: labelOf(kind), value: word('byWorkflow') }] : [];
	});
	const asked = nodes.flatMap((node) =>
		OWN_TOOL.test(node.type) ? askedOfModel(node.parameters) : keys,
	);
	const unasked = keys.filter((key) => !asked.includes(key));
	const shown = [...headKeys, ...lookedUp, ...unasked];
	const all = toEntries(keys);
	return {
		nodes: names,
		title: names.length === 1 ? String(names[0]) : word('oneRuns', names.join(', ')),
		head: [...fixedHead, ...unseenThings, ...toEntries(headKeys.filter(isGiven), labelOf)],
		rest: toEntries(
			keys.filter((key) => !shown.includes(key)),
			labelOf,
		),
		unasked: unasked.map((key) => ({
			name: word('unasked', labelOf(key)),
			value: toText(parameters[key]),
		})),
		named,
		details: [
			{ title: word('whatRuns'), entries: called },
			{ title: word(all.length > 0 ? 'parameters' : 'noParameters'), entries: all },
		],
	};
}

/**
 * The values with which the tool will run: n8n's `$fromAI` looks into `query` first. Where the call has no
 * `query`, n8n takes that of the input, which looks the same here as one that the model wrote.
 */
function effective(toolParameters: unknown): Record<string, unknown> {
	const given = record.safeParse(toolParameters);
	if (!given.success) return toolParameters === undefined ? {} : { input: toolParameters };
	const query = record.safeParse(given.data.query);
	if (!query.success) return given.data;
	// For null n8n looks on, beside it.
	const asked = Object.entries(query.data).filter(
		([, value]) => (value ?? undefined) !== undefined,
	);
	return { ...given.data, ...Object.fromEntries(asked), query: query.data };
}

/** A field of a tool, as it will be when the tool runs. */
interface ToolField {
	name: string;
	/** The parameter of the agent that fills it. */
	key?: string;
	/** As `valueOf` says. */
	value: unknown;
	/** Whether only n8n can evaluate its expression, of which the parameter may be a part. */
	isHidden: boolean;
	/** The mode of its resource locator. */
	mode: string;
	/** The parameters in the same collection, and all those of the node. */
	beside: Record<string, unknown>;
	of: Record<string, unknown>;
	/** Of the Mail node, whose IDs are looked up. */
	isMail: boolean;
}

/** The fields of a tool of this package at every depth; of another tool nothing is known. */
function fieldsOf(node: NodeTypeAndVersion, given: Record<string, unknown>): ToolField[] {
	const of = node.parameters ?? {};
	const isMail = node.type.endsWith('.mailTool');
	return OWN_TOOL.test(node.type) ? walk(of) : [];

	function walk(beside: Record<string, unknown>): ToolField[] {
		return Object.entries(beside).flatMap(([name, field]) => {
			if (Array.isArray(field) && field.some((entry) => record.safeParse(entry).success)) {
				return field.flatMap((entry) => walk(record.catch({}).parse(entry)));
			}
			const inner = record.safeParse(field);
			if (inner.success && !Object.hasOwn(inner.data, '__rl')) return walk(inner.data);
			const { mode } = located.parse(field);
			const value = valueOf(field, given);
			const [key, isHidden] = [keyOf(field), isUnseen(field)];
			return [{ name, key, value, isHidden, mode, beside, of, isMail }];
		});
	}
}

/** The people whom a field names without an address. */
function peopleIn(
	{ name, key, value, of }: ToolField,
	given: Record<string, unknown>,
): NamedThing[] {
	const named = PEOPLE_FIELDS.includes(name) ? recipientsOrNames.safeParse(value).data : undefined;
	return (named ?? []).flatMap(({ isName, emailAddress: { address } }) =>
		isName
			? {
					kind: 'person',
					parameter: key ?? labelOf(name),
					mode: 'name',
					id: address,
					within: '',
					mailbox: mailboxOf(of, given),
					answers: 'nobody',
				}
			: [],
	);
}

/** The kind of thing whose ID a field holds, if it holds one; a `folder` of contacts is not looked up. */
function kindOf({ name, of, isMail }: ToolField): ThingKind | undefined {
	return !isMail || (of.resource === 'contact' && name === 'folder') ? undefined : ID_FIELDS[name];
}

/** The thing whose ID a field holds, if it holds one. */
function thingsIn(field: ToolField, given: Record<string, unknown>, call: string): NamedThing[] {
	const { name, beside, of } = field;
	const kind = kindOf(field);
	const isGiven = field.value !== undefined && field.value !== '';
	// Where the agent left out the mail or event to work on, the question has to say that it is unknown.
	const isMain = kind === 'email' || kind === 'event';
	const isMissed = field.key !== undefined && isMain && beside === of;
	if (kind === undefined || !(isGiven || isMissed)) return [];
	const isAnswered = of.operation === 'replyToEmail' && name === 'messageId' && beside === of;
	return [
		{
			kind,
			parameter: field.key ?? labelOf(name),
			mode: field.mode,
			id: toText(field.value).trim(),
			within: kind === 'attachment' ? toText(valueOf(beside.messageId, given) ?? '').trim() : '',
			mailbox: mailboxOf(of, given),
			answers: isAnswered ? answersOf(of, given) : 'nobody',
			sentBy: of.operation === 'sendDraft' ? call : undefined,
		},
	];
}
