import { field } from '../../../shared/field';
import { wantedText, wholeNumber } from '../../../shared/inputSchemas';
import { limitOf, returnAllFields } from '../../../shared/returnAll';
import { readRooms, roomItem } from '../../calendar/rooms';
import { defineMailOperation } from '../../operation';

/** @see https://learn.microsoft.com/graph/api/place-list */
export const listRooms = defineMailOperation({
	id: 'listRooms',
	label: 'List Rooms',
	action: 'List meeting rooms',
	summary: 'The meeting rooms of the organization; an administrator has to consent',
	returns: 'one item for each room, with its address, size and equipment',
	permission: ['Place.Read.All'],
	output: roomItem,
	fields: [
		field(
			{
				displayName: 'Name',
				name: 'name',
				type: 'string',
				default: '',
				placeholder: 'e.g. Blue',
				description: 'A part of the name of the room; leave empty for all',
			},
			wantedText,
		),
		field(
			{
				displayName: 'Building',
				name: 'building',
				type: 'string',
				default: '',
				placeholder: 'e.g. Headquarters',
				description: 'A part of the name of the building; leave empty for all',
			},
			wantedText,
		),
		field(
			{
				displayName: 'Minimum Number of People',
				name: 'capacity',
				type: 'number',
				typeOptions: { minValue: 0 },
				default: 0,
				hint: '0 for all rooms',
				description: 'Only rooms in which so many people find a seat',
			},
			wholeNumber({ min: 0 }),
		),
		...returnAllFields,
	],
	async run({ name, building, capacity, ...wanted }, { graph, notices }) {
		const { rooms, complete } = await readRooms(graph, {
			name: name?.toLowerCase(),
			building: building?.toLowerCase(),
			capacity,
			limit: limitOf(wanted),
		});
		const results = rooms.map((json) => ({ json }));
		if (complete) return results;
		return notices.cut(
			results,
			`Only ${results.length} rooms are returned. Raise Limit, or name a building.`,
		);
	},
});
