import { z } from 'zod';
import { InvalidInput } from '../../../shared/http/failures';
import { optionsOf } from '../../../shared/step/field';
import { moment, requiredChoice, toggleOn } from '../../../shared/step/fieldKinds';
import { answerInvitation } from '../../calendar/answerInvitation';
import { checkModelTimes, readEventTimes, toTimeProperties } from '../../calendar/eventTimes';
import { checkModelComment } from '../../email/modelText';
import { eventComment, eventId } from '../../fields/event';
import { timeZone } from '../../fields/timeZone';
import { localZone } from '../../graph/localZone';
import type { MailContext } from '../../operation';
import { defineMailOperation } from '../../operation';

/** @see https://learn.microsoft.com/graph/api/event-accept */
export const respondToEvent = defineMailOperation({
	label: 'Respond to Event',
	action: 'Respond to an invitation',
	summary:
		'Accept, tentatively accept or decline an invitation, and notify its organizer immediately',
	returns: 'the ID and the response',
	toolText:
		'Only for invitations of others: change your own meeting with Update Event, call it off with Cancel Event. A decline removes it from your calendar.',
	permission: ['Calendars.ReadWrite'],
	effects: ['answerInvitation'],
	output: z.object({ response: z.string(), organizerTold: z.boolean(), id: z.string() }),
	fields: [
		eventId,
		requiredChoice('response', 'Response', 'The answer: accept, decline or tentativelyAccept', {
			options: { accept: 'Accept', decline: 'Decline', tentativelyAccept: 'Tentatively Accept' },
			byModel: 'The answer',
		}),
		eventComment('Text for the organizer.', 'e.g. I will be ten minutes late'),
		optionsOf('Another time to propose, and whether the organizer is told', [
			moment(
				'proposedEnd',
				'Proposed End',
				'End of the time to propose instead. Leave empty for an hour after its start.',
				{ narrows: true },
			),
			moment(
				'proposedStart',
				'Proposed Start',
				'Start of the time to propose instead, when declining or tentatively accepting; the organizer may have ruled it out',
				{ narrows: true },
			),
			toggleOn('sendResponse', 'Send Response', 'Whether the organizer gets the answer by email', {
				narrows: true,
			}),
			timeZone,
		]),
	],
	rules: [
		{
			holds: ({ response, options }) => !options.proposedStart || response !== 'accept',
			field: 'response',
			message: 'another time can only be proposed when declining or tentatively accepting',
		},
		{
			holds: ({ options }) => !options.proposedStart || options.sendResponse,
			field: 'options',
			message: 'another time can only be proposed with Send Response switched on',
		},
		{
			// fact: answer-event.
			holds: ({ comment, options }) => comment === undefined || options.sendResponse,
			field: 'comment',
			message: 'is for the organizer: switch Send Response on, or leave it empty',
		},
		{
			holds: ({ options }) => !options.proposedEnd || options.proposedStart !== undefined,
			field: 'options',
			message: 'Proposed End needs Proposed Start',
		},
	],
	// The last one counts.
	inTurnBy: ({ eventId: id }) => id,
	async run({ eventId: id, response, comment, options }, context) {
		const { proposedStart, proposedEnd, timeZone: chosen, sendResponse } = options;
		const proposedNewTime =
			proposedStart && (await proposedTime(context, chosen, proposedStart, proposedEnd));
		checkModelComment(context, comment);
		const body = { comment, sendResponse, ...(proposedNewTime && { proposedNewTime }) };
		const organizerTold = await answerInvitation(context.graph, id, response, body);
		return [{ json: { id, response, organizerTold } }];
	},
});

/** A time to propose, as Graph takes it: https://learn.microsoft.com/graph/api/resources/timeslot */
async function proposedTime(
	context: MailContext,
	chosen: string | undefined,
	start: string,
	end: string | undefined,
) {
	const zone = await localZone(context, chosen, [start, end]);
	try {
		checkModelTimes(context, { start, end }, zone);
		const times = toTimeProperties(readEventTimes({ start, end, allDay: false }, zone));
		return { start: times.start, end: times.end };
	} catch (error) {
		throw error instanceof InvalidInput ? ofProposal(error) : error;
	}
}

/** What is wrong with the times of an event, said of the fields in which others are proposed. */
function ofProposal({ message, field, hint }: InvalidInput): InvalidInput {
	return new InvalidInput(message, field === 'end' ? 'proposedEnd' : 'proposedStart', hint);
}
