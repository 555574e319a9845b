import { readSettings, settingsItem } from '../../mailbox/settings';
import { defineMailOperation } from '../../operation';

/** @see https://learn.microsoft.com/graph/api/user-get-mailboxsettings */
export const getMailboxSettings = defineMailOperation({
	label: 'Get Mailbox Settings',
	action: 'Get the settings of the mailbox',
	summary: 'Time zone, language, working hours, and how dates and times are written',
	returns: 'time zone, language, working hours and formats of the mailbox',
	toolText: 'Use it to learn the time zone and the working hours before you plan.',
	permission: ['MailboxSettings.Read'],
	effects: [],
	output: settingsItem,
	fields: [],
	async run(_input, { graph }) {
		return [{ json: await readSettings(graph) }];
	},
});
