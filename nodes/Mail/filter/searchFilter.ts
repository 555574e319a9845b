import type { Edit } from './error';
import { FilterFault, SearchFilterError } from './error';
import type { FilterNeeds } from './evaluate';
import { holds, needsOf } from './evaluate';
import type { FilterableMail } from './mail';
import type { FilterNode } from './parse';
import { parseFilter } from './parse';
import { MailView } from './preparedMail';

/** A search filter that can be evaluated. */
export interface SearchFilter {
	/** What it looks at beyond the fields that every message carries. */
	needs: FilterNeeds;
	/** Whether the mail is what the filter asks for; "today" and the like are relative to `now`, in UTC. */
	matches(mail: FilterableMail, now: Date | number): boolean;
}

/**
 * Reads a Search Filter: the provider's syntax (KQL for mail), evaluated here on each mail. Empty text
 * matches every mail.
 *
 * @throws {SearchFilterError} On anything that cannot be evaluated, with its position and, where
 * there is one, the nearest filter that can.
 */
export function parseSearchFilter(text: string): SearchFilter {
	const { node, fault } = read(text);
	if (fault) throw toSearchFilterError(text, fault);
	return {
		needs: node ? needsOf(node) : { body: false, attachments: false, size: false },
		matches: (mail, now) => !node || holds(node, new MailView(mail), Number(now)),
	};
}

function read(text: string): { node?: FilterNode; fault?: FilterFault } {
	try {
		return { node: parseFilter(text) };
	} catch (error) {
		return { fault: toFault(error) };
	}
}

function toFault(error: unknown): FilterFault {
	if (error instanceof FilterFault) return error;
	throw error;
}

/** How often a changed filter is read again in search of a valid one; keeps the time linear. */
const ATTEMPTS = 24;
/** Longest nearest form that the message repeats, in characters; the error carries it in full. */
const SHOWN_FORM = 120;

function toSearchFilterError(text: string, fault: FilterFault): SearchFilterError {
	const nearest = nearestValid(text, fault, { left: ATTEMPTS });
	const piece = nearest === undefined ? undefined : nearestPiece(text, fault, nearest);
	const advice = piece === undefined ? '' : ` Nearest valid form: ${piece}`;
	return new SearchFilterError(
		`Search Filter, position ${fault.position}: ${fault.message}${advice}`,
		fault.position,
		nearest,
	);
}

/** The filter after the first of the changes that makes it valid, if need be after further ones. */
function nearestValid(
	text: string,
	fault: FilterFault,
	attempts: { left: number },
): string | undefined {
	const failed: Array<{ changed: string; next: FilterFault }> = [];
	for (const edit of fault.edits) {
		const changed = applyEdit(text, edit);
		attempts.left -= 1;
		if (attempts.left < 0) return undefined;
		const next = faultOf(changed);
		if (!next) return changed.trim();
		failed.push({ changed, next });
	}
	for (const { changed, next } of failed) {
		const nearest = nearestValid(changed, next, attempts);
		if (nearest !== undefined) return nearest;
	}
	return undefined;
}

/** Why the changed text is no filter; an empty one would be, but says nothing of what was meant. */
function faultOf(text: string): FilterFault | undefined {
	const { node, fault } = read(text);
	return node ? undefined : (fault ?? new FilterFault('Nothing is left.', 0));
}

/** The changed piece, where it is valid by itself; otherwise the whole filter, where it is short. */
function nearestPiece(text: string, fault: FilterFault, nearest: string): string | undefined {
	const used = fault.edits.find((edit) => applyEdit(text, edit).trim() === nearest);
	const form = used && !faultOf(used.text) ? used.text : nearest;
	return form.length <= SHOWN_FORM ? form : undefined;
}

/** What is taken away takes the blank beside it along. */
function applyEdit(text: string, { start, end, text: replacement }: Edit): string {
	const before = text.slice(0, start);
	const after = text.slice(end);
	if (replacement !== '') return before + replacement + after;
	if (/(?:^|\()$/.test(before)) return before + after.trimStart();
	return (/^[\s)]/.test(after) ? before.trimEnd() : before) + after;
}
