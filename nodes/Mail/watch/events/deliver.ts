import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import { z } from 'zod';
import { undefinedOn } from '../../../shared/http/failures';
import { inOrder, onlyKeys } from '../../../shared/step/outputs';
import type { EventOutput, RawEvent } from '../../calendar/event';
import { eventItem, eventQuery, eventTimes, rawEvent, toEventJson } from '../../calendar/event';
import { isThingMissing } from '../../graph/failure';
import { eventPath } from '../../graph/paths';
import { graphTimeShape } from '../../graph/zones';
import { readOrKnown } from '../attempts';
import type { InvitationAnswer } from './answers';
import type { CalendarPoll } from './calendarPoll';
import type { EventChange } from './compare';
import type { SeenEvent } from './seenEvent';
import type { LeftOut } from './watched';

const MINUTE_MS = 60_000;

/**
 * Makes the items: one for each thing that happened, with the event as the Mail node outputs it.
 * @param now The provider's time, in milliseconds since the epoch.
 */
export async function toItems(
	poll: CalendarPoll,
	{ happenings, zone, missing }: EventChange,
	now: number,
): Promise<INodeExecutionData[]> {
	const { output: chosen, options } = poll.settings;
	const simplify = chosen === 'simplified';
	const mayReachModel = poll.graph.isForAgents;
	const output: EventOutput = { ...options, simplify, zone, mayReachModel };
	const [first] = happenings;
	if (!first) return [];
	const isThere = first.changeType !== 'deleted';
	const read = isThere ? await load(poll, first.event, output) : asChosen(first.event, output);
	const items = happenings.map(async ({ changeType, event, changed, answer }) => {
		const shown = await toEventJson(read, output, poll.pause);
		const json: IDataObject = { changeType };
		if (changed && Object.keys(changed).length > 0) {
			// Rounds tell a description as Graph's own text: the item has the one that people see.
			const isHidden = mayReachModel && changed.description !== undefined;
			json.changed = { ...changed, ...(isHidden && { description: {} }) };
		}
		if (changeType === 'startingSoon') {
			json.minutesUntilStart = Math.round((event.start - now) / MINUTE_MS);
		}
		if (answer) json.answer = output.simplify ? withTimes(answer, event, zone) : answer.shown;
		if (missing.length > 0) json.notWatched = missing.map(shownMissing);
		Object.assign(json, simplify ? inOrder(eventItem, shown) : shown);
		return { json };
	});
	return await Promise.all(items);
}

const slot = z.object({ start: graphTimeShape, end: graphTimeShape });

/** An answer with its proposed time shown like that of the event: Graph's has no offset, and another zone. */
function withTimes({ shown }: InvitationAnswer, { event }: SeenEvent, zone: string): IDataObject {
	const { success, data } = slot.safeParse(shown.proposedNewTime);
	if (!success) return shown;
	return { ...shown, proposedNewTime: eventTimes({ ...data, isAllDay: event.isAllDay }, zone) };
}

function shownMissing({ organizer, from }: LeftOut): IDataObject {
	return { ...(organizer === undefined ? {} : { organizer }), from: new Date(from).toISOString() };
}

/** An event as the round told it, which is whole, with the properties that were chosen. */
function asChosen({ raw, event }: SeenEvent, { simplify, fields }: EventOutput): RawEvent {
	if (simplify || fields.length === 0) return { raw, event };
	return { event, raw: onlyKeys(['@odata.etag', 'id', ...fields], raw) };
}

/**
 * Reads what the round did not tell of an event. Its description is read as HTML: Graph's own text may hold what
 * people do not see. Raw events are read whole, in the zone that is wanted.
 */
async function load(
	{ graph, calendarId, failedPolls }: CalendarPoll,
	event: SeenEvent,
	output: EventOutput,
): Promise<RawEvent> {
	const { simplify, body } = output;
	if (simplify && (body === 'none' || (body === 'text' && event.event.body))) return event;
	const { query, prefer } = eventQuery(output);
	const asked = { query: simplify ? { $select: 'body' } : query, prefer };
	const reading = graph
		.get(eventPath(calendarId, event.id), rawEvent, asked)
		.catch(undefinedOn(isThingMissing, 'rejected'));
	const read = await readOrKnown(failedPolls, event.id, reading, () => undefined);
	if (!read || !simplify) return read ?? asChosen(event, output);
	return { raw: read.raw, event: { ...event.event, body: read.event.body } };
}
