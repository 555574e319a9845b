import { z } from 'zod';
import {
	optionalFlag,
	optionalText,
	rawText,
	textList,
	wholeNumber,
} from '../../shared/inputSchemas';
import { moment } from '../../shared/moments';
import { DAYS, FREQUENCIES, WEEKS } from '../calendar/recurrence';
import { recipients } from '../email/recipients';
import { otherAttachments } from './attachments';
import { choice } from './choice';
import { timeZoneInput } from './timeZone';

/** How an event repeats, as `recurrenceField` holds it; undefined when it does not. */
const recurrenceInput = z
	.object({
		pattern: z
			.object({
				frequency: z.enum(FREQUENCIES).default('weekly'),
				interval: wholeNumber({ min: 1 }).transform((given) => given ?? 1),
				daysOfWeek: textList.pipe(z.array(z.enum(DAYS))),
				week: choice(WEEKS),
				ends: z.enum(['never', 'onDate', 'afterCount']).default('never'),
				endDate: moment,
				count: wholeNumber({ min: 1 }),
			})
			.optional(),
	})
	.nullish()
	.transform((given) => given?.pattern);

/** The entries of `eventOptionFields`, and the others that new and changed events have. */
export const eventOptionsInput = {
	allowNewTimeProposals: optionalFlag,
	attachments: textList,
	bodyFormat: choice(['auto', 'html', 'text']).transform((format) => format ?? 'auto'),
	hideAttendees: optionalFlag,
	importance: choice(['low', 'normal', 'high']),
	labels: textList,
	optionalAttendees: recipients,
	otherAttachments,
	recurrence: recurrenceInput,
	reminder: wholeNumber({ min: -1 }),
	requestResponses: optionalFlag,
	rooms: recipients,
	sensitivity: choice(['normal', 'personal', 'private', 'confidential']),
	showAs: choice(['free', 'tentative', 'busy', 'oof', 'workingElsewhere']),
	timeZone: timeZoneInput,
};

/** What stands at top level of new and changed events, beside their start. */
export const eventInput = {
	subject: optionalText,
	end: moment.pipe(z.string().optional()),
	attendees: recipients,
	location: optionalText,
	body: rawText,
};
