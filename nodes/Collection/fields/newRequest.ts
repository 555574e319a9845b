import type { DateTime } from 'luxon';
import type { InputOf } from '../../shared/field';
import { collection, field } from '../../shared/field';
import { flag, optionalText, requiredText } from '../../shared/inputSchemas';
import { day } from '../../shared/moments';
import { toDueDate } from '../dueDate';
import { optionalEmail } from '../email';
import type { RequestOrder } from '../requests';
import type { client } from './client';
import { allowPastDueDate, requestSettings, schedule, toSettings } from './requestSettings';

export const requestName = field(
	{
		displayName: 'Name',
		name: 'name',
		type: 'string',
		required: true,
		default: '',
		placeholder: 'e.g. Onboarding - Contoso',
		description: 'Name of the request, as the client sees it',
	},
	requiredText,
);

/** How a new request goes out, whatever it is made from. */
export const delivery = [
	field(
		{
			displayName: 'Due Date (YYYY-MM-DD)',
			name: 'dueDate',
			type: 'dateTime',
			default: '',
			placeholder: 'e.g. 2026-12-01',
			description:
				"Day until which the client should answer, as YYYY-MM-DD or any ISO date, in the workflow's time zone. Leave empty for the account's default, 14 days from today.",
		},
		day,
	),
	field(
		{
			displayName: 'Send to Client',
			name: 'sendToClient',
			type: 'boolean',
			default: true,
			description:
				'Whether the client gets the request at once. Switch off to keep it as a draft that only the team sees.',
		},
		flag,
	),
	collection(
		{
			displayName: 'Options',
			name: 'options',
			placeholder: 'Add Option',
			description: 'Owner, folder, reminders, access and client details of the request',
		},
		[
			allowPastDueDate,
			field(
				{
					displayName: 'Client Email',
					name: 'clientEmail',
					type: 'string',
					placeholder: 'e.g. pat@example.com',
					default: '',
					description:
						'For safety: the request is refused when the chosen client has another email than this',
				},
				optionalEmail,
			),
			field(
				{
					displayName: 'Client Name',
					name: 'clientFullName',
					type: 'string',
					default: '',
					placeholder: 'e.g. Pat Doe',
					description:
						'Needed when the email is of a new client. Overwrites the name of a client that exists.',
				},
				optionalText,
			),
			field(
				{
					displayName: 'Client Phone',
					name: 'clientPhone',
					type: 'string',
					default: '',
					placeholder: 'e.g. +1 425 555 0100',
					description: 'Overwrites the phone of a client that exists',
				},
				optionalText,
			),
			schedule,
			field(
				{
					displayName: 'Company Name',
					name: 'companyName',
					type: 'string',
					default: '',
					placeholder: 'e.g. Contoso',
					description: 'Company to attach to the client; created when it is new',
				},
				optionalText,
			),
			...requestSettings,
		],
	),
] as const;

type NewRequest = InputOf<readonly [typeof client, typeof requestName, ...typeof delivery]>;

/**
 * Requests of one client are created one after the other: the provider may create the client along with
 * the first one, and two of the same name could be taken for each other.
 */
export function requestKey({ client: { value } }: Pick<NewRequest, 'client'>): string {
	return value.toLowerCase();
}

/**
 * The new request as the API takes it; a template or pages are still to be added. The contract's
 * `due_date` goes out beside the published reference's `due`.
 * @throws InvalidInput when the due date is no date, or is past and may not be.
 */
export function toOrder(
	{ client: chosen, name, dueDate, sendToClient, options }: NewRequest,
	{ now, timeZone }: { now: DateTime; timeZone: string },
): RequestOrder {
	const { allowPastDueDate: allowPast, clientEmail, clientFullName, clientPhone } = options;
	const due = toDueDate(dueDate, { now, timeZone, allowPast, field: 'dueDate' });
	return {
		client: chosen,
		clientEmail,
		body: {
			name,
			due_date: due,
			due,
			// Publishing is the sending: there is no other switch for it.
			status: sendToClient ? 'published' : 'draft',
			client_full_name: clientFullName,
			client_phone: clientPhone,
			company_name: options.companyName,
			...toSettings(options),
		},
	};
}
