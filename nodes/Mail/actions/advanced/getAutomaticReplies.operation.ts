import { choice } from '../../../shared/step/fieldKinds';
import { readReplies, repliesItem } from '../../mailbox/automaticReplies';
import { defineMailOperation } from '../../operation';

/** @see https://learn.microsoft.com/graph/api/user-get-mailboxsettings */
export const getAutomaticReplies = defineMailOperation({
	label: 'Get Automatic Replies',
	action: 'Get the automatic replies',
	summary: 'Get the status, text and schedule of automatic replies',
	returns: 'whether they are on, when, for whom, and their messages',
	toolText: 'Set Automatic Replies changes them.',
	permission: ['MailboxSettings.Read'],
	effects: [],
	output: repliesItem,
	fields: [
		choice('format', 'Format', 'How the messages are returned', {
			options: {
				html: { name: 'HTML', description: 'As Outlook keeps them' },
				text: { name: 'Text', description: 'As people read them' },
			},
			default: 'text',
		}),
	],
	async run({ format }, { graph, now }) {
		return [{ json: await readReplies(graph, { format, now }) }];
	},
});
