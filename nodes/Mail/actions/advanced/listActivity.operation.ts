import { limitOf, limitReached, returnAllFields } from '../../../shared/step/returnAll';
import { activityItem, listActivity as readActivity } from '../../email/activity';
import { rangeOr, readRange } from '../../fields/range';
import { readInZone } from '../../graph/localZone';
import { defineMailOperation } from '../../operation';

/** How far it looks back when no start is given. */
const USUAL_HOURS = 24;

/** @see https://learn.microsoft.com/graph/api/singlevaluelegacyextendedproperty-get */
export const listActivity = defineMailOperation({
	label: 'List Activity',
	action: 'List emails that workflows made',
	summary: 'The emails that workflows and agents sent from the mailbox or left in Drafts, by node',
	returns:
		'one item for each email, newest first: when, to whom, and which workflow and node made it',
	toolText: 'It lists emails only: deletions and changes leave no such trace.',
	permission: ['Mail.Read'],
	effects: [],
	output: activityItem,
	fields: [...rangeOr(`${USUAL_HOURS} hours ago`, 'now'), ...returnAllFields],
	async run(input, context) {
		const { graph, notices, now } = context;
		const all = await readInZone(context, undefined, [input.start, input.end], async (zone) => {
			const usual = { hours: USUAL_HOURS };
			const { start, end } = readRange(input, { now: now.minus(usual), zone, usual });
			// The provider's clock may be ahead.
			const until = input.end === undefined ? Infinity : end.toMillis();
			return await readActivity(graph, { start: start.toMillis(), end: until });
		});
		const limit = limitOf(input) ?? all.length;
		const results = all.slice(0, limit).map((json) => ({ json }));
		const these = `the newest ${limit} of ${all.length} emails`;
		const cut = all.length > limit && limitReached(these, notices, 'ask for an earlier End');
		return notices.cut(results, cut);
	},
});
