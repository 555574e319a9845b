import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import { recover } from '../../shared/failures';
import { createPauses } from '../../shared/pauses';
import { eventPath } from '../calendar/calendars';
import type { EventOutput, RawEvent } from '../calendar/event';
import { eventQuery, rawEvent, toEventJson } from '../calendar/event';
import type { Happening, Outcome } from './compare';
import type { Poll } from './openPoll';
import type { Sighting } from './sighting';
import type { LeftOut, Watched } from './watched';

const MINUTE_MS = 60_000;

/**
 * Those that come first, as far as one execution takes them: a reminder cannot wait, and an event is not
 * divided.
 */
export function withinLimit(outcomes: Outcome[], most: number): Outcome[] {
	let items = 0;
	return [...outcomes]
		.sort((one, other) => reminders(other) - reminders(one) || startOf(one) - startOf(other))
		.filter(({ happenings }) => {
			const fits = items === 0 || items + happenings.length <= most;
			if (fits) items += happenings.length;
			return fits || happenings.length === 0;
		});
}

function reminders({ happenings }: Outcome): number {
	return happenings.filter(({ changeType }) => changeType === 'startingSoon').length;
}

function startOf({ happenings: [first] }: Outcome): number {
	return first?.event.start ?? 0;
}

/**
 * What the workflow gets: one item for each thing that happened, the events as the Mail node puts them out.
 * @param view The zone is that in which times are given.
 */
export async function toItems(
	poll: Poll,
	happenings: Happening[],
	{ now, zone, missing }: Pick<Watched, 'now' | 'zone' | 'missing'>,
): Promise<INodeExecutionData[]> {
	const { output: chosen, options } = poll.settings;
	const output: EventOutput = { ...options, simplify: chosen === 'simplified', zone };
	const loaded = new Map<string, Promise<RawEvent>>();
	const pause = createPauses(poll.clock);
	const items = happenings.map(async ({ changeType, event, changed, answer }) => {
		const isThere = changeType !== 'deleted';
		const loading = loaded.get(event.key) ?? (isThere ? load(poll, event, output) : asSeen(event));
		loaded.set(event.key, loading);
		const shown = await toEventJson(await loading, output, pause);
		const json: IDataObject = { changeType, ...shown };
		if (changed && Object.keys(changed).length > 0) json.changed = changed;
		if (changeType === 'startingSoon') {
			json.minutesUntilStart = Math.round((event.start - now) / MINUTE_MS);
		}
		if (answer) json.answer = answer.shown;
		if (missing.length > 0) json.notWatched = missing.map(shownMissing);
		return { json };
	});
	return await Promise.all(items);
}

function shownMissing({ organizer, from }: LeftOut): IDataObject {
	return { ...(organizer === undefined ? {} : { organizer }), from: new Date(from).toISOString() };
}

/** The event as it is now; as it was seen last where the provider cannot give it any more. */
async function load(
	{ graph, calendarId }: Poll,
	event: Sighting,
	output: EventOutput,
): Promise<RawEvent> {
	return await graph.get(eventPath(calendarId, event.id), rawEvent, eventQuery(output)).catch(
		recover(
			({ kind }) => kind === 'notFound' || kind === 'rejected',
			async () => await asSeen(event),
		),
	);
}

async function asSeen({ event, raw }: Sighting): Promise<RawEvent> {
	return await Promise.resolve({ event, raw });
}
