import { readAddress } from './addresses';
import { readChoice } from './choices';
import { readDate } from './dates';
import type { MailView } from './preparedMail';
import type { PropertyName } from './properties';
import type { Restriction } from './restriction';
import { valueFault, writtenName } from './restriction';
import { readSize } from './sizes';
import { readWords } from './texts';

/** One property of a mail compared with one value; `any` are from, subject and body together. */
export interface Condition {
	kind: 'condition';
	property: PropertyName | 'any';
	/** `now` in milliseconds since the epoch. */
	holds(mail: MailView, now: number): boolean;
}

/**
 * The condition that a restriction stands for.
 *
 * @throws {FilterFault} Where the property cannot be compared in that way or with that value.
 */
export function toCondition(restriction: Restriction): Condition {
	const { property } = restriction;
	if (!property) {
		const words = readWords(restriction);
		return { kind: 'condition', property: 'any', holds: (mail) => mail.holdsAnywhere(words) };
	}
	const { name } = property;
	if (property.kind !== 'date' && property.kind !== 'size') refuseComparison(restriction);
	return { kind: 'condition', property: name, holds: toTest(restriction, property) };
}

function toTest(
	restriction: Restriction,
	property: NonNullable<Restriction['property']>,
): Condition['holds'] {
	switch (property.kind) {
		case 'text': {
			const words = readWords(restriction);
			return (mail) => mail.holdsWords(property.name, words);
		}
		case 'address': {
			const isWanted = readAddress(restriction);
			return (mail) => mail.addresses(property.name).some(isWanted);
		}
		case 'date': {
			const isWanted = readDate(restriction);
			return (mail, now) => {
				const time = mail.time(property.name);
				return time !== undefined && isWanted(time, now);
			};
		}
		case 'size': {
			const isWanted = readSize(restriction);
			return ({ mail }) => mail.size !== undefined && isWanted(mail.size);
		}
		case 'choice': {
			const isWanted = readChoice(restriction, property);
			return ({ mail }) => isWanted(mail);
		}
	}
}

/** Comparisons are documented for dates and numbers only. */
function refuseComparison(restriction: Restriction): void {
	const { operator, value } = restriction;
	if (operator === ':' || operator === '=') return;
	const name = writtenName(restriction);
	const asked = `${name}:${value.quoted ? `"${value.text}"` : value.text}`;
	throw valueFault(restriction, `${name} can be compared with : only, not with ${operator}.`, {
		offset: -operator.length - (value.quoted ? 1 : 0),
		whole: [operator === '<>' ? `(NOT ${asked})` : asked],
	});
}
