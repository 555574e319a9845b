import type { DateTime } from 'luxon';
import type { Span } from './calendarView';

/** How somebody is taken; Graph's `oof` in words. */
export type Status = 'free' | 'tentative' | 'busy' | 'outOfOffice' | 'workingElsewhere' | 'unknown';

/** A span of time in which somebody is taken, or free. */
export interface Block {
	start: DateTime<true>;
	end: DateTime<true>;
	status: Status;
	/** Only where the owner lets the account see it. */
	subject?: string;
	location?: string;
	isPrivate?: boolean;
}

/**
 * The digits of an availability view in their order:
 * https://learn.microsoft.com/graph/api/resources/scheduleinformation
 */
const DIGITS: Status[] = ['free', 'tentative', 'busy', 'outOfOffice', 'workingElsewhere'];
/** Which status wins where several meet, the weakest first. */
const STRENGTH: Status[] = ['free', 'workingElsewhere', 'tentative', 'busy', 'outOfOffice'];
/** A status of an event or a schedule in words. */
export function toStatus(status: string | null | undefined): Status {
	if (status === 'oof') return 'outOfOffice';
	return DIGITS.find((word) => word === status) ?? 'unknown';
}

/** The other way round: one digit for each slot, that of the strongest status in it. */
export function toView(items: Block[], span: Span, slotMinutes: number): string {
	const count = Math.ceil(span.end.diff(span.start).as('minutes') / slotMinutes);
	return Array.from({ length: count }, (_, index) => {
		const start = span.start.plus({ minutes: index * slotMinutes });
		const end = start.plus({ minutes: slotMinutes });
		const found = items.filter((item) => item.start < end && item.end > start);
		const strongest = Math.max(0, ...found.map(({ status }) => STRENGTH.indexOf(status)));
		return String(DIGITS.indexOf(STRENGTH[strongest] ?? 'free'));
	}).join('');
}

/** One digit for each slot from the start of the span; equal neighbours become one block. */
export function decode(view: string, span: Span, slotMinutes: number, zone: string): Block[] {
	const blocks: Block[] = [];
	for (const [index, digit] of [...view].entries()) {
		const start = span.start.plus({ minutes: index * slotMinutes }).setZone(zone);
		const slotEnd = start.plus({ minutes: slotMinutes });
		const end = (slotEnd < span.end ? slotEnd : span.end).setZone(zone);
		if (!start.isValid || !end.isValid || start >= end) break;
		pushJoined(blocks, { start, end, status: DIGITS[Number(digit)] ?? 'unknown' });
	}
	return blocks;
}

/** Adds a block, or makes the last one longer that it continues. */
export function pushJoined(blocks: Block[], block: Block): void {
	const last = blocks.at(-1);
	if (last?.status === block.status && +last.end === +block.start) last.end = block.end;
	else blocks.push({ ...block });
}
