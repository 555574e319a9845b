import { z } from 'zod';
import { presentableText } from '../../shared/http/failures';
import { toChunks } from '../../shared/provider/chunks';
import { withoutServers } from '../graph/failure';
import { mailPath } from '../graph/paths';
import type { GraphClient } from '../graph/types';
import { fromGraphTime, graphTimeShape, toGraphTime, toIso } from '../graph/zones';
import type { Block } from './slots';
import { blockStatus, pushJoined, readView, toBlock, toBlocks } from './slots';
import type { Span } from './span';
import { splitSpan } from './span';
import { toWorkingHours, workingHoursItem, workingHoursShape } from './workingHours';

/** Addresses of one request: https://learn.microsoft.com/graph/outlook-get-free-busy-schedule */
const MAX_ADDRESSES = 20;
/** Days of one request: the same page asks for less than 62. */
const MAX_DAYS = 61;
/** Length of a slot in minutes that Graph takes: https://learn.microsoft.com/graph/api/calendar-getschedule */
export const SLOT_BOUNDS = { minValue: 5, maxValue: 1_440 };

/** When one address is taken or free. */
export interface Schedule {
	address: string;
	/** Why nothing is known of it, in the provider's words. */
	problem?: string;
	/** Single appointments, earliest first. */
	items: Block[];
	/** The whole span in slots; neighbours of equal status are one block. */
	slots: Block[];
	workingHours?: z.output<typeof scheduleItem>['workingHours'];
}

const scheduleShape = z.object({
	scheduleId: z.string().nullish(),
	availabilityView: z.string().nullish(),
	scheduleItems: z
		.array(
			z.object({
				status: z.string().nullish(),
				start: graphTimeShape.nullish(),
				end: graphTimeShape.nullish(),
				subject: z.string().nullish(),
				location: z.string().nullish(),
				isPrivate: z.boolean().nullish(),
			}),
		)
		.nullish(),
	workingHours: workingHoursShape.nullish(),
	error: z.object({ message: z.string().nullish(), responseCode: z.string().nullish() }).nullish(),
});
/** An entry that cannot be read counts as one that is missing: nothing is known of its address. */
const answer = z.object({ value: z.array(scheduleShape.catch({})).nullish() });
type ScheduleAnswer = z.output<typeof scheduleShape>;

export interface ScheduleRequest {
	addresses: string[];
	span: Span;
	/** Length of a slot in minutes. */
	slotMinutes: number;
	/** IANA name of the zone of the answer. */
	zone: string;
}

type Part = Omit<ScheduleRequest, 'addresses'>;

/**
 * When people, rooms and groups are free or taken, as far as they let the account see it; there may be
 * as many addresses, and as long a span, as wanted. An address that cannot be read has a `problem`, and spoils no other.
 * @throws ProviderFailure; `forbidden` or `rejected` for personal accounts, which have no such call.
 * @see https://learn.microsoft.com/graph/api/calendar-getschedule
 */
export async function readOthersSchedules(
	graph: GraphClient,
	request: ScheduleRequest,
): Promise<Schedule[]> {
	const parts = [...splitSpan(request.span, MAX_DAYS)].map((span) => partOf(request, span));
	const readChunk = async (chunk: string[]) => {
		const asking = parts.map(async (part) => await askSchedules(graph, chunk, part));
		const answers = await Promise.all(asking);
		return chunk.map((address) => ({
			address,
			...joinParts(
				parts.map((part, at) => toSchedule(address, pick(answers[at] ?? [], chunk, address), part)),
			),
		}));
	};
	const chunks = toChunks(request.addresses, MAX_ADDRESSES);
	return (await Promise.all(chunks.map(readChunk))).flat();
}

/** What is asked of a part of the span. Its slots are no longer than it: what lies behind it would count, too. */
function partOf({ slotMinutes, zone }: ScheduleRequest, span: Span): Part {
	const length = Math.floor(span.end.diff(span.start).as('minutes'));
	const longest = Math.max(length, SLOT_BOUNDS.minValue);
	return { span, zone, slotMinutes: Math.min(slotMinutes, longest) };
}

