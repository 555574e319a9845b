import { changed } from '../../../shared/step/field';
import { eventItem, eventQuery, rawEvent, toEventJson } from '../../calendar/event';
import { eventId } from '../../fields/event';
import { eventOutputOptions, toEventOutput } from '../../fields/eventOutput';
import { simplify } from '../../fields/output';
import { localZone } from '../../graph/localZone';
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
	fields: [
		eventId,
		simplify,
		changed(eventOutputOptions, { description: 'What is returned of the event' }),
	],
	async run(input, context) {
		const zone = await localZone(context, input.options.timeZone);
		const output = toEventOutput(input, zone, context.notices);
		const path = mailPath`/events/${input.eventId}`;
		const found = await context.graph.get(path, rawEvent, eventQuery(output));
		return [{ json: await toEventJson(found, output) }];
	},
});
