import { DateTime } from 'luxon';
import { z } from 'zod';
import { isValid } from '../../shared/text/moments';
import type { Span } from './span';
import { isOverlap } from './span';
import type { Weekday } from './weekdays';
import { weekdayOf } from './weekdays';

/**
 * Graph's statuses, with `oof` in words. They stand in the order of the digits of an availability view:
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

/** Which status counts where several overlap: the last of them in this list. */
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
 * The block of an appointment from Graph. One whose time cannot be read may be anywhere in the span that was asked for,
 * so that the whole span is `unknown`. It is left out where its status takes no time anyway.
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

/** Graph's status of an event or a schedule as one of ours. */
export function toStatus(word: Given<string>): Status {
	if (word === 'oof') return 'outOfOffice';
	return blockStatus.options.find((status) => status === word) ?? 'unknown';
}

/** The status of each slot, from the digits of an availability view. */
export function readView(view: string): Status[] {
	return [...view].map((digit) => blockStatus.options[Number(digit)] ?? 'unknown');
}

/** Whether somebody is taken for a while: a reminder may be an appointment of no length. */
export function takesTime({ start, end }: Span): boolean {
	return start < end;
}

/** The status of each slot of a span: the strongest of the blocks that lie in it. */
export function statusOfSlots(blocks: Block[], { start, end }: Span, minutes: number): Status[] {
	const place = (moment: DateTime) => (+moment - +start) / (minutes * MINUTE_MS);
	const strengths = new Array<number>(Math.ceil(place(end))).fill(0);
	for (const block of blocks.filter(takesTime)) {
		const strength = STRENGTH.indexOf(block.status);
		const last = Math.min(strengths.length, Math.ceil(place(block.end)));
		for (let slot = Math.max(0, Math.floor(place(block.start))); slot < last; slot++) {
			strengths[slot] = Math.max(strengths[slot] ?? 0, strength);
		}
	}
	return strengths.map((strength) => STRENGTH[strength] ?? 'free');
}

/** The slots of a span as blocks in a zone; neighbours of equal status are one block. */
export function toBlocks(slots: Status[], span: Span, minutes: number, zone: string): Block[] {
	const blocks: Block[] = [];
	const at = (slot: number) =>
		DateTime.min(span.start.plus({ minutes: slot * minutes }), span.end).setZone(zone);
	let first = 0;
	for (const [index, status] of slots.entries()) {
		if (slots[index + 1] === status) continue;
		const [start, end] = [at(first), at(index + 1)];
		if (!start.isValid || !end.isValid || start >= end) break;
		blocks.push({ start, end, status });
		first = index + 1;
	}
	return blocks;
}

/** Adds a block; one that continues the last block with the same status makes that one longer. */
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

const MINUTE_MS = 60_000;
/** Meetings begin at quarters of an hour. */
const GRID_MS = 15 * MINUTE_MS;

/**
 * The first free slots of a span that lie within the working hours of one day, each beginning at a
 * quarter of an hour and none overlapping another.
 */
export function findFreeSlots({ busy, span, minutes, count, ...search }: SlotSearch): Span[] {
	const slots: Span[] = [];
	const taken = joinSpans(busy);
	let next = 0;
	for (let day = span.start.startOf('day'); day < span.end; day = day.plus({ days: 1 })) {
		if (!search.workingDays.includes(weekdayOf(day))) continue;
		const open = atMinute(day, search.workingHours.start);
		const close = DateTime.min(atMinute(day, search.workingHours.end), span.end);
		let slot = slotFrom(DateTime.max(open, span.start), minutes);
		while (slot.end <= close) {
			if (slots.length >= count) return slots;
			while (+(taken[next]?.end ?? Infinity) <= +slot.start) next++;
			const nextTaken = taken[next];
			const isTaken = nextTaken && isOverlap(slot, nextTaken);
			if (!isTaken) slots.push(slot);
			slot = slotFrom(isTaken ? nextTaken.end : slot.end, minutes);
		}
	}
	return slots;
}

/** Spans in the order of time; those that overlap or touch are one. */
function joinSpans(spans: Span[]): Span[] {
	const joined: Span[] = [];
	for (const { start, end } of [...spans].sort((one, other) => +one.start - +other.start)) {
		const last = joined.at(-1);
		if (last && start <= last.end) last.end = DateTime.max(last.end, end);
		else joined.push({ start, end });
	}
	return joined;
}

/** Whether no slot of so many minutes lies in a span, whoever is taken and at whatever hours. */
export function isTooShort({ start, end }: Span, minutes: number): boolean {
	return slotFrom(start, minutes).end > end;
}

function atMinute(day: DateTime, minute: number): DateTime {
	return day.set({ hour: Math.floor(minute / 60), minute: minute % 60 });
}

/** The slot that begins at the next quarter of an hour. That is one in every zone: all are off UTC by whole quarters. */
function slotFrom(moment: DateTime, minutes: number): Span {
	const { zone } = moment;
	const start = DateTime.fromMillis(Math.ceil(+moment / GRID_MS) * GRID_MS, { zone });
	return { start, end: start.plus({ minutes }) };
}
