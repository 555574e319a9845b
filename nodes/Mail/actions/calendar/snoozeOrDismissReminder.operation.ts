import { z } from 'zod';
import { byModel } from '../../../shared/step/field';
import { moment, requiredChoice } from '../../../shared/step/fieldKinds';
import { eventId } from '../../fields/event';
import { timeZone } from '../../fields/timeZone';
import { laterTime } from '../../graph/localZone';
import { mailPath } from '../../graph/paths';
import { toGraphTime, toIso } from '../../graph/zones';
import { defineMailOperation } from '../../operation';

/**
 * @see https://learn.microsoft.com/graph/api/event-snoozereminder
 * @see https://learn.microsoft.com/graph/api/event-dismissreminder
 */
export const snoozeOrDismissReminder = defineMailOperation({
	label: 'Snooze or Dismiss Reminder',
	action: 'Snooze or dismiss a reminder',
	summary: 'Have the reminder of an event come again later, or not any more',
	returns: 'the ID, what was done, and when the reminder comes again',
	toolText: 'Nobody else is told. The event stays as it is: move it with Update Event.',
	permission: ['Calendars.ReadWrite'],
	effects: ['remindMe'],
	output: z.object({
		reminder: z.string(),
		/** Absent where it was dismissed. */
		remindAt: z.string().optional(),
		id: z.string(),
	}),
	fields: [
		eventId,
		requiredChoice('reminder', 'Reminder', 'What to do with the reminder', {
			options: {
				dismiss: { name: 'Dismiss', description: 'It does not come again' },
				snooze: { name: 'Snooze', description: 'It comes again at a later time' },
			},
			byModel: true,
		}),
		byModel(
			moment(
				'remindAt',
				'Remind At',
				'When the reminder comes again, such as 2026-03-02T09:00; local time of the time zone unless it has an offset',
				{ required: true, displayOptions: { show: { reminder: ['snooze'] } } },
			),
			'For snooze: when it comes again, as 2026-03-02T09:00; else empty',
		),
		timeZone,
	],
	rules: [
		{
			holds: ({ reminder, remindAt }) => reminder === 'dismiss' || remindAt !== undefined,
			field: 'remindAt',
			message: 'is required to snooze a reminder',
		},
	],
	// The last one counts.
	inTurnBy: ({ eventId: id }) => id,
	async run({ eventId: id, reminder, remindAt, timeZone: zone }, context) {
		const path = mailPath`/events/${id}`;
		if (reminder === 'dismiss' || remindAt === undefined) {
			// A second one may dismiss the next reminder of a series: what it does is not told (fact: reminder-actions).
			await context.graph.request({ method: 'POST', path: `${path}/dismissReminder` });
			return [{ json: { id, reminder } }];
		}
		const at = await laterTime(context, remindAt, {
			field: 'remindAt',
			zone,
			hint: 'Give a later time, or dismiss the reminder.',
		});
		await context.graph.request({
			method: 'POST',
			path: `${path}/snoozeReminder`,
			body: { newReminderTime: toGraphTime(at, at.zoneName) },
			// The same time again changes nothing.
			repeatable: true,
			changes: true,
		});
		return [{ json: { id, reminder, remindAt: toIso(at) } }];
	},
});
