import { DateTime } from 'luxon';
import { z } from 'zod';
import { ProviderFailure, recover } from '../../shared/failures';
import { mailPath } from '../graph/paths';
import type { GraphClient } from '../graph/types';
import { fromGraphTime, zonePreference } from '../graph/zones';
import type { Span } from './calendarView';
import { viewCalendar } from './calendarView';
import type { Event } from './event';
import type { Schedule, ScheduleRequest } from './schedule';
import { getSchedules } from './schedule';
import type { Block } from './slots';
import { decode, toStatus, toView } from './slots';

const OWN_SELECT = 'id,subject,start,end,isAllDay,showAs,location,sensitivity,isCancelled';

const ownUser = z.object({ mail: z.string().nullish(), userPrincipalName: z.string().nullish() });

/** The address of the mailbox, where the account may see it. */
async function ownAddress(graph: GraphClient): Promise<string | undefined> {
	const query = { $select: 'mail,userPrincipalName' };
	const { mail, userPrincipalName } = await graph.get(mailPath``, ownUser, { query }).catch(
		recover(
			({ kind }) => kind === 'forbidden' || kind === 'notFound',
			() => ({ mail: undefined, userPrincipalName: undefined }),
		),
	);
	return (mail || userPrincipalName) ?? undefined;
}

/** What is on in the default calendar of the mailbox itself; works for every kind of account. */
export async function ownBlocks(graph: GraphClient, span: Span, zone: string): Promise<Block[]> {
	const { events } = await viewCalendar(graph, undefined, span, {
		query: { $select: OWN_SELECT },
		prefer: [zonePreference(zone)],
	});
	return events.flatMap(({ event }) => (event.isCancelled ? [] : (toBlock(event, zone) ?? [])));
}

/**
 * The schedule of the mailbox itself, in the form of those of others.
 * @param name What it is called where its address cannot be seen.
 */
export async function ownSchedule(
	graph: GraphClient,
	{ span, slotMinutes, zone }: Omit<ScheduleRequest, 'addresses'>,
	name: string,
): Promise<Schedule> {
	const [address, items] = await Promise.all([ownAddress(graph), ownBlocks(graph, span, zone)]);
	const slots = decode(toView(items, span, slotMinutes), span, slotMinutes, zone);
	return { address: address ?? name, items, slots };
}

/**
 * The schedules of others. Personal accounts have no such call: for them the own address is read
 * from the calendar itself, and the others have a `problem`.
 */
export async function readSchedules(
	graph: GraphClient,
	request: ScheduleRequest,
): Promise<Schedule[]> {
	return await getSchedules(graph, request).catch(
		recover(
			({ kind }) => kind === 'forbidden' || kind === 'rejected',
			async (failure) => {
				const own = (await ownAddress(graph))?.toLowerCase();
				if (!request.addresses.some((address) => address.toLowerCase() === own)) {
					throw onlyOwn(failure);
				}
				const schedule = await ownSchedule(graph, request, '');
				return request.addresses.map((address) =>
					address.toLowerCase() === own
						? { ...schedule, address }
						: { address, problem: onlyOwn(failure).message, items: [], slots: [] },
				);
			},
		),
	);
}

function onlyOwn({ kind, message, details }: ProviderFailure): ProviderFailure {
	const hint =
		'Personal accounts can look only into their own calendar; work accounts need the permission Calendars.Read.';
	return new ProviderFailure(kind, message, { ...details, hint });
}

/** All-day events take the whole day in the zone that is asked for. */
function toBlock(event: Event, zone: string): Block | undefined {
	const start = momentOf(event.start, event, zone);
	const end = momentOf(event.end, event, zone);
	if (!start || !end) return undefined;
	const isPrivate = event.sensitivity === 'private' || event.sensitivity === 'confidential';
	return {
		start,
		end,
		status: toStatus(event.showAs),
		subject: event.subject || undefined,
		location: event.location?.displayName || undefined,
		isPrivate: isPrivate || undefined,
	};
}

function momentOf(time: Event['start'], { isAllDay }: Event, zone: string) {
	if (!isAllDay) return fromGraphTime(time, zone);
	const day = DateTime.fromISO(time?.dateTime ?? '', { zone });
	return day.isValid ? day : undefined;
}
