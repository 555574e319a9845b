import type { Message } from '@microsoft/microsoft-graph-types';
import { DateTime } from 'luxon';
import { moment, optionalChoice } from '../../../shared/step/fieldKinds';
import { refusePast } from '../../../shared/step/modelTimes';
import { isDateAlone, isMidnight, toDay, toMoment } from '../../../shared/text/moments';
import { messageItem, simplifyMessage } from '../../email/message';
import { CHANGED_KEYS, rawMessage } from '../../email/messageOutput';
import { messageId } from '../../fields/messageId';
import { localZone } from '../../graph/localZone';
import { mailPath } from '../../graph/paths';
import { toGraphDay, toGraphTime } from '../../graph/zones';
import type { MailContext } from '../../operation';
import { defineMailOperation } from '../../operation';

/** @see https://learn.microsoft.com/graph/api/message-update */
export const updateEmail = defineMailOperation({
	label: 'Update Email',
	action: 'Mark or flag an email',
	summary: 'Change read status, flag or importance of an email',
	returns: 'the email, small and flat',
	toolText:
		'Use Update Emails for several emails, Add Label for labels. Values that you leave out stay.',
	permission: ['Mail.ReadWrite'],
	effects: ['updateMessage'],
	output: messageItem,
	modelKeys: CHANGED_KEYS,
	fields: [
		messageId,
		optionalChoice('readStatus', 'Read Status', 'Whether the email shows as read', {
			options: { unchanged: 'Leave as It Is', read: 'Read', unread: 'Unread' },
			default: 'unchanged',
			byModel: true,
		}),
		optionalChoice('flag', 'Flag', 'Flag for follow-up', {
			options: {
				complete: 'Complete',
				flagged: 'Flagged',
				unchanged: 'Leave as It Is',
				notFlagged: 'Not Flagged',
			},
			default: 'unchanged',
			byModel: true,
		}),
		moment('due', 'Due Date', 'When the follow-up is due. Leave empty for no date.', {
			displayOptions: { show: { flag: ['flagged'] } },
			byModel: 'Day on which a flagged email is due, as 2026-03-02; empty for none',
		}),
		optionalChoice('importance', 'Importance', 'Importance that the email shows', {
			options: { high: 'High', unchanged: 'Leave as It Is', low: 'Low', normal: 'Normal' },
			default: 'unchanged',
			byModel: true,
		}),
	],
	rules: [
		{
			holds: ({ flag, due }) => due === undefined || flag === 'flagged',
			field: 'due',
			message: 'needs Flag "Flagged"',
		},
		{
			holds: ({ readStatus, flag, importance }) =>
				[readStatus, flag, importance].some((value) => value !== undefined),
			field: 'readStatus',
			message:
				'Choose a Read Status (read, unread), a Flag (flagged, complete, notFlagged) or an Importance (high, normal, low): nothing would change',
		},
	],
	// The last one counts.
	inTurnBy: ({ messageId }) => messageId,
	async run({ messageId, readStatus, flag, due, importance }, context) {
		const times = due && (await timesOf(due, context));
		const path = mailPath`/messages/${messageId}`;
		const changes = {
			isRead: readStatus && readStatus === 'read',
			importance,
			flag: flag && { flagStatus: flag, ...times },
		} satisfies Partial<Record<keyof Message, unknown>>;
		const { message } = await context.graph.patch(path, changes, rawMessage);
		return [{ json: simplifyMessage(message) }];
	},
});

/**
 * When a flag is due, with a start that is not later: Graph takes no due date without one (fact: flag-due). Both are
 * days of the mailbox, whatever offset says the time.
 */
async function timesOf(due: string, context: MailContext) {
	const zone = await localZone(context, undefined, [due], true);
	const isDay = isDateAlone(due) || isMidnight(due);
	const dueAt = (isDay ? toDay : toMoment)(due, zone, 'due');
	refusePast(context, isDay ? dueAt.endOf('day') : dueAt, 'due');
	const toGraph = isDay ? toGraphDay : toGraphTime;
	const start = DateTime.min(context.now.setZone(zone), dueAt);
	return { startDateTime: toGraph(start, zone), dueDateTime: toGraph(dueAt, zone) };
}
