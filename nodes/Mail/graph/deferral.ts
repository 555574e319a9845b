import type { DateTime } from 'luxon';
import { z } from 'zod';
import { recover } from '../../shared/http/failures';
import { isGone } from '../../shared/provider/failure';
import type { Shape } from '../../shared/provider/understand';
import type { Parts } from './odata';
import { expandProperty, selectOf } from './odata';
import { mailPath } from './paths';
import type { GraphClient } from './types';

/**
 * The properties that say when Exchange sends a mail that was handed over to it; the second one is for mail programs.
 * (PidTagDeferredSendTime, PidTagDeferredDeliveryTime; fact: deferred-send)
 */
const SEND_TIME = 'SystemTime 0x3FEF';
const DELIVERY_TIME = 'SystemTime 0x000F';

const propertyShape = z.object({ id: z.string(), value: z.string() });

/** The properties with which a draft waits until a moment once it is sent. */
export function deferUntil(moment: DateTime<true>): Array<{ id: string; value: string }> {
	return deferral(moment.toUTC().toISO({ suppressMilliseconds: true }));
}

/**
 * The same for a draft that is not to wait any more. How to delete a property is not documented; with a time that is
 * over, Exchange sends at once (fact: deferred-send).
 */
export const notDeferred = () => deferral('1970-01-01T00:00:00Z');

function deferral(value: string) {
	return [SEND_TIME, DELIVERY_TIME].map((id) => ({ id, value }));
}

/** When a draft with these properties leaves, in milliseconds since the epoch; undefined for one that leaves at once. */
export function sendTimeIn(properties: unknown): number | undefined {
	const made = z.object({ singleValueExtendedProperties: z.array(propertyShape) });
	const given = made.safeParse(properties).data?.singleValueExtendedProperties ?? [];
	return toTime(given.find(({ id }) => id === SEND_TIME)?.value);
}

/** The `$expand` of a request whose answer `sendTimeOf` reads. */
export const SEND_TIME_EXPAND = expandProperty(SEND_TIME);

/** Graph writes the ID of a property in its own way, so that no other one is asked for (fact: extended-properties). */
export const deferralShape = z.object({
	isDraft: z.boolean().nullish(),
	singleValueExtendedProperties: z.array(propertyShape.pick({ value: true })).nullish(),
});

/**
 * When a draft is sent by itself, in milliseconds since the epoch; undefined for every other mail. That it
 * was handed over is not told: one that nobody did looks the same.
 */
export function sendTimeOf(mail: z.output<typeof deferralShape>): number | undefined {
	return mail.isDraft === false ? undefined : deferredTo(mail);
}

/** The time until which a mail was deferred, in milliseconds since the epoch, also after it was sent; undefined for most. */
export function deferredTo(mail: z.output<typeof deferralShape>): number | undefined {
	return toTime(mail.singleValueExtendedProperties?.[0]?.value);
}

/**
 * All drafts that wait for their time, or that nobody handed over, with that time in milliseconds since the
 * epoch. They wait in Drafts or in the Outbox: both were seen (fact: deferred-place).
 * @param shape Reads what `deferralShape` reads, too.
 */
export async function listDeferred<T extends z.output<typeof deferralShape>>(
	graph: GraphClient,
	shape: Shape<T> & Parts,
): Promise<Array<{ draft: T; sendTime: number }>> {
	const $select = selectOf(shape, SEND_TIME_EXPAND);
	const query = { $select, $expand: SEND_TIME_EXPAND };
	const read = async (folder: string) =>
		await graph.list(mailPath`/mailFolders/${folder}/messages`, shape, { query });
	const outbox = read('outbox').catch(recover(isGone, () => []));
	const drafts = (await Promise.all([read('drafts'), outbox])).flat();
	return drafts.flatMap((draft) => {
		const sendTime = sendTimeOf(draft);
		return sendTime === undefined ? [] : [{ draft, sendTime }];
	});
}

/** A time in milliseconds since the epoch; undefined for a text that is none, and for that of `notDeferred`. */
function toTime(value: string | undefined): number | undefined {
	return Date.parse(value ?? '') || undefined;
}
