import { readAddress } from './addresses';
import { readChoice } from './choices';
import { readDate } from './dates';
import { SearchFilterError, shown } from './error';
import type { MailPart } from './mail';
import type { PreparedMail } from './preparedMail';
import { ANYWHERE } from './preparedMail';
import type { Operator, Property } from './properties';
import type { Repair } from './repairs';
import { toRepair } from './repairs';
import { readSize } from './sizes';
import { toHalfWidth } from './spellings';
import type { Value } from './token';
import { readWords } from './words';

/** A condition on a mail: one property compared with one value, or several conditions joined. */
export interface Condition {
	/** The parts of a mail that it looks at. */
	reads: readonly MailPart[];
	/** The piece of the filter that it is. */
	written: string;
	/** `now` in milliseconds since the epoch. */
	holds(mail: PreparedMail, now: number): boolean;
	/** The conditions that it joins by AND; missing for any other condition. */
	all?: Condition[];
}

/** The condition that all of these hold, or one of them. */
export function join(kind: 'and' | 'or', conditions: Condition[]): Condition {
	const [only, ...others] = conditions;
	if (only && others.length === 0) return only;
	const isAll = kind === 'and';
	return {
		reads: conditions.flatMap(({ reads }) => reads),
		written: `(${conditions.map(({ written }) => written).join(isAll ? ' AND ' : ' OR ')})`,
		holds: (mail, now) =>
			isAll
				? conditions.every((condition) => condition.holds(mail, now))
				: conditions.some((condition) => condition.holds(mail, now)),
		all: isAll ? conditions : undefined,
	};
}

/** The condition that this one does not hold. */
export function negate(condition: Condition): Condition {
	const { reads, written } = condition;
	return { reads, written: `NOT ${written}`, holds: (mail, now) => !condition.holds(mail, now) };
}

interface Restriction {
	/** Missing for a word that stands alone. */
	property: Property | undefined;
	operator: Operator;
	value: Value;
	written: string;
}

/**
 * The condition that a property, or none, with a value stands for.
 *
 * @throws {SearchFilterError} Where the property cannot be compared in that way or with that value.
 */
export function toCondition(restriction: Restriction, repairs: Repair[]): Condition {
	const { property, operator, value, written } = restriction;
	if (!property) {
		const words = readWords(value);
		return { written, reads: ANYWHERE, holds: (mail) => mail.holdsAnywhere(words) };
	}
	const isMeasured = property.kind === 'date' || property.kind === 'size';
	if (!isMeasured && operator !== ':' && operator !== '=') {
		const reason = `${property.name} can be compared with : only, not with ${operator}.`;
		throw new SearchFilterError(reason, value.start - operator.length);
	}
	const holds = toTest(property, operator, value, repairs);
	return { written, reads: property.reads, holds };
}

function toTest(
	property: Property,
	operator: Operator,
	value: Value,
	repairs: Repair[],
): Condition['holds'] {
	switch (property.kind) {
		case 'text': {
			const words = readWords(value);
			return (mail) => mail.holdsWords(property.reads[0], words);
		}
		case 'address': {
			const isWanted = readAddress(value);
			return (mail) => mail.addresses(property.reads).some(isWanted);
		}
		case 'date': {
			const isWanted = readDate(operator, inHalfWidth(value, repairs));
			return (mail, now) => {
				const time = mail.time(property.reads[0]);
				return time !== undefined && isWanted(time, now);
			};
		}
		case 'size': {
			const isWanted = readSize(operator, value, repairs);
			return ({ mail }) => isWanted(mail.size);
		}
		case 'choice': {
			const isWanted = readChoice(inHalfWidth(value, repairs), property);
			return ({ mail }) => isWanted(mail);
		}
	}
}

/** A value that is no text to look for: full width is a spelling of it. */
function inHalfWidth(value: Value, repairs: Repair[]): Value {
	const text = toHalfWidth(value.text);
	if (text === value.text) return value;
	const start = value.start + (value.quoted ? 1 : 0);
	const reason = `${shown(value.text)} has to be written in half width.`;
	repairs.push(toRepair(reason, { start, end: start + text.length }, text));
	return { ...value, text };
}
