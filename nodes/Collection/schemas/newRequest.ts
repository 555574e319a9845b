import type { DateTime } from 'luxon';
import { z } from 'zod';
import { flag, optionalText, requiredText } from '../../shared/inputSchemas';
import { moment } from '../../shared/moments';
import type { RequestOrder } from '../requests';
import { toDueDate } from './dueDate';
import { optionalEmail } from './email';
import { clientInput } from './references';
import { requestSettings, toSettings } from './requestSettings';

/** What every new request needs, whatever it is made from. */
export const newRequestInput = z.object({
	client: clientInput,
	name: requiredText,
	dueDate: moment,
	sendToClient: flag,
	options: z
		.object({
			allowPastDueDate: flag,
			clientEmail: optionalEmail,
			clientFullName: optionalText,
			clientPhone: optionalText,
			companyName: optionalText,
		})
		.merge(requestSettings)
		.default({}),
});

/**
 * Requests of one client are created one after the other: the provider may create the client along with
 * the first one, and two of the same name could be taken for each other.
 */
export function requestKey({ client }: Pick<z.output<typeof newRequestInput>, 'client'>): string {
	return client.value.toLowerCase();
}

/** The new request as the API module takes it; a template or pages are still to be added. */
export function toOrder(
	{ client, name, dueDate, sendToClient, options }: z.output<typeof newRequestInput>,
	{ now, timeZone }: { now: DateTime; timeZone: string },
): RequestOrder {
	const { allowPastDueDate: allowPast, ...rest } = options;
	const { clientEmail, clientFullName, clientPhone, companyName } = rest;
	return {
		client,
		clientEmail,
		clientFullName,
		clientPhone,
		companyName,
		name,
		due: toDueDate(dueDate, { now, timeZone, allowPast, field: 'dueDate' }),
		draft: !sendToClient,
		settings: toSettings(rest),
	};
}
