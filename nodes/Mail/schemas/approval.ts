import type { DateTime } from 'luxon';
import { z } from 'zod';
import { InvalidInput } from '../../shared/failures';
import { flag, optionalText } from '../../shared/inputSchemas';
import { moment, toMoment } from '../../shared/moments';

/** The fields of `approvalFields`. */
export const approvalInput = {
	responseType: z.enum(['approval', 'freeText']),
	approvalOptions: z
		.object({
			approveLabel: optionalText.transform((label) => label ?? 'Approve'),
			askReason: flag.default(true),
			declineLabel: optionalText.transform((label) => label ?? 'Decline'),
			approvalType: z.enum(['single', 'double']).default('double'),
		})
		.default({}),
};

const limit = z.object({
	limitType: z.enum(['afterTimeInterval', 'atSpecifiedTime']).default('afterTimeInterval'),
	resumeAmount: z.coerce.number().positive('must be more than 0').default(1),
	resumeUnit: z.enum(['minutes', 'hours', 'days']).default('hours'),
	maxDateAndTime: moment,
	unanswered: z.enum(['decline', 'input']).default('decline'),
});

/** The entry `limitWaitField`; undefined when there is no limit. */
export const limitWaitInput = z
	.object({ values: limit.optional() })
	.default({})
	.transform(({ values }) => values);

/**
 * The moment at which waiting ends.
 * @throws InvalidInput when it is missing or over already.
 */
export function toDeadline(
	{ limitType, resumeAmount, resumeUnit, maxDateAndTime }: z.output<typeof limit>,
	now: DateTime,
	zone: string,
): Date {
	if (limitType === 'afterTimeInterval') return now.plus({ [resumeUnit]: resumeAmount }).toJSDate();
	if (!maxDateAndTime) throw new InvalidInput('is required', 'maxDateAndTime');
	const deadline = toMoment(maxDateAndTime, zone, 'maxDateAndTime');
	if (deadline > now) return deadline.toJSDate();
	throw new InvalidInput('must be in the future', 'maxDateAndTime');
}