async function askSchedules(
	graph: GraphClient,
	schedules: string[],
	{ span: { start, end }, slotMinutes }: Part,
): Promise<ScheduleAnswer[]> {
	// Graph refuses a span that is shorter than one slot.
	const shortest = start.plus({ minutes: slotMinutes });
	const body = {
		schedules,
		// In UTC, which every version of the service reads alike.
		startTime: toGraphTime(start, 'Etc/UTC'),
		endTime: toGraphTime(shortest > end ? shortest : end, 'Etc/UTC'),
		availabilityViewInterval: slotMinutes,
	};
	const path = mailPath`/calendar/getSchedule`;
	return (await graph.post(path, body, answer, { repeatable: true })).value ?? [];
}

/**
 * The answer for an address. A group may be answered under an address that nobody asked for: then its place tells, as
 * Graph answers in the order of the request.
 */
function pick(answers: ScheduleAnswer[], asked: string[], address: string) {
	const isOf = (wanted: string, { scheduleId }: ScheduleAnswer) =>
		scheduleId?.toLowerCase() === wanted.toLowerCase();
	const inPlace = answers[asked.indexOf(address)];
	const isOfAnother = inPlace && asked.some((other) => isOf(other, inPlace));
	return answers.find((answer) => isOf(address, answer)) ?? (isOfAnother ? undefined : inPlace);
}

function toSchedule(
	address: string,
	found: ScheduleAnswer | undefined,
	{ span, slotMinutes, zone }: Part,
): Schedule {
	const isKnown = found?.scheduleItems || found?.availabilityView;
	if (!isKnown || found.error) {
		const { message, responseCode } = found?.error ?? {};
		const problem = presentableText(withoutServers(message)) ?? presentableText(responseCode);
		return { address, problem: problem ?? 'Nothing is known about it', items: [], slots: [] };
	}
	const hours = found.workingHours;
	return {
		address,
		items: (found.scheduleItems ?? []).flatMap(({ start, end, ...item }) => {
			const times = { start: fromGraphTime(start, zone), end: fromGraphTime(end, zone) };
			return toBlock({ ...item, ...times }, span) ?? [];
		}),
		slots: toBlocks(readView(found.availabilityView ?? ''), span, slotMinutes, zone),
		...(hours && { workingHours: toWorkingHours(hours) }),
	};
}

/** Joins the parts of a long span: an appointment that lies in several comes once. */
function joinParts(parts: Schedule[]): Omit<Schedule, 'address'> {
	const slots: Block[] = [];
	const items: Block[] = [];
	const known = new Set<string>();
	const keyOf = ({ start, end, subject }: Block) => JSON.stringify([+start, +end, subject]);
	for (const part of parts) {
		for (const block of part.slots) pushJoined(slots, block);
		// Two of one part may look the same.
		const keys = part.items.map(keyOf);
		items.push(...part.items.filter((_, index) => !known.has(keys[index] ?? '')));
		for (const key of keys) known.add(key);
	}
	const problem = parts.find((part) => part.problem !== undefined)?.problem;
	return { ...parts[0], problem, items, slots };
}

const blockItem = z.object({
	start: z.string(),
	end: z.string(),
	status: blockStatus,
	subject: z.string().optional(),
	location: z.string().optional(),
	isPrivate: z.literal(true).optional(),
});

/** A schedule as `toScheduleJson` puts it out. */
export const scheduleItem = z.object({
	address: z.string(),
	problem: z.string().optional(),
	timeZone: z.string(),
	appointments: z.array(blockItem),
	availability: z.array(blockItem),
	workingHours: workingHoursItem.optional(),
});

/** A schedule as a step puts it out. */
export function toScheduleJson(schedule: Schedule, zone: string) {
	const { address, problem, items, slots, workingHours } = schedule;
	return {
		address,
		...(problem !== undefined && { problem }),
		timeZone: zone,
		appointments: items.map(toBlockJson),
		availability: slots.map(toBlockJson),
		workingHours,
	};
}

function toBlockJson({ start, end, ...others }: Block) {
	return { start: toIso(start), end: toIso(end), ...others };
}
