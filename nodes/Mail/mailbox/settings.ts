import { z } from 'zod';
import { lenient } from '../../shared/provider/understand';
import { toWorkingHours, workingHoursItem, workingHoursShape } from '../calendar/workingHours';
import { mailPath } from '../graph/paths';
import type { GraphClient } from '../graph/types';
import { ianaOf } from '../graph/zones';
import { explainReading } from './access';

const text = z.string().nullish();

/** In both forms: `{ value }`, as Graph's page shows it, and a text, as mailboxes give it. */
const purpose = z
	.union([z.string(), z.object({ value: z.string() }).transform(({ value }) => value)])
	.nullish();

/** https://learn.microsoft.com/graph/api/resources/mailboxsettings */
const settingsShape = z.object({
	timeZone: text,
	language: z.object({ locale: text, displayName: text }).nullish(),
	dateFormat: text,
	timeFormat: text,
	workingHours: workingHoursShape.nullish(),
	userPurpose: purpose,
	delegateMeetingMessageDeliveryOptions: text,
});

/** What a mailbox is set to, as a step puts it out; what is empty is left to the language. */
export const settingsItem = z.object({
	timeZone: z.string().optional(),
	language: z.string().optional(),
	languageName: z.string().optional(),
	dateFormat: z.string().optional(),
	timeFormat: z.string().optional(),
	workingHours: workingHoursItem.optional(),
	purpose: z.string().optional(),
	meetingMessages: z.string().optional(),
});

/** The settings of the mailbox but for its automatic replies. */
export async function readSettings(graph: GraphClient): Promise<z.output<typeof settingsItem>> {
	const settings = await graph
		.get(mailPath`/mailboxSettings`, lenient(settingsShape))
		.catch(explainReading);
	const { timeZone, language, workingHours } = settings;
	return {
		timeZone: timeZone ? (ianaOf(timeZone) ?? timeZone) : undefined,
		language: language?.locale || undefined,
		languageName: language?.displayName || undefined,
		dateFormat: settings.dateFormat || undefined,
		timeFormat: settings.timeFormat || undefined,
		workingHours: workingHours ? toWorkingHours(workingHours) : undefined,
		purpose: settings.userPurpose || undefined,
		meetingMessages: settings.delegateMeetingMessageDeliveryOptions || undefined,
	};
}
