import { z } from 'zod';
import { requiredText } from '../../../shared/inputSchemas';
import { moment, toMoment } from '../../../shared/moments';
import { simplifyMessage } from '../../email/message';
import { rawMessage } from '../../email/messageOutput';
import { messageIdField } from '../../fields/messageId';
import { mailPath } from '../../graph/paths';
import { defineMailOperation } from '../../operation';
import { choice } from '../../schemas/choice';

/** @see https://learn.microsoft.com/graph/api/message-update */
export const updateEmail = defineMailOperation({
	id: 'updateEmail',
	label: 'Update Email',
	action: 'Mark an email as read or unread or flag it or set its importance',
	summary: 'Change read status, flag or importance of an email',
	fields: [
		messageIdField,
		{
			displayName: 'Read Status',
			name: 'readStatus',
			type: 'options',
			options: [
				{ name: 'Leave as It Is', value: 'unchanged' },
				{ name: 'Read', value: 'read' },
				{ name: 'Unread', value: 'unread' },
			],
			default: 'unchanged',
			description: 'Whether the email shows as read',
		},
		{
			displayName: 'Flag',
			name: 'flag',
			type: 'options',
			options: [
				{ name: 'Complete', value: 'complete' },
				{ name: 'Flagged', value: 'flagged' },
				{ name: 'Leave as It Is', value: 'unchanged' },
				{ name: 'Not Flagged', value: 'notFlagged' },
			],
			default: 'unchanged',
			description: 'Flag for follow-up',
		},
		{
			displayName: 'Due Date',
			name: 'due',
			type: 'dateTime',
			default: '',
			displayOptions: { show: { flag: ['flagged'] } },
			description: 'When the follow-up is due; no date when empty',
		},
		{
			displayName: 'Importance',
			name: 'importance',
			type: 'options',
			options: [
				{ name: 'High', value: 'high' },
				{ name: 'Leave as It Is', value: 'unchanged' },
				{ name: 'Low', value: 'low' },
				{ name: 'Normal', value: 'normal' },
			],
			default: 'unchanged',
			description: 'Importance that the email shows',
		},
	],
	input: z.object({
		messageId: requiredText,
		readStatus: choice(['read', 'unread']),
		flag: choice(['flagged', 'notFlagged', 'complete']),
		due: moment,
		importance: choice(['low', 'normal', 'high']),
	}),
	rules: [
		{
			holds: ({ readStatus, flag, importance }) =>
				[readStatus, flag, importance].some((value) => value !== undefined),
			field: 'readStatus',
			message: 'Choose a read status, a flag or an importance: nothing would change',
		},
	],
	async run({ messageId, readStatus, flag, due, importance }, { graph, timeZone, now }) {
		const dueDateTime = due && flagTime(toMoment(due, timeZone, 'due').toUTC().toISO());
		const { message } = await graph.patch(
			mailPath`/messages/${messageId}`,
			{
				isRead: readStatus && readStatus === 'read',
				importance,
				flag: flag && {
					flagStatus: flag,
					// A due date counts only together with a start date.
					...(dueDateTime
						? { startDateTime: flagTime(now.toUTC().toISO() ?? ''), dueDateTime }
						: {}),
				},
			},
			rawMessage,
		);
		return [{ json: simplifyMessage(message, { body: 'none' }) }];
	},
});

/** A moment as Graph writes it in flags: https://learn.microsoft.com/graph/api/resources/datetimetimezone */
function flagTime(utc: string) {
	return { dateTime: utc.replace(/Z$/, ''), timeZone: 'UTC' };
}
