import { eventItem, eventQuery, rawEvent, toEventJson } from '../../calendar/event';
import { eventId } from '../../fields/event';
import { eventOutputOptions, toEventOutput } from '../../fields/eventOutput';
import { modelTextLength, simplify, textCut } from '../../fields/output';
import { readInZone } from '../../graph/localZone';
import { mailPath } from '../../graph/paths';
import { defineMailOperation } from '../../operation';

/** @see https://learn.microsoft.com/graph/api/event-get */
export const getEvent = defineMailOperation({
	label: 'Get Event',
	action: 'Get an event',
	summary: 'Get one event by its ID, with its attendees and their answers',
	returns: 'the event, small and flat, times in the asked zone',
	toolText: 'List Events has the IDs.',
	permission: ['Calendars.Read'],
	effects: [],
	output: eventItem,
	fields: [eventId, simplify, eventOutputOptions],
	async run({ eventId, ...chosen }, context, _inTurn, count) {
		const { graph, notices } = context;
		const { forModel } = notices;
		const usual = forModel ? modelTextLength(count) : undefined;
		const json = await readInZone(context, chosen.options.timeZone, [], async (zone) => {
			const output = toEventOutput(chosen, zone, notices, usual);
			const event = await graph.get(mailPath`/events/${eventId}`, rawEvent, eventQuery(output));
			return await toEventJson(event, output);
		});
		return notices.cut(
			[{ json }],
			forModel && json.truncated === true && textCut('Description', count),
		);
	},
});
