import { DateTime } from 'luxon';
import { limitOf, limitReached, returnAllFields } from '../../../shared/step/returnAll';
import { readWaiting, scheduledItem, toScheduledJson } from '../../email/schedule';
import { timeZone } from '../../fields/timeZone';
import { localZone } from '../../graph/localZone';
import { defineMailOperation } from '../../operation';

/** @see https://learn.microsoft.com/graph/api/singlevaluelegacyextendedproperty-get */
export const listScheduledEmails = defineMailOperation({
	label: 'List Scheduled Emails',
	action: 'List scheduled emails',
	summary: 'List the emails that wait for their time in Drafts or the Outbox, the next one first',
	returns: 'one item for each email that waits: when it is sent, its recipients and its ID',
	toolText:
		'Only these can be cancelled by Cancel Scheduled Email. Ordinary drafts are not listed.',
	permission: ['Mail.Read'],
	effects: [],
	output: scheduledItem,
	modelKeys: ['sendAt', 'subject', 'to', 'cc', 'id'],
	fields: [...returnAllFields, timeZone],
	async run({ timeZone: chosen, ...wanted }, context) {
		const { graph, clock, notices } = context;
		const all = await readWaiting(graph, clock.now());
		const zone = all.length > 0 ? await localZone(context, chosen) : '';
		const limit = limitOf(wanted) ?? all.length;
		const results = all.slice(0, limit).map(({ draft, sendTime }) => ({
			json: toScheduledJson(draft, DateTime.fromMillis(sendTime, { zone })),
		}));
		const these = `the next ${limit} of ${all.length} scheduled emails`;
		return notices.cut(results, all.length > limit && limitReached(these, notices));
	},
});
