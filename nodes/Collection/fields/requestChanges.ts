import type { DateTime } from 'luxon';
import type { InputOf } from '../../shared/step/field';
import { byModel, changed, collection } from '../../shared/step/field';
import { moment, text } from '../../shared/step/fieldKinds';
import { rawText } from '../../shared/step/inputSchemas';
import { day } from '../../shared/text/moments';
import { textsOrRecords } from '../clients/references';
import { toDueDate } from '../requests/dueDate';
import { allowPastDueDate, requestSettings, schedule, toSettings } from './requestSettings';

export const requestChanges = [
	text('newName', 'New Name', 'Name to change to. Leave empty to keep the present one.', {
		placeholder: 'e.g. Onboarding - Contoso',
		byModel: 'New name; empty to keep it',
	}),
	byModel(
		moment(
			'newDueDate',
			'New Due Date',
			"Day to change to, as YYYY-MM-DD or any ISO date, in the workflow's time zone. Leave empty to keep the present one.",
			{ placeholder: 'e.g. 2026-12-01', input: day },
		),
		'New due date, as 2026-12-01; empty to keep it',
	),
	collection('changes', 'Changes', 'What else to change; only what is added here is changed', [
		allowPastDueDate,
		text(
			'clients',
			'Clients',
			'IDs of all clients the request is for, comma-separated; the first becomes the primary client',
			{
				placeholder: 'e.g. acc_Aa11Bb22Cc33Dd, acc_Ee44Ff55Gg66Hh',
				input: textsOrRecords('id')
					.refine(
						(ids) => !ids.some((id) => /[@\s]/.test(id)),
						'takes IDs, which Find Client returns',
					)
					.transform((ids) => (ids.length > 0 ? [...new Set(ids)] : undefined)),
			},
		),
		text(
			'instructions',
			'Instructions',
			'Text above the request, HTML allowed. An empty text hides it.',
			{
				typeOptions: { rows: 3 },
				placeholder: 'e.g. <p>Please answer by Friday.</p>',
				input: rawText.nullish().transform((given) => given ?? undefined),
			},
		),
		changed(schedule, {
			description:
				'The schedule of reminders that the client gets. By name, "None" switches reminders off.',
		}),
		...requestSettings,
	]),
] as const;

type RequestChanges = InputOf<typeof requestChanges>;

/** Tells whether anything is to be changed; Allow Past Due Date alone changes nothing. */
export function isChange({ newName, newDueDate, changes }: RequestChanges): boolean {
	const entries = Object.entries({ newName, newDueDate, ...changes });
	return entries.some(([name, value]) => name !== 'allowPastDueDate' && value !== undefined);
}

/**
 * The changes under the API's names; undefined ones are not made.
 * @throws InvalidInput when the due date is no date, or is past and may not be.
 */
export function toChanges(
	{ newName, newDueDate, changes }: RequestChanges,
	run: { now: DateTime; timeZone: string },
): Record<string, unknown> {
	const { allowPastDueDate: allowPast, clients, instructions } = changes;
	const rules = { allowPast, field: 'newDueDate', collection: 'Changes' };
	return {
		name: newName,
		...toDueDate(newDueDate, run, rules),
		...toSettings(changes),
		...(changes.schedule?.value.toLowerCase() === 'none' ? NO_SCHEDULE : {}),
		instruction_text: instructions,
		show_instruction: instructions === undefined ? undefined : instructions !== '',
		client_assignments_ids: clients?.map((id, index) => ({ account_id: id, primary: index === 0 })),
	};
}

/** A schedule is removed by null. */
const NO_SCHEDULE = { communication_template_id: null, communication_template_name: undefined };
