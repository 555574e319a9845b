import { z } from 'zod';
import { explain } from '../../shared/http/failures';
import { rememberPerRun } from '../../shared/provider/perRun';
import { comparable } from '../../shared/text/sameText';
import { howToAdd } from '../failureTexts';
import type { GraphClient } from '../graph/types';

const text = z.string().nullish();

/** https://learn.microsoft.com/graph/api/resources/room */
const roomShape = z.object({
	id: z.string(),
	displayName: text,
	emailAddress: text,
	building: text,
	floorLabel: text,
	floorNumber: z.number().nullish(),
	/** A number as Graph sends it, a text as its page says. */
	capacity: z.union([z.number(), z.string()]).nullish(),
	bookingType: text,
	phone: text,
	audioDeviceName: text,
	videoDeviceName: text,
	displayDeviceName: text,
	/** As the page on rooms writes it, and as the service's metadata does. */
	isWheelchairAccessible: z.boolean().nullish(),
	isWheelChairAccessible: z.boolean().nullish(),
	tags: z.array(z.string()).nullish(),
});

export const roomItem = z.object({
	name: z.string(),
	address: z.string().optional(),
	building: z.string().optional(),
	floor: z.string().optional(),
	capacity: z.number().optional(),
	bookable: z.boolean(),
	wheelchairAccessible: z.boolean().optional(),
	audioDevice: z.string().optional(),
	videoDevice: z.string().optional(),
	displayDevice: z.string().optional(),
	tags: z.array(z.string()).optional(),
	phone: z.string().optional(),
	id: z.string(),
});
type Room = z.output<typeof roomItem>;

/** Most rooms of a page: https://learn.microsoft.com/graph/api/place-list */
const PAGE_SIZE = 100;

const explainPlaces = explain({
	forbidden: howToAdd(
		'Place.Read.All',
		'An administrator of the organization has to consent to it, and it needs a work account.',
	),
	notFound:
		'Rooms are those of an organization: a personal account has none, it takes a work account.',
});

interface WantedRooms {
	/** A part of the name. */
	name?: string;
	/** A part of the building's name. */
	building?: string;
	/** People who find room in it. */
	capacity?: number;
	limit?: number;
}

/**
 * The rooms of the organization that fit. They are tested here, as Graph does not document which filters it takes. No
 * page has a link to the next one: each is asked for by how many rooms were read before it (fact: rooms-paging).
 * @returns `complete` is false when there are more than `limit`, and where the same page comes again.
 */
export async function readRooms(
	graph: GraphClient,
	{ name = '', building = '', capacity = 0, limit = Infinity }: WantedRooms,
): Promise<{ rooms: Room[]; complete: boolean }> {
	const fits = (room: Room) =>
		comparable(room.name).includes(comparable(name)) &&
		comparable(room.building).includes(comparable(building)) &&
		(capacity === 0 || (room.capacity ?? 0) >= capacity);
	const read = new Map<string, Room>();
	for (;;) {
		const known = read.size;
		const page = await readPage(graph, String(known || ''));
		for (const room of page) read.set(room.id, toRoom(room));
		const rooms = [...read.values()].filter(fits);
		if (rooms.length > limit) return { rooms: rooms.slice(0, limit), complete: false };
		const isLast = page.length < PAGE_SIZE;
		if (isLast || read.size === known) return { rooms, complete: isLast };
	}
}

/** A page of rooms, read once in a run. */
const readPage = rememberPerRun(async (graph: GraphClient, $skip: string) => {
	const options = { pageSize: PAGE_SIZE, query: { $skip: $skip || undefined } };
	const path = '/places/microsoft.graph.room';
	return await graph.fromRoot('v1.0').list(path, roomShape, options).catch(explainPlaces);
});

function toRoom(room: z.output<typeof roomShape>): Room {
	const capacity = Number(room.capacity ?? undefined);
	return {
		name: room.displayName ?? '',
		address: room.emailAddress || undefined,
		building: room.building || undefined,
		floor: room.floorLabel || (room.floorNumber ?? undefined)?.toString(),
		capacity: Number.isNaN(capacity) ? undefined : capacity,
		// https://learn.microsoft.com/graph/api/resources/room (bookingType)
		bookable: room.bookingType?.toLowerCase() !== 'reserved',
		wheelchairAccessible: room.isWheelchairAccessible ?? room.isWheelChairAccessible ?? undefined,
		audioDevice: room.audioDeviceName || undefined,
		videoDevice: room.videoDeviceName || undefined,
		displayDevice: room.displayDeviceName || undefined,
		tags: room.tags?.length ? [...room.tags] : undefined,
		phone: room.phone || undefined,
		id: room.id,
	};
}
