import { DateTime, Duration } from 'luxon';
import { z } from 'zod';
import { isValid } from '../../shared/text/moments';
import type { GraphClient } from '../graph/types';
import { toIso } from '../graph/zones';
import { OWN_CALENDAR, readOwnBlocks, readSchedules } from './readSchedules';
import type { SlotSearch, Status } from './slots';
import { blockStatus, findFreeSlots, isTooShort, takesTime } from './slots';
import type { Span } from './span';
import { isOverlap } from './span';

interface AvailabilityQuestion extends Pick<SlotSearch, 'workingDays' | 'workingHours'> {
	/** Whose schedules are asked for. */
	addresses: string[];
	/** Whether the mailbox itself is asked about, too. */
	includeOwn: boolean;
	/** The slot in question, or the time to look for slots in. */
	span: Span;
	/** Length of the slots to look for; the whole span is one slot when left out. */
	minutes?: number;
	/** IANA name. */
	zone: string;
	now: DateTime;
	maxSlots: number;
	tentativeIsFree?: boolean;
	/** Who cannot be seen counts as free. */
	ignoreUnknown?: boolean;
}

/** How far other slots are looked for when one slot is in question, in days. */
const SEARCH_DAYS = 14;
/** Longest slot for which others are suggested, in minutes: no working day holds a longer one. */
const DAY_MINUTES = 1_440;
/** Length of the slots in which calendars without visible appointments are read, in minutes. */
const READ_MINUTES = 15;
/** How many conflicts are put out; of the others only the number is. */
const MAX_CONFLICTS = 50;

const times = { start: z.string().optional(), end: z.string().optional() };

export const availabilityItem = z.object({
	available: z.boolean(),
	/** Why nothing is free although nobody is taken. */
	reason: z.string().optional(),
	...times,
	timeZone: z.string(),
	conflicts: z.array(
		z.object({ who: z.string(), status: blockStatus, ...times, subject: z.string().optional() }),
	),
	moreConflicts: z.number().optional(),
	freeSlots: z.array(z.object(times)),
	unknown: z.array(z.object({ address: z.string(), problem: z.string().optional() })).optional(),
});

/** Whether everybody is free, what conflicts, and the next slots in which nobody is taken. */
export async function readAvailability(
	graph: GraphClient,
	question: AvailabilityQuestion,
): Promise<z.output<typeof availabilityItem>> {
	const { span, minutes, zone, now, maxSlots } = question;
	const searched =
		minutes === undefined ? { ...span, end: span.end.plus({ days: SEARCH_DAYS }) } : span;
	const { taken, unknown } = await readTaken(graph, question, searched);
	// Suggest no slots in the past, unless the whole span is over.
	const from =
		searched.end > now ? DateTime.max(searched.start, now.setZone(zone)) : searched.start;
	const length = minutes ?? Math.ceil(span.end.diff(span.start).as('minutes'));
	const slots =
		length > DAY_MINUTES
			? []
			: findFreeSlots({
					...question,
					busy: taken,
					span: { ...searched, start: from },
					minutes: length,
					count: maxSlots,
				});
	const conflicts = taken.filter((block) => isOverlap(block, span));
	const isFree = minutes === undefined ? conflicts.length === 0 : slots.length > 0;
	return {
		available: isFree && (unknown.length === 0 || question.ignoreUnknown === true),
		...(!isFree &&
			conflicts.length === 0 && {
				reason: reasonOf({ ...question, span: { ...span, start: from } }),
			}),
		...show(span),
		timeZone: zone,
		conflicts: conflicts
			.slice(0, MAX_CONFLICTS)
			.map(({ who, status, subject, ...times }) => ({ who, status, ...show(times), subject })),
		...(conflicts.length > MAX_CONFLICTS && { moreConflicts: conflicts.length - MAX_CONFLICTS }),
		freeSlots: slots.map(show),
		...(unknown.length > 0 && {
			unknown: unknown.map(({ address, problem }) => ({ address, problem })),
		}),
	};
}

/** Why no slot was found although nobody is taken: the working hours, or a slot longer than the time that is left. */
function reasonOf({ workingDays, workingHours, span, minutes = 0 }: AvailabilityQuestion): string {
	if (isTooShort(span, minutes)) {
		return 'Slots begin at quarters of an hour, and what is left until End is shorter than Slot Duration.';
	}
	const clock = (minutes: number) => Duration.fromObject({ minutes }).toFormat('hh:mm');
	const [from, to] = [workingHours.start, workingHours.end].map(clock);
	return `Slots are looked for from ${from} to ${to} on ${workingDays.join(', ')} only. Leave Slot Duration empty to ask whether the whole time is free. A person can change Working Days, Working Hours Start and Working Hours End.`;
}

async function readTaken(
	graph: GraphClient,
	{ addresses, includeOwn, zone, tentativeIsFree }: AvailabilityQuestion,
	span: Span,
) {
	const [own, schedules] = await Promise.all([
		includeOwn ? readOwnBlocks(graph, span, zone) : [],
		addresses.length > 0
			? readSchedules(graph, { addresses, span, zone, slotMinutes: READ_MINUTES })
			: [],
	]);
	const blocks = [
		...own.map((block) => ({ ...block, who: OWN_CALENDAR })),
		// Calendars of other organizations may show slots only.
		...schedules.flatMap(({ address: who, items, slots }) =>
			(items.length > 0 ? items : slots).map((block) => ({ ...block, who })),
		),
	];
	const free: Status[] = ['free', 'workingElsewhere'];
	if (tentativeIsFree) free.push('tentative');
	return {
		taken: blocks
			.filter((block) => !free.includes(block.status) && takesTime(block))
			.sort((one, other) => +one.start - +other.start),
		unknown: schedules.filter(({ problem }) => problem !== undefined),
	};
}

function show({ start, end }: Span) {
	const toText = (moment: DateTime) => (isValid(moment) ? toIso(moment) : undefined);
	return { start: toText(start), end: toText(end) };
}
