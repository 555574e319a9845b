import { z } from 'zod';
import { optionalFlag, optionalText } from '../../shared/inputSchemas';
import { moment, toMoment } from '../../shared/moments';
import type { MessageConditions } from '../email/messageSearch';
import { choice } from './choice';

/** The entries of `conditionFields`. */
export const conditionsInput = z.object({
	bodyWords: optionalText,
	conversationId: optionalText,
	from: optionalText,
	hasAttachments: optionalFlag,
	importance: choice(['low', 'normal', 'high']),
	label: optionalText,
	readStatus: choice(['read', 'unread']),
	receivedAfter: moment,
	receivedBefore: moment,
	subject: optionalText,
	to: optionalText,
});

/**
 * The conditions with their times read.
 * @throws InvalidInput when a time is none.
 */
export function toConditions(
	{ readStatus, receivedAfter, receivedBefore, ...rest }: z.output<typeof conditionsInput>,
	zone: string,
): MessageConditions {
	return {
		...rest,
		isRead: readStatus === undefined ? undefined : readStatus === 'read',
		receivedAfter: receivedAfter ? toMoment(receivedAfter, zone, 'receivedAfter') : undefined,
		receivedBefore: receivedBefore ? toMoment(receivedBefore, zone, 'receivedBefore') : undefined,
	};
}
