import { number, text } from '../../../shared/step/fieldKinds';
import { wantedText } from '../../../shared/step/inputSchemas';
import { limitOf, limitReached, returnAllFields } from '../../../shared/step/returnAll';
import { explainLiteral } from '../../../shared/text/literalSearch';
import { readRooms, roomItem } from '../../calendar/rooms';
import { defineMailOperation } from '../../operation';

/** @see https://learn.microsoft.com/graph/api/place-list */
export const listRooms = defineMailOperation({
	label: 'List Rooms',
	action: 'List meeting rooms',
	summary: 'The meeting rooms of the organization; an administrator has to consent',
	returns: 'one item for each room, with its address, size and equipment',
	toolText:
		'Give the address of a room to Create Event to book it. Check Availability says whether it is free.',
	permission: ['Place.Read.All'],
	effects: [],
	output: roomItem,
	modelKeys: Object.keys(roomItem.omit({ id: true }).shape),
	fields: [
		text('name', 'Name', 'A part of the name of the room; leave empty for all', {
			placeholder: 'e.g. Blue',
			input: wantedText,
			byModel: true,
		}),
		text('building', 'Building', 'A part of the name of the building; leave empty for all', {
			placeholder: 'e.g. Headquarters',
			input: wantedText,
			byModel: true,
		}),
		number('capacity', 'Minimum Number of People', 'Only rooms with at least this many seats', {
			typeOptions: { minValue: 0 },
			hint: '0 for all rooms',
			narrows: true,
			byModel: true,
		}),
		...returnAllFields,
	],
	explain: { name: explainLiteral, building: explainLiteral },
	async run(input, { graph, notices }) {
		const { rooms, complete } = await readRooms(graph, { ...input, limit: limitOf(input) });
		const results = rooms.map((json) => ({ json }));
		const cut = !complete && limitReached(`${results.length} rooms`, notices, 'name a building');
		return notices.cut(results, cut, cut && MOST_SHOWN);
	},
});

const MOST_SHOWN = 'Microsoft may show an application no more than 100 rooms.';
