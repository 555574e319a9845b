import { recover } from '../../shared/http/failures';
import { readOwnAddress } from '../graph/ownAddress';
import type { GraphClient } from '../graph/types';
import { viewCalendar } from './calendarView';
import type { Event } from './event';
import type { Schedule, ScheduleRequest } from './schedule';
import { readOthersSchedules } from './schedule';
import type { Block } from './slots';
import { statusOfSlots, toBlock, toBlocks } from './slots';
import type { Span } from './span';
import { eventMoments } from './span';

const OWN_SELECT = 'id,subject,start,end,isAllDay,showAs,location,sensitivity,isCancelled';

/** When the mailbox itself is taken, from its default calendar; works for every kind of account. */
export async function readOwnBlocks(
	graph: GraphClient,
	span: Span,
	zone: string,
): Promise<Block[]> {
	const query = { $select: OWN_SELECT };
	const { events } = await viewCalendar(graph, undefined, span, { query });
	return events.flatMap(({ event }) =>
		event.isCancelled ? [] : (blockOf(event, zone, span) ?? []),
	);
}

/** Stands for the mailbox itself where its address is not known. */
export const OWN_CALENDAR = 'own calendar';

/** The schedule of the mailbox itself, made from its default calendar. */
export async function readOwnSchedule(
	graph: GraphClient,
	{ span, slotMinutes, zone }: Omit<ScheduleRequest, 'addresses'>,
): Promise<Schedule> {
	const [address, items] = await Promise.all([
		readOwnAddress(graph),
		readOwnBlocks(graph, span, zone),
	]);
	const slots = toBlocks(statusOfSlots(items, span, slotMinutes), span, slotMinutes, zone);
	return { address: address ?? OWN_CALENDAR, items, slots };
}

const PERSONAL_HINT =
	'Personal accounts can look only into their own calendar; others need the permission Calendars.Read.';

/**
 * The schedules of addresses. Personal accounts have no such call: for them, the own schedule is read from
 * the calendar itself, and the others have a `problem`.
 */
export async function readSchedules(
	graph: GraphClient,
	request: ScheduleRequest,
): Promise<Schedule[]> {
	return await readOthersSchedules(graph, request).catch(
		recover(['forbidden', 'rejected'], async (failure) => {
			const own = (await readOwnAddress(graph))?.toLowerCase();
			const isOwn = (address: string) => address.toLowerCase() === own;
			const { hint = '' } = failure.details;
			if (!request.addresses.some(isOwn)) throw failure.withHint(`${PERSONAL_HINT} ${hint}`.trim());
			const schedule = await readOwnSchedule(graph, request);
			return request.addresses.map((address) =>
				isOwn(address)
					? { ...schedule, address }
					: { address, problem: failure.message, items: [], slots: [] },
			);
		}),
	);
}

/** All-day events take the whole day in the zone that is asked for. */
function blockOf(event: Event, zone: string, asked: Span): Block | undefined {
	const { sensitivity, location, subject, showAs } = event;
	const appointment = {
		...eventMoments(event, zone),
		status: showAs,
		subject,
		location: location?.displayName,
		isPrivate: sensitivity === 'private' || sensitivity === 'confidential',
	};
	return toBlock(appointment, asked);
}
