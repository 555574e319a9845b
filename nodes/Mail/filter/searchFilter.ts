/**
 * The search language of the Mail Trigger: the provider's syntax (KQL for mail), evaluated on one mail
 * at a time. The text becomes tokens (`tokens`), a tree (`parse`) and conditions (`conditions`); a mail
 * is made ready for comparing once (`preparedMail`). What cannot be evaluated is refused, never ignored,
 * and where only its spelling is wrong, the refusal carries the right one (`repairs`). Nothing in this
 * folder knows Graph or the trigger: it gets a `FilterableMail`, and says which parts of it a filter reads.
 */
import type { Condition } from './conditions';
import type { FilterableMail, MailPart } from './mail';
import { MAX_LENGTH, parseFilter } from './parse';
import { PreparedMail } from './preparedMail';
import type { Repair } from './repairs';
import { applyRepairs, firstOf, toRefusal } from './repairs';

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
	const condition = read(text);
	return {
		needs: new Set(condition?.reads),
		matches: (mail, now) => condition?.holds(new PreparedMail(mail), Number(now)) ?? true,
		unmet: (mail, now) =>
			condition ? unmetOf(condition, new PreparedMail(mail), Number(now)) : [],
	};
}

function read(text: string): Condition | undefined {
	const repairs: Repair[] = [];
	try {
		const condition = parseFilter(text, repairs);
		if (repairs.length === 0) return condition;
	} catch (error) {
		throw firstOf(error, repairs);
	}
	const proposal = applyRepairs(text, repairs);
	throw toRefusal(repairs, proposal.length > MAX_LENGTH ? undefined : proposal);
}

function unmetOf(condition: Condition, mail: PreparedMail, now: number): string[] {
	if (condition.all) return condition.all.flatMap((part) => unmetOf(part, mail, now));
	return condition.holds(mail, now) ? [] : [condition.written];
}
