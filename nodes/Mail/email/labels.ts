import { z } from 'zod';
import { explain, InvalidInput, recover, rethrow, undefinedOn } from '../../shared/http/failures';
import { despiteConflicts } from '../../shared/provider/conflicts';
import { rememberPerRun } from '../../shared/provider/perRun';
import { anything } from '../../shared/provider/understand';
import { nearest } from '../../shared/text/nearest';
import { normalizeText } from '../../shared/text/normalizeText';
import { howToAdd, READS_SETTINGS } from '../failureTexts';
import { mailPath } from '../graph/paths';
import { isClash } from '../graph/saveConflicts';
import type { GraphClient } from '../graph/types';
import { unlessChanged, versionShape } from '../graph/unlessChanged';
import { messageShape } from './message';

/** A label of the mailbox's own list: https://learn.microsoft.com/graph/api/resources/outlookcategory */
const labelShape = z.object({
	id: z.string(),
	/** Empty for one without a name, which no mail can carry. */
	displayName: z
		.string()
		.nullish()
		.transform((name) => name ?? ''),
	color: z.string().nullish(),
});
export type Label = z.infer<typeof labelShape>;

export const labelItem = z.object({
	name: z.string(),
	color: z.string().optional(),
	id: z.string(),
});

export const labelledItem = z.object({ labels: z.array(z.string()), id: z.string() });

const labelled = messageShape.pick({ categories: true }).merge(versionShape);

/** How many names a refusal suggests. */
const MAX_SUGGESTIONS = 5;
/** How many names are listed: a few lines of a panel. */
const MAX_LISTED = 25;

/** What a refusal of the list means (fact: others-categories, fact: categories-whole). */
const LIST_HINT = `${READS_SETTINGS} To an account that signs in, Microsoft shows the list of its own mailbox alone. In another mailbox, enter the label by its name: emails take any.`;

/** All labels of the mailbox, in one request, once in a run. */
export const readLabels = rememberPerRun(
	async (graph: GraphClient): Promise<Label[]> =>
		await graph
			.list(mailPath`/outlook/masterCategories`, labelShape)
			.catch(explain({ forbidden: LIST_HINT })),
);

interface KnownLabel {
	displayName: string;
	/** The request that creates it, where an item of this run sent one; other items wait for it, too. */
	creation?: Promise<Label>;
}

/** The labels of the mailbox by `labelKey`, read once in a run; undefined where the account may not see them. */
const knownLabels = rememberPerRun(
	async (graph: GraphClient): Promise<Map<string, KnownLabel> | undefined> => {
		// Shared mailboxes refuse their list, yet take any name.
		const labels = await readLabels(graph).catch(undefinedOn('forbidden'));
		return labels && byKey(labels);
	},
);

function byKey(labels: KnownLabel[]): Map<string, KnownLabel> {
	return new Map(labels.map((label) => [labelKey(label.displayName), label]));
}

/**
 * The names as the mailbox spells them, each once.
 * @param createMissing Puts names that the mailbox does not know on its list, instead of refusing.
 * @param present The labels of the mail, which need not be on the list: Graph takes any name.
 * @throws InvalidInput for an unknown name, with the names nearest to it.
 */
export async function resolveLabels(
	graph: GraphClient,
	names: string[],
	createMissing: boolean,
	present: string[] = [],
): Promise<string[]> {
	const known = await knownLabels(graph);
	if (!known) return names;
	const onMail = byKey(createMissing ? [] : present.map((displayName) => ({ displayName })));
	const labels = names.map((name) => {
		const key = labelKey(name);
		const label = known.get(key) ?? onMail.get(key);
		if (label) return label;
		if (!createMissing) throw unknownLabel(name, known);
		// Safe to repeat after a lost answer: for a label that is there, Graph answers with a conflict.
		const creation = postLabel(graph, { displayName: name, color: 'none' }, true).catch(
			recover(isClash, (): Label => ({ id: '', displayName: name })),
		);
		const created = { displayName: name, creation };
		known.set(key, created);
		creation.catch(() => known.delete(key));
		return created;
	});
	const spelled = labels.map(async (label) => (await (label.creation ?? label)).displayName);
	return [...new Set(await Promise.all(spelled))];
}

/**
 * Puts a label on the mailbox's list; the request may be refused because the label is there.
 * @param repeatable Sent again after a lost answer.
 */
export async function postLabel(
	graph: GraphClient,
	label: { displayName: string; color: string },
	repeatable = false,
): Promise<Label> {
	const path = mailPath`/outlook/masterCategories`;
	return await graph
		.post(path, label, labelShape, { repeatable })
		.catch(
			rethrow('forbidden', (failure) =>
				failure
					.inWords('The account may not change the list of labels')
					.withHint(
						howToAdd(
							'MailboxSettings.ReadWrite',
							'Labels of a shared mailbox can only be created by its owner, or with App-Only access.',
						),
					),
			),
		);
}

