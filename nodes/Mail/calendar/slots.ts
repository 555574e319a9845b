import { DateTime } from 'luxon';
import { z } from 'zod';
import { isValid } from '../../shared/text/moments';
import type { Span } from './span';
import { isOverlap } from './span';
import type { Weekday } from './weekdays';
import { weekdayOf } from './weekdays';

/**
 * How somebody is taken; Graph's `oof` in words. In the order of the digits of an availability view:
 * https://learn.microsoft.com/graph/api/resources/scheduleinformation
 */
export const blockStatus = z.enum([
	'free',
	'tentative',
	'busy',
	'outOfOffice',
	'workingElsewhere',
	'unknown',
]);
export type Status = z.output<typeof blockStatus>;

/** Which status wins where several meet, the weakest first. */
const STRENGTH: Status[] = [
	'free',
	'workingElsewhere',
	'tentative',
	'unknown',
	'busy',
	'outOfOffice',
];

/** A span of time in which somebody is taken, or free. */
export interface Block extends Span {
	start: DateTime<true>;
	end: DateTime<true>;
	status: Status;
	/** Only where the owner lets the account see it. */
	subject?: string;
	location?: string;
	isPrivate?: boolean;
}

type Given<T> = T | null | undefined;

/**
 * A block of what Graph tells of an appointment. Without a time that can be read it may be anywhere in
 * the span that was asked for: nothing is known of all that, unless it takes no time anyway.
 */
export function toBlock(
	appointment: {
		start: DateTime<true> | undefined;
		end: DateTime<true> | undefined;
		status?: Given<string>;
		subject?: Given<string>;
		location?: Given<string>;
		isPrivate?: Given<boolean>;
	},
	asked: Span,
): Block | undefined {
	const { start, end, subject, location, isPrivate } = appointment;
	const status = toStatus(appointment.status);
	const details = {
		subject: subject || undefined,
		location: location || undefined,
		isPrivate: isPrivate || undefined,
	};
	if (start && end) return { start, end, status, ...details };
	if (status === 'free' || status === 'workingElsewhere') return undefined;
	const { start: from, end: to } = asked;
	return isValid(from) && isValid(to)
		? { start: from, end: to, status: 'unknown', ...details }
		: undefined;
}

/** A status of an event or a schedule in words. */
export function toStatus(word: Given<string>): Status {
	if (word === 'oof') return 'outOfOffice';
	return blockStatus.options.find((one) => one === word) ?? 'unknown';
}

/** The status of each slot by the digits of an availability view. */
export function readView(view: string): Status[] {
	return [...view].map((digit) => blockStatus.options[Number(digit)] ?? 'unknown');
}

/** The status of each slot of a span by what is on: the strongest in it. */
export function statusOfSlots(blocks: Block[], span: Span, minutes: number): Status[] {
	const count = Math.ceil(span.end.diff(span.start).as('minutes') / minutes);
	return Array.from({ length: count }, (_, index) => {
		const start = span.start.plus({ minutes: index * minutes });
		const slot = { start, end: start.plus({ minutes }) };
		const found = blocks.filter((block) => isOverlap(block, slot));
		const strongest = Math.max(0, ...found.map((block) => STRENGTH.indexOf(block.status)));
		return STRENGTH[strongest] ?? 'free';
	});
}

/** A block for each slot from the start of the span, in a zone; equal neighbours become one. */
export function toBlocks(slots: Status[], span: Span, minutes: number, zone: string): Block[] {
	const blocks: Block[] = [];
	for (const [index, taken] of slots.entries()) {
		const start = span.start.plus({ minutes: index * minutes }).setZone(zone);
		const end = DateTime.min(start.plus({ minutes }), span.end).setZone(zone);
		if (!start.isValid || !end.isValid || start >= end) break;
		pushJoined(blocks, { start, end, status: taken });
	}
	return blocks;
}

/** Adds a block, or makes the last one longer that it continues. */
export function pushJoined(blocks: Block[], block: Block): void {
	const last = blocks.at(-1);
	if (last?.status === block.status && +last.end === +block.start) last.end = block.end;
	else blocks.push({ ...block });
}

export interface SlotSearch {
	/** When somebody is taken, in any order. */
	busy: Span[];
	/** Where slots are looked for, in the zone of the working hours. */
	span: Span;
	/** Length of a slot in minutes. */
	minutes: number;
	/** In minutes after midnight. */
	workingHours: { start: number; end: number };
	workingDays: readonly Weekday[];
	/** How many slots are wanted. */
	count: number;
}

/** Meetings begin at quarters of an hour, in milliseconds. */
const GRID_MS = 15 * 60_000;

/**
 * The first free slots of a span that lie within the working hours of one day, each beginning at a
 * quarter of an hour and none overlapping another.
 */
export function findFreeSlots({ busy, span, minutes, count, ...search }: SlotSearch): Span[] {
	const slots: Span[] = [];
	for (let day = span.start.startOf('day'); day < span.end; day = day.plus({ days: 1 })) {
		if (!search.workingDays.includes(weekdayOf(day))) continue;
		const open = atMinute(day, search.workingHours.start);
		const close = DateTime.min(atMinute(day, search.workingHours.end), span.end);
		let slot = slotFrom(DateTime.max(open, span.start), minutes);
		while (slot.end <= close) {
			if (slots.length >= count) return slots;
			const candidate = slot;
			const taken = busy.find((other) => isOverlap(candidate, other));
			if (!taken) slots.push(candidate);
			slot = slotFrom(taken ? taken.end : candidate.end, minutes);
		}
	}
	return slots;
}

function atMinute(day: DateTime, minute: number): DateTime {
	return day.set({ hour: Math.floor(minute / 60), minute: minute % 60 });
}

/** The slot at the next quarter of an hour: of every zone's clock, as all are off UTC by whole quarters. */
function slotFrom(moment: DateTime, minutes: number): Span {
	const { zone } = moment;
	const start = DateTime.fromMillis(Math.ceil(+moment / GRID_MS) * GRID_MS, { zone });
	return { start, end: start.plus({ minutes }) };
}
