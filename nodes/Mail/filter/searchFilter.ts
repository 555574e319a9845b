/**
 * The search language of the Mail Trigger: the provider's syntax (KQL for mail), evaluated on one mail
 * at a time. The text becomes tokens (`tokens`), a tree (`parse`) and conditions (`conditions`); a mail
 * is made ready for comparing once (`preparedMail`). What cannot be evaluated is refused, never ignored,
 * and where only its spelling is wrong, the refusal carries the right one (`repairs`). Nothing in this
 * folder knows Graph or the trigger: it gets a `FilterableMail`, and says which parts of it a filter reads.
 */
import type { FilterableMail, MailPart } from './mail';
import type { FilterNode } from './parse';
import { MAX_LENGTH, parseFilter } from './parse';
import { PreparedMail } from './preparedMail';
import type { Repair } from './repairs';
import { applyRepairs, firstOf, toRefusal } from './repairs';

/** A search filter that can be evaluated. */
export interface SearchFilter {
	/** The parts of a mail that it reads; the others may be left empty. */
	needs: ReadonlySet<MailPart>;
	/** Whether the mail is what the filter asks for; "today" and the like are relative to `now`, in UTC. */
	matches(mail: FilterableMail, now: Date | number): boolean;
	/** The conditions that the mail does not meet, of all that have to hold, as they are written. */
	unmet(mail: FilterableMail, now: Date | number): string[];
}

/**
 * Reads a Search Filter. Empty text matches every mail.
 *
 * @throws {SearchFilterError} On anything that cannot be evaluated, with its position and, where only
 * the spelling is wrong, with the filter that asks for the same.
 */
export function parseSearchFilter(text: string): SearchFilter {
	const node = read(text);
	return {
		needs: new Set(node && needsOf(node)),
		matches: (mail, now) => !node || holds(node, new PreparedMail(mail), Number(now)),
		unmet: (mail, now) => (node ? unmetOf(node, new PreparedMail(mail), Number(now)) : []),
	};
}

function read(text: string): FilterNode | undefined {
	const repairs: Repair[] = [];
	try {
		const node = parseFilter(text, repairs);
		if (repairs.length === 0) return node;
	} catch (error) {
		throw firstOf(error, repairs);
	}
	const proposal = applyRepairs(text, repairs);
	throw toRefusal(repairs, proposal.length > MAX_LENGTH ? undefined : proposal);
}

function needsOf(node: FilterNode): readonly MailPart[] {
	switch (node.kind) {
		case 'condition':
			return node.reads;
		case 'not':
			return needsOf(node.node);
		case 'and':
		case 'or':
			return node.nodes.flatMap(needsOf);
	}
}

function holds(node: FilterNode, mail: PreparedMail, now: number): boolean {
	switch (node.kind) {
		case 'condition':
			return node.holds(mail, now);
		case 'not':
			return !holds(node.node, mail, now);
		case 'and':
			return node.nodes.every((part) => holds(part, mail, now));
		case 'or':
			return node.nodes.some((part) => holds(part, mail, now));
	}
}

function unmetOf(node: FilterNode, mail: PreparedMail, now: number): string[] {
	const all = node.kind === 'and' || (node.kind === 'or' && node.nodes.length === 1);
	if (all) return node.nodes.flatMap((part) => unmetOf(part, mail, now));
	return holds(node, mail, now) ? [] : [written(node)];
}

function written(node: FilterNode): string {
	switch (node.kind) {
		case 'condition':
			return node.written;
		case 'not':
			return `NOT ${written(node.node)}`;
		case 'and':
		case 'or': {
			const parts = node.nodes.map(written);
			return parts.length === 1
				? parts.join('')
				: `(${parts.join(node.kind === 'and' ? ' AND ' : ' OR ')})`;
		}
	}
}
