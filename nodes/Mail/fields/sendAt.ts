import type { DateTime } from 'luxon';
import { byModel } from '../../shared/step/field';
import { moment } from '../../shared/step/fieldKinds';
import { laterTime } from '../graph/localZone';
import { timeZone } from './timeZone';

const sendAt = moment(
	'sendAt',
	'Send At',
	'When Microsoft sends the email, such as 2026-03-02T09:00; in the zone of the mailbox unless Time Zone says another',
	{ page: 'mail.md#schedule-email', narrows: true },
);

export const chosenByModel = byModel(
	sendAt,
	'When the email is sent, as 2026-03-02T09:00; in the zone of the mailbox unless it has an offset',
);

/** The options with which an answer leaves later. No model fills them: it would hold answers back without need. */
export const sendLater = [sendAt, timeZone] as const;

/** For steps that can leave the email in Drafts, too. */
export const sentOrSaved = {
	holds: ({ saveAsDraft, options }: { saveAsDraft: boolean; options: { sendAt?: string } }) =>
		!saveAsDraft || options.sendAt === undefined,
	field: 'saveAsDraft' as const,
	message: 'is on, and a draft is not sent at a time. Switch it off, or leave Send At empty.',
};

/** The moment that was entered among the options of a step, if one was. */
export async function chosenSendTime(
	context: Parameters<typeof laterTime>[0],
	options: { sendAt?: string; timeZone?: string },
): Promise<DateTime<true> | undefined> {
	if (options.sendAt === undefined) return undefined;
	return await toSendTime(context, options.sendAt, options.timeZone);
}

/**
 * The moment that was entered.
 * @param chosen The zone that was chosen for the step.
 * @throws InvalidInput for a day without a time, and for what is over: Exchange would send at once.
 */
export async function toSendTime(
	context: Parameters<typeof laterTime>[0],
	given: string,
	chosen: string | undefined,
): Promise<DateTime<true>> {
	return await laterTime(context, given, {
		field: 'sendAt',
		zone: chosen,
		hint: 'Give a later time. To send immediately, use Send Email for a new email; elsewhere leave it empty.',
	});
}
