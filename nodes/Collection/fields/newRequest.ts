import type { DateTime } from 'luxon';
import type { InputOf } from '../../shared/step/field';
import { byModel, narrowing, optionsOf, required } from '../../shared/step/field';
import { moment, text, toggle } from '../../shared/step/fieldKinds';
import { day } from '../../shared/text/moments';
import { optionalEmail } from '../clients/email';
import { toDueDate } from '../requests/dueDate';
import type { RequestOrder } from '../requests/requests';
import type { client } from './client';
import {
	allowPastDueDate,
	comments,
	folder,
	owner,
	passcode,
	schedule,
	shareViaLink,
	toSettings,
} from './requestSettings';

export const requestName = byModel(
	required(
		text('name', 'Name', 'Name of the request, as the client sees it', 'e.g. Onboarding - Contoso'),
	),
);

/** How a new request goes out, whatever it is made from. */
export const delivery = [
	narrowing(
		byModel(
			moment(
				'dueDate',
				'Due Date',
				"Day until which the client should answer, as YYYY-MM-DD or any ISO date, in the workflow's time zone. Leave empty for the account's default, 14 days from today.",
				{ placeholder: 'e.g. 2026-12-01', input: day },
			),
			"Day until which the client should answer, as 2026-12-01; empty for the account's default",
		),
	),
	toggle(
		'sendToClient',
		'Send to Client',
		'Whether the client gets the request immediately. Switch off to keep it as a draft that only the team sees.',
		{ default: true, narrows: true },
	),
	optionsOf('Owner, folder, reminders, access and client details of the request', [
		allowPastDueDate,
		text(
			'clientEmail',
			'Client Email',
			'For safety: the request is refused when the chosen client has another email than this',
			{ placeholder: 'e.g. pat@example.com', input: optionalEmail, narrows: true },
		),
		text(
			'clientFullName',
			'Client Name',
			'Needed when the email is of a new client. Overwrites the name of a client that exists.',
			'e.g. Pat Doe',
		),
		text(
			'clientPhone',
			'Client Phone',
			'Overwrites the phone of a client that exists',
			'e.g. +1 425 555 0100',
		),
		narrowing(schedule),
		narrowing(passcode),
		narrowing(shareViaLink),
		text(
			'companyName',
			'Company Name',
			'Company to attach to the client; created when it is new',
			'e.g. Contoso',
		),
		comments,
		narrowing(folder),
		narrowing(owner),
	]),
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
 * The new request as the API takes it; a template or pages are still to be added.
 * @throws InvalidInput when the due date is no date, or is past and may not be.
 */
export function toOrder(
	{ client: chosen, name, dueDate, sendToClient, options }: NewRequest,
	run: { now: DateTime; timeZone: string },
): RequestOrder {
	const { allowPastDueDate: allowPast, clientEmail, clientFullName, clientPhone } = options;
	return {
		client: chosen,
		clientEmail,
		body: {
			name,
			...toDueDate(dueDate, run, { allowPast, field: 'dueDate', collection: 'Options' }),
			// Publishing is the sending: there is no other switch for it.
			status: sendToClient ? 'published' : 'draft',
			client_full_name: clientFullName,
			client_phone: clientPhone,
			company_name: options.companyName,
			...toSettings(options),
		},
	};
}
