import { DateTime } from 'luxon';
import type { GraphClient } from '../graph/types';
import { toIso } from '../graph/zones';
import { ownBlocks, readSchedules } from './availability';
import type { Span } from './calendarView';
import type { Interval, SlotSearch } from './freeSlots';
import { findFreeSlots, overlap } from './freeSlots';
import type { Schedule } from './schedule';
import type { Block, Status } from './slots';

export interface AvailabilityQuestion extends Pick<SlotSearch, 'workingDays' | 'workingHours'> {
	/** Whose schedules are asked for. */
	addresses: string[];
	/** The mailbox itself too. */
	includeOwn: boolean;
	/** The slot in question, or the time to look for slots in. */
	span: Span;
	/** Length of the slots to look for; the whole span is one slot when left out. */
	minutes?: number;
	/** IANA name. */
	zone: string;
	maxSlots: number;
	tentativeIsFree?: boolean;
	/** Who cannot be seen counts as free. */
	ignoreUnknown?: boolean;
}

/** How far other slots are looked for when one slot is in question, in days. */
const SEARCH_DAYS = 14;
/** Longest slot to look for other ones of: a working day cannot hold more, in minutes. */
const DAY_MINUTES = 1_440;
/** Length of the slots by which calendars are read that show no appointments, in minutes. */
const SLOT_MINUTES = 15;
/** Conflicts that are told one by one. */
const MAX_CONFLICTS = 50;
const OWN = 'own calendar';

interface Conflict extends Block {
	who: string;
}

/** Whether everybody is free, what conflicts, and the next slots in which nobody is taken. */
export async function checkAvailability(graph: GraphClient, question: AvailabilityQuestion) {
	const { span, minutes, zone, maxSlots } = question;
	const wholeMinutes = Math.ceil(span.end.diff(span.start).as('minutes'));
	const searched =
		minutes === undefined ? { start: span.start, end: span.end.plus({ days: SEARCH_DAYS }) } : span;
	const { taken, unknown } = await readTaken(graph, question, searched);
	const length = minutes ?? wholeMinutes;
	const slots =
		length > DAY_MINUTES
			? []
			: findFreeSlots({
					...question,
					busy: taken.map(toInterval),
					from: searched.start,
					to: searched.end,
					minutes: length,
					count: maxSlots,
				});
	const conflicts = taken.filter((block) => overlap(toInterval(block), toInterval(span)));
	const isFree = minutes === undefined ? conflicts.length === 0 : slots.length > 0;
	return {
		available: isFree && (unknown.length === 0 || question.ignoreUnknown === true),
		start: show(span.start.toMillis(), zone),
		end: show(span.end.toMillis(), zone),
		timeZone: zone,
		conflicts: conflicts.slice(0, MAX_CONFLICTS).map(toConflictJson),
		...(conflicts.length > MAX_CONFLICTS && { moreConflicts: conflicts.length - MAX_CONFLICTS }),
		freeSlots: slots.map(({ start, end }) => ({ start: show(start, zone), end: show(end, zone) })),
		...(unknown.length > 0 && {
			unknown: unknown.map(({ address, problem }) => ({ address, problem })),
		}),
	};
}

async function readTaken(
	graph: GraphClient,
	{ addresses, includeOwn, zone, tentativeIsFree }: AvailabilityQuestion,
	span: Span,
): Promise<{ taken: Conflict[]; unknown: Schedule[] }> {
	const [own, schedules] = await Promise.all([
		includeOwn ? ownBlocks(graph, span, zone) : [],
		addresses.length > 0
			? readSchedules(graph, { addresses, span, zone, slotMinutes: SLOT_MINUTES })
			: [],
	]);
	const blocks = [
		...own.map((block) => ({ ...block, who: OWN })),
		...schedules.flatMap((schedule) =>
			blocksOf(schedule).map((block) => ({ ...block, who: schedule.address })),
		),
	];
	const free: Status[] = [
		'free',
		'workingElsewhere',
		...(tentativeIsFree ? ['tentative' as const] : []),
	];
	return {
		taken: blocks
			.filter(({ status }) => !free.includes(status))
			.sort((one, other) => +one.start - +other.start),
		unknown: schedules.filter(({ problem }) => problem !== undefined),
	};
}

/** Calendars of other organizations may show slots only. */
function blocksOf({ items, slots }: Schedule): Block[] {
	return items.length > 0 ? items : slots;
}

function toInterval({ start, end }: Span): Interval {
	return { start: start.toMillis(), end: end.toMillis() };
}

function toConflictJson({ who, status, start, end, subject }: Conflict) {
	return { who, status, start: toIso(start), end: toIso(end), subject };
}

function show(moment: number, zone: string): string | undefined {
	const shown = DateTime.fromMillis(moment, { zone });
	return shown.isValid ? toIso(shown) : undefined;
}
