import { z } from 'zod';
import { flag, requiredText } from '../../../shared/inputSchemas';
import { eventQuery, rawEvent, toEventJson } from '../../calendar/event';
import { eventIdField } from '../../fields/eventId';
import { eventOutputFields } from '../../fields/eventOutput';
import { simplifyField } from '../../fields/output';
import { timeZoneField } from '../../fields/timeZone';
import { mailPath } from '../../graph/paths';
import { defineMailOperation } from '../../operation';
import { eventOutputInput, toEventOutput } from '../../schemas/eventOutput';

/** @see https://learn.microsoft.com/graph/api/event-get */
export const getEvent = defineMailOperation({
	id: 'getEvent',
	label: 'Get Event',
	action: 'Get a calendar event by ID with its attendees and their answers',
	summary: 'Read one event by its ID',
	fields: [
		eventIdField,
		simplifyField,
		{
			displayName: 'Options',
			name: 'options',
			type: 'collection',
			placeholder: 'Add Option',
			default: {},
			description: 'What is returned of the event',
			options: [
				eventOutputFields.body,
				eventOutputFields.fields,
				eventOutputFields.maxBodyLength,
				timeZoneField,
			],
		},
	],
	input: z.object({ eventId: requiredText, simplify: flag, options: z.object(eventOutputInput) }),
	async run(input, { graph, timeZone }) {
		const output = toEventOutput(input, timeZone);
		const path = mailPath`/events/${input.eventId}`;
		const found = await graph.get(path, rawEvent, eventQuery(output));
		return [{ json: toEventJson(found, output) }];
	},
});
