import type { MessageRule } from '@microsoft/microsoft-graph-types';
import type { IDataObject } from 'n8n-workflow';
import { z } from 'zod';
import { explain, InvalidInput } from '../../shared/http/failures';
import { anyObject } from '../../shared/provider/understand';
import type { Locator } from '../../shared/step/inputSchemas';
import { resolveFolder } from '../email/folders';
import { emailAddressShape, toAddresses } from '../email/message';
import { isWellKnownFolder } from '../email/wellKnownFolders';
import { deleteOnce } from '../graph/deleteOnce';
import { identified } from '../graph/pages';
import { mailPath } from '../graph/paths';
import type { GraphClient } from '../graph/types';
import { explainChanging, explainReading } from './access';

/** Rules exist for the Inbox alone: https://learn.microsoft.com/graph/api/resources/messagerule */
const RULES = mailPath`/mailFolders/inbox/messageRules`;
const rulePath = (id: string) => mailPath`/mailFolders/inbox/messageRules/${id}`;

const part = anyObject.nullish();
const ruleShape = z.object({
	id: z.string(),
	displayName: z.string().nullish(),
	sequence: z.number().nullish(),
	isEnabled: z.boolean().nullish(),
	hasError: z.boolean().nullish(),
	isReadOnly: z.boolean().nullish(),
	conditions: part,
	exceptions: part,
	actions: part,
});
type Rule = z.output<typeof ruleShape>;

/** A rule as steps put it out; conditions, exceptions and actions by Graph's names, without what is empty. */
export const ruleItem = z.object({
	name: z.string(),
	enabled: z.boolean(),
	order: z.number().optional(),
	/** Graph does not say what it does: Outlook knows conditions and actions that Graph does not. */
	unknown: z.literal(true).optional(),
	conditions: z.record(z.unknown()),
	exceptions: z.record(z.unknown()),
	actions: z.record(z.unknown()),
	/** Whom it passes emails on to: addresses, or names where it has no address; missing where `unknown`. */
	forwardsTo: z.array(z.string()).optional(),
	readOnly: z.literal(true).optional(),
	hasError: z.literal(true).optional(),
	id: z.string(),
});

/** Actions that pass an email on: https://learn.microsoft.com/graph/api/resources/messageruleactions */
const FORWARDS = ['forwardTo', 'forwardAsAttachmentTo', 'redirectTo'] as const;

/** The rules of the Inbox, in the order in which they run. */
export async function readRules(graph: GraphClient): Promise<Rule[]> {
	const rules = await graph
		.list(RULES, ruleShape, { query: { $top: undefined } })
		.catch(explainReading);
	return rules.sort((one, other) => (one.sequence ?? 0) - (other.sequence ?? 0));
}

/**
 * Makes a rule. After a lost answer the request is not repeated, as it could make a second one.
 * @see https://learn.microsoft.com/graph/api/mailfolder-post-messagerules
 */
export async function postRule(graph: GraphClient, rule: MessageRule): Promise<Rule> {
	return await graph.post(RULES, rule, ruleShape).catch(explainChanging);
}

const KEEP_ONE = {
	conditions:
		'The rule would be for every incoming email. Keep one. A person can make such a rule by Create Rule and Every Email.',
	actions: 'Keep one. Status switches the rule off, and Delete Rule deletes it.',
};

/**
 * Changes a rule. A PATCH replaces all conditions, exceptions or actions at once (fact: rules-inbox), so that the rule is
 * read and the given ones are merged into it by name. A given one that is empty or off is taken out.
 * @throws InvalidInput where no rule has the ID, or Graph cannot change it, and where no condition or no action is left.
 * @see https://learn.microsoft.com/graph/api/messagerule-update
 */
