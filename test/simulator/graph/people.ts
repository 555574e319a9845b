import type { JsonObject } from '../exchange';
import { type GraphRoutes, hasScope } from './call';
import { accessDenied, badRequest } from './problem';
import type { EntityType } from './query/filter';
import { listAnswer } from './query/list';

/** https://learn.microsoft.com/graph/api/resources/person */
export interface SimPerson {
	id: string;
	displayName: string;
	scoredEmailAddresses: Array<{ address: string; relevanceScore: number }>;
	/** Somebody of the organization whom the mailbox has nothing to do with. */
	isOfDirectory?: boolean;
	more?: JsonObject;
}

/** https://learn.microsoft.com/graph/api/resources/room */
export interface SimRoom {
	id: string;
	displayName: string;
	emailAddress: string;
	building?: string;
	capacity?: number;
	more?: JsonObject;
}

/** What somebody is told who wants to write to a mailbox. */
export interface SimTips {
	mailboxFull?: boolean;
	customMailTip?: string;
	deliveryRestricted?: boolean;
	isModerated?: boolean;
}

const PERSON_TYPE: EntityType = {
	name: 'users/people',
	properties: new Set(['id', 'displayName', 'scoredEmailAddresses', 'userPrincipalName']),
};
const ROOM_TYPE: EntityType = {
	name: 'places/microsoft.graph.room',
	properties: new Set(['id', 'displayName', 'emailAddress', 'building', 'capacity']),
};

/** Handlers for people and rooms. fact: people, fact: rooms, fact: rooms-paging. */
export const peopleRoutes: GraphRoutes = {
	// https://learn.microsoft.com/graph/api/user-list-people and concepts/people-example
	'GET /people': (call) => {
		const scopes = call.mailbox === call.caller ? ['People.Read'] : [];
		if (!hasScope(call, ...scopes, 'People.Read.All')) throw accessDenied();
		const search = call.query.get('$search');
		const isPaged = call.query.has('$skip') || call.query.has('$skiptoken');
		if (search !== null && isPaged) throw badRequest('$search takes no $skip.');
		// Only among the people of who signed in.
		if (search !== null && (call.application || call.mailbox !== call.caller)) {
			throw badRequest('$search is not supported for the people of another user.');
		}
		const [, words] = /^"(.*)"$/.exec(search ?? '""') ?? [];
		if (words === undefined) throw badRequest('The search text must stand in quotes.');
		const sources = call.request.headers['x-peoplequery-querysources'] ?? 'Mailbox';
		const wanted = words.toLowerCase();
		const found = call.mailbox.people.filter(
			({ displayName, isOfDirectory, scoredEmailAddresses }) =>
				(!isOfDirectory || sources.includes('Directory')) &&
				[displayName, ...scoredEmailAddresses.map(({ address }) => address)].some((text) =>
					text.toLowerCase().includes(wanted),
				),
		);
		return listAnswer(call, {
			items: found,
			type: PERSON_TYPE,
			render: ({ id, displayName, scoredEmailAddresses, more }) => ({
				id,
				displayName,
				scoredEmailAddresses,
				...more,
			}),
			defaultTop: 10,
			maxTop: 1000,
		});
	},

	// Work accounts only, 100 rooms a page: https://learn.microsoft.com/graph/api/place-list
	'GET /$root/places/microsoft.graph.room': (call) => {
		const isAllowed = hasScope(call, 'Place.Read.All', 'Place.ReadWrite.All');
		if (!isAllowed || call.caller.personal) throw accessDenied();
		// To an application they did nothing (fact: rooms-paging).
		const isPaged = ([name]: [string, string]) => name !== '$skip' && name !== '$top';
		const query = call.application
			? new URLSearchParams([...call.query].filter(isPaged))
			: call.query;
		return listAnswer(
			{ ...call, query },
			{
				items: call.world.rooms,
				type: ROOM_TYPE,
				render: ({ more, ...room }) => ({ bookingType: 'standard', ...room, ...more }),
				defaultTop: 100,
				maxTop: 100,
				hasNoLinks: true,
				refuses: ['$orderby', '$search', '$expand'],
			},
		);
	},
};
