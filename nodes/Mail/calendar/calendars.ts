import { z } from 'zod';
import { InvalidInput, rethrow, undefinedOn } from '../../shared/http/failures';
import { rememberPerRun } from '../../shared/provider/perRun';
import type { Locator } from '../../shared/step/inputSchemas';
import { isSameText } from '../../shared/text/sameText';
import { addressItem, emailAddressShape } from '../email/message';
import { EXCHANGE_ID } from '../graph/exchangeIds';
import { calendarPath, mailPath } from '../graph/paths';
import type { GraphClient } from '../graph/types';

/** https://learn.microsoft.com/graph/api/resources/calendar */
export const calendarShape = z.object({
	id: z.string(),
	name: z.string().nullish(),
	color: z.string().nullish(),
	isDefaultCalendar: z.boolean().nullish(),
	canEdit: z.boolean().nullish(),
	owner: emailAddressShape.nullish(),
});
export type Calendar = z.output<typeof calendarShape>;

/** How many names a refusal suggests. */
const MAX_SUGGESTIONS = 8;

/** All calendars of the mailbox, also those that others share with it. */
export async function readCalendars(graph: GraphClient): Promise<Calendar[]> {
	const query = { $select: Object.keys(calendarShape.shape).join(',') };
	return await graph.list(mailPath`/calendars`, calendarShape, { query });
}

/** For `catch`: adds a hint where a calendar takes no events, such as that of holidays (fact: calendar-fixed). */
export function explainFixed(graph: GraphClient, calendarId: string | undefined) {
	return rethrow('forbidden', async (failure) => {
		const asking = graph.part(calendarPath(calendarId), calendarShape);
		const calendar = await asking.catch(undefinedOn('any'));
		return calendar?.canEdit === false
			? failure.withHint(
					'This calendar can only be read: choose another calendar. Those of holidays and birthdays take no events; one that is shared needs a right to edit.',
				)
			: failure;
	});
}

/** A calendar as `toCalendarJson` puts it out. */
export const calendarItem = z.object({
	name: z.string(),
	color: z.string().optional(),
	isDefault: z.boolean().optional(),
	canEdit: z.boolean().optional(),
	owner: addressItem.optional(),
	id: z.string(),
});

/** A calendar as steps put it out. */
export function toCalendarJson({ id, name, color, isDefaultCalendar, canEdit, owner }: Calendar) {
	return {
		id,
		name: name ?? '',
		color: color ?? undefined,
		isDefault: isDefaultCalendar ?? undefined,
		canEdit: canEdit ?? undefined,
		owner: owner?.address ? { address: owner.address, name: owner.name ?? undefined } : undefined,
	};
}

/** The calendars of the mailbox, read once in a run. */
export const knownCalendars = rememberPerRun(readCalendars);

/**
 * The ID of the calendar that a locator names; undefined for none, which is the default calendar. An ID may stand in
 * place of a name: a language model has no other way to choose one of two that have the same name. A name in the place
 * of an ID is looked up, too, as that of a folder: List Events puts out names as `calendar`.
 * @throws InvalidInput when no calendar, or more than one, has the name.
 */
export async function resolveCalendar(
	graph: GraphClient,
	locator: Locator | undefined,
): Promise<string | undefined> {
	if (!locator) return undefined;
	const byName = locator.mode === 'name';
	if (!byName && EXCHANGE_ID.test(locator.value)) return locator.value;
	const calendars = await knownCalendars(graph);
	const found = calendars.filter(
		({ id, name }) => id === locator.value || isSameText(name, locator.value),
	);
	const [calendar] = found;
	if (calendar && found.length === 1) return calendar.id;
	if (!calendar && !byName) return locator.value;
	const names = calendars.slice(0, MAX_SUGGESTIONS).map(({ name }) => name ?? '');
	throw calendar
		? new InvalidInput(
				`There are ${found.length} calendars of this name`,
				'calendar',
				'Choose it from the list, or by the ID that List Calendars returns.',
			)
		: new InvalidInput(
				'The mailbox has no calendar of this name',
				'calendar',
				`It has: ${names.join(', ')}`,
			);
}
