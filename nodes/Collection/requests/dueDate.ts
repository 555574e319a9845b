import type { DateTime } from 'luxon';
import { InvalidInput } from '../../shared/http/failures';
import { toDay } from '../../shared/text/moments';

/**
 * A date or a moment as the day it is in the workflow's time zone, `yyyy-mm-dd`: the contract's `due_date` goes out beside
 * the published reference's `due`.
 * @param run With the present moment, in the workflow's time zone.
 * @param rules With the stored name of the field, and what the collection of Allow Past Due Date is called.
 * @throws InvalidInput when it is no date, or a day before today unless that is allowed.
 */
export function toDueDate(
	text: string | undefined,
	{ now, timeZone }: { now: DateTime; timeZone: string },
	{ allowPast, field, collection }: { allowPast: boolean; field: string; collection: string },
): { due_date?: string; due?: string } {
	if (text === undefined) return {};
	const day = toDay(text, timeZone, field);
	const today = now.startOf('day');
	if (!allowPast && day < today) {
		throw new InvalidInput(
			'is in the past',
			field,
			`Choose today or later. A person can switch on Allow Past Due Date in ${collection}.`,
		);
	}
	const due = day.toISODate();
	return { due_date: due, due };
}
