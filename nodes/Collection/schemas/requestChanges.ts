import type { DateTime } from 'luxon';
import { z } from 'zod';
import { optionalFlag, rawText, textList } from '../../shared/inputSchemas';
import { toDueDate } from './dueDate';
import { requestSettings, toSettings } from './requestSettings';

/** Changes to a request beside name and due date. */
export const requestChanges = z
	.object({
		allowPastDueDate: optionalFlag,
		// An empty list would take the request away from everybody.
		clients: textList.transform((ids) => (ids.length > 0 ? ids : undefined)),
		instructions: rawText.optional(),
	})
	.merge(requestSettings)
	.default({});

/** Tells whether anything is to be changed; Allow Past Due Date alone changes nothing. */
export function isChange(changes: z.output<typeof requestChanges>): boolean {
	return Object.entries(changes).some(
		([name, value]) => name !== 'allowPastDueDate' && value !== undefined,
	);
}

interface RequestChangesInput {
	newName?: string;
	newDueDate?: string;
	changes: z.output<typeof requestChanges>;
}

/** The changes under the API's names; undefined ones are not made. */
export function toChanges(
	{ newName, newDueDate, changes }: RequestChangesInput,
	now: DateTime,
	timeZone: string,
): Record<string, unknown> {
	const { allowPastDueDate: allowPast = false, clients, instructions } = changes;
	const due = toDueDate(newDueDate, { now, timeZone, allowPast, field: 'newDueDate' });
	return {
		name: newName,
		due_date: due,
		due,
		...toSettings(changes),
		...(changes.schedule?.value.toLowerCase() === 'none' ? NO_SCHEDULE : {}),
		instruction_text: instructions,
		show_instruction: instructions === undefined ? undefined : instructions !== '',
		client_assignments_ids: clients?.map((id, index) => ({ account_id: id, primary: index === 0 })),
	};
}

/** A schedule is removed by null. */
const NO_SCHEDULE = { communication_template_id: null, communication_template_name: undefined };