/**
 * Changes the labels of a mail: reads them, applies `change` and writes them back, as no call adds a single one
 * (fact: categories-whole). Nothing is written when nothing changes. After a conflict it reads again.
 * @returns the labels the mail has now.
 * @see https://learn.microsoft.com/graph/api/message-update
 */
async function changeLabels(
	graph: GraphClient,
	messageId: string,
	change: (labels: string[]) => string[] | Promise<string[]>,
): Promise<string[]> {
	const path = mailPath`/messages/${messageId}`;
	return await despiteConflicts(async (tries) => {
		const mail = await graph.part(path, labelled);
		const present = mail.categories ?? [];
		const changed = await change(present);
		const before = new Set(present);
		if (changed.length === present.length && changed.every((label) => before.has(label))) {
			return present;
		}
		await graph.patch(path, { categories: changed }, anything, {
			headers: unlessChanged(mail, tries),
		});
		return changed;
	});
}

/**
 * Adds labels to a mail and keeps those it has.
 * @param label Its `names`; `fromList` where these were just read from the mailbox's list.
 * @throws InvalidInput for a name that the mailbox does not know, unless `createMissing`.
 * @returns the labels the mail has now.
 */
export async function addLabels(
	graph: GraphClient,
	messageId: string,
	{ names, fromList }: { names: string[]; fromList: boolean },
	createMissing: boolean,
): Promise<string[]> {
	return await changeLabels(graph, messageId, async (present) =>
		withLabels(
			present,
			fromList ? names : await resolveLabels(graph, names, createMissing, present),
		),
	);
}

/** Removes labels from a mail; one that it does not have is no error. Returns those it has now. */
export async function removeLabels(
	graph: GraphClient,
	messageId: string,
	removed: string[],
): Promise<string[]> {
	return await changeLabels(graph, messageId, (present) => withoutLabels(present, removed));
}

/** The labels with those of `added` that are not among them; each of these once. */
export function withLabels(labels: string[], added: string[]): string[] {
	const there = new Set(labels.map(labelKey));
	const isNew = (name: string) => {
		const before = there.size;
		return there.add(labelKey(name)).size > before;
	};
	return [...labels, ...added.filter(isNew)];
}

/** The labels that are not among those of `removed`. */
export function withoutLabels(labels: string[], removed: string[]): string[] {
	const keys = new Set(removed.map(labelKey));
	return labels.filter((name) => !keys.has(labelKey(name)));
}

/** A name as Outlook compares labels: only a difference in case does not matter, in any language. */
export function labelKey(name: string): string {
	return normalizeText(name, 'NFC').toLowerCase();
}

/**
 * What to say where no mail carries one of the labels: which of them the mailbox does not have, and what it has.
 * Undefined where it has them all, and where it does not tell.
 */
export async function explainMissing(
	graph: GraphClient,
	labels: string[],
): Promise<string | undefined> {
	// The search is done: that it cannot be explained is no reason to fail.
	const known = await knownLabels(graph).catch(undefinedOn('any'));
	const missing = labels.find((label) => known?.has(labelKey(label)) === false);
	if (!known || missing === undefined) return undefined;
	const names = namesOf(known);
	const more = names.length > MAX_LISTED ? ', and more' : '';
	const has = names.length > 0 ? names.slice(0, MAX_LISTED).join(', ') : 'none';
	return `The mailbox has no label "${missing}". Its labels: ${has}${more}.`;
}

/** The names that a mail can carry. */
function namesOf(known: ReadonlyMap<string, KnownLabel>): string[] {
	return [...known.values()].map(({ displayName }) => displayName).filter((name) => name !== '');
}

/** It names the scope, as no permission set of the credential includes it. */
const HOW_TO_CREATE =
	'create it in Outlook, or with Create Label. A person can switch on Create Missing Labels. The step and the switch need the scope MailboxSettings.ReadWrite.';

function unknownLabel(name: string, known: ReadonlyMap<string, KnownLabel>): InvalidInput {
	const near = nearest(name, namesOf(known), String).slice(0, MAX_SUGGESTIONS);
	return new InvalidInput(
		`The mailbox has no label "${name}"`,
		'label',
		near.length > 0
			? `Nearest: ${near.join(', ')}. Or ${HOW_TO_CREATE}`
			: `The mailbox has no labels yet: ${HOW_TO_CREATE}`,
	);
}