export async function patchRule(
	graph: GraphClient,
	id: string,
	{ conditions, exceptions, actions, ...given }: MessageRule,
): Promise<Rule> {
	const rule = (await readRules(graph)).find((known) => known.id === id);
	if (!rule) throw new InvalidInput('is none of the Inbox', 'rule', 'List Rules has the IDs.');
	if (rule.isReadOnly) {
		throw new InvalidInput('can only be changed in Outlook', 'rule', 'Graph cannot describe it.');
	}
	const merged = (old: Rule['actions'], added?: object | null) => {
		const given = Object.entries(added ?? {}).filter(([, value]) => value !== undefined);
		if (given.length === 0) return undefined;
		return said({ ...withoutNotes(old ?? {}), ...Object.fromEntries(given) });
	};
	const changes = {
		...given,
		conditions: merged(rule.conditions, conditions),
		exceptions: merged(rule.exceptions, exceptions),
		actions: merged(rule.actions, actions),
	};
	const isNone = (part: object) => Object.keys(part).length === 0;
	const emptied = (['conditions', 'actions'] as const).find(
		(part) => isNone(changes[part] ?? rule) && !isNone(filled(rule[part] ?? {})),
	);
	if (emptied) throw new InvalidInput('would be none any more', emptied, KEEP_ONE[emptied]);
	if (Object.values(changes).every((change) => change === undefined)) {
		throw new InvalidInput(
			'There is nothing to change',
			undefined,
			'Fill in what is to be different.',
		);
	}
	return await graph.patch(rulePath(id), changes, ruleShape).catch(explainChanging);
}

/** The folder as a rule takes it: by its ID. Whether rules take well-known names is not documented. */
export async function ruleFolder(graph: GraphClient, folder: Locator | '' | undefined) {
	if (!folder) return folder;
	const id = await resolveFolder(graph, folder, 'moveToFolder');
	if (!isWellKnownFolder(id)) return id;
	return (await graph.part(mailPath`/mailFolders/${id}`, identified)).id;
}

/** Deletes a rule. */
export async function removeRule(graph: GraphClient, id: string): Promise<void> {
	await deleteOnce(graph, rulePath(id), { repeatable: true })
		.catch(explainChanging)
		.catch(explain({ notFound: 'It may be deleted already: take the ID from List Rules.' }));
}

/** A rule as steps put it out. Rules of Outlook that Graph cannot describe come without actions, as `unknown`. */
export function toRuleJson(rule: Rule): z.output<typeof ruleItem> {
	const actions = rule.actions ?? {};
	const isUnknown = rule.isReadOnly === true && Object.keys(filled(actions)).length === 0;
	return {
		id: rule.id,
		name: rule.displayName ?? '',
		enabled: rule.isEnabled ?? false,
		order: rule.sequence ?? undefined,
		...(isUnknown
			? { unknown: true }
			: { forwardsTo: FORWARDS.flatMap((name) => addressesIn(actions[name])) }),
		conditions: filled(rule.conditions ?? {}),
		exceptions: filled(rule.exceptions ?? {}),
		actions: filled(actions),
		...(rule.isReadOnly && { readOnly: true }),
		...(rule.hasError && { hasError: true }),
	};
}

const people = z.array(z.object({ emailAddress: emailAddressShape }));

function addressesIn(given: unknown): string[] {
	return toAddresses(people.safeParse(given).data).map(({ address, name = '' }) => address || name);
}

/** The parts that are neither empty nor off, with people as every step puts them out. */
function filled(given: IDataObject): IDataObject {
	const shown = Object.entries(withoutNotes(given))
		.filter(isSaid)
		.map(([name, value]): [string, IDataObject[string]] => {
			const named = people.safeParse(value);
			return [name, named.success ? toAddresses(named.data) : value];
		});
	return Object.fromEntries(shown);
}

function isSaid([, value]: [string, unknown]): boolean {
	return Array.isArray(value) ? value.length > 0 : Boolean(value);
}

/** Conditions, exceptions or actions without what is empty or off. */
export function said(given: object): object {
	return Object.fromEntries(Object.entries(given).filter(isSaid));
}

/** Conditions, exceptions or actions of Graph without empty ones and OData annotations. */
function withoutNotes(given: IDataObject): IDataObject {
	const isOwn = ([name, value]: [string, unknown]) => value !== null && !name.includes('@');
	return Object.fromEntries(Object.entries(given).filter(isOwn));
}
