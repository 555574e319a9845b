import type { DateTime } from 'luxon';
import { z } from 'zod';
import { filterText } from './odata';

/**
 * When Exchange sends a mail that was handed over to it: until then it waits in Drafts. The second one says
 * so to clients. (PidTagDeferredSendTime, PidTagDeferredDeliveryTime; docs/graph.md 17)
 */
const SEND_TIME = 'SystemTime 0x3FEF';
const DELIVERY_TIME = 'SystemTime 0x000F';

const propertyShape = z.object({ id: z.string(), value: z.string() });

/** The properties with which a draft waits until a moment once it is sent. */
export function deferUntil(moment: DateTime<true>): Array<{ id: string; value: string }> {
	const value = moment.toUTC().toISO({ suppressMilliseconds: true });
	return [SEND_TIME, DELIVERY_TIME].map((id) => ({ id, value }));
}

/** When a draft that is made so leaves, in milliseconds since the epoch; undefined for one that leaves at once. */
export function sendTimeIn(properties: unknown): number | undefined {
	const made = z.object({ singleValueExtendedProperties: z.array(propertyShape) });
	const given = made.safeParse(properties).data?.singleValueExtendedProperties ?? [];
	return toTime(given.find(({ id }) => id === SEND_TIME)?.value);
}

/** The `$expand` of a request whose answer `sendTimeOf` reads. */
export const SEND_TIME_EXPAND = `singleValueExtendedProperties($filter=id eq ${filterText(SEND_TIME)})`;

/** Graph writes the ID of a property in its own way, so that no other property is asked for. */
export const deferralShape = z.object({
	isDraft: z.boolean().nullish(),
	singleValueExtendedProperties: z.array(propertyShape.pick({ value: true })).nullish(),
});

/**
 * When a draft is sent by itself, in milliseconds since the epoch; undefined for every other mail. That it
 * was handed over is not told: one that nobody did looks the same.
 */
export function sendTimeOf({
	isDraft,
	singleValueExtendedProperties,
}: z.output<typeof deferralShape>): number | undefined {
	return isDraft === false ? undefined : toTime(singleValueExtendedProperties?.[0]?.value);
}

function toTime(value: string | undefined): number | undefined {
	const time = Date.parse(value ?? '');
	return Number.isNaN(time) ? undefined : time;
}
