import { z } from 'zod';
import type { ApiAnswer, JsonObject } from '../../exchange';
import { checkAccess, type GraphCall, type GraphRoutes, readBody } from '../call';
import { createChangeKey } from '../ids';
import { badRequest, GraphProblem, itemNotFound } from '../problem';
import type { EntityType } from '../query/filter';
import { entityAnswer, listAnswer } from '../query/list';
import { caseless } from '../schemas';
import { findCalendar, findEvent } from './find';
import type { SimCalendar } from './store';

const CALENDAR_TYPE: EntityType = {
	name: 'Microsoft.OutlookServices.Calendar',
	properties: new Set([
		'id',
		'name',
		'color',
		'hexColor',
		'changeKey',
		'canShare',
		'canViewPrivateItems',
		'canEdit',
		'isDefaultCalendar',
		'isRemovable',
		'owner',
		'allowedOnlineMeetingProviders',
		'defaultOnlineMeetingProvider',
		'isTallyingResponses',
	]),
};

const calendarSchema = z
	.object({
		name: z.string().min(1).optional(),
		color: caseless([
			'auto',
			'lightBlue',
			'lightGreen',
			'lightOrange',
			'lightGray',
			'lightYellow',
			'lightTeal',
			'lightPink',
			'lightBrown',
			'lightRed',
			'maxColor',
		]).optional(),
		'@odata.type': z.string().optional(),
	})
	.strict();

function show(call: GraphCall, calendar: SimCalendar): JsonObject {
	const mayWrite = call.mailbox === call.caller || call.rights?.calendar === 'readWrite';
	const canEdit = mayWrite && calendar.isReadOnly !== true;
	return {
		id: calendar.id,
		name: calendar.name,
		color: calendar.color,
		hexColor: '',
		changeKey: createChangeKey(`${calendar.id}/${calendar.name}/${calendar.color}`),
		canShare: call.mailbox === call.caller,
		canViewPrivateItems: call.mailbox === call.caller,
		canEdit,
		isDefaultCalendar: calendar.isDefault,
		isRemovable: !calendar.isDefault,
		isTallyingResponses: true,
		// As recorded of personal accounts (fact: online-personal).
		allowedOnlineMeetingProviders: [call.mailbox.personal ? 'unknown' : 'teamsForBusiness'],
		defaultOnlineMeetingProvider: call.mailbox.personal ? 'unknown' : 'teamsForBusiness',
		owner: { name: call.mailbox.displayName, address: call.mailbox.address },
	};
}

function checkName(call: GraphCall, name: string, self?: SimCalendar): void {
	const taken = call.mailbox.calendar.calendars.some(
		(calendar) => calendar !== self && calendar.name.toLowerCase() === name.toLowerCase(),
	);
	if (taken) {
		throw new GraphProblem(
			409,
			'ErrorFolderExists',
			'A folder with the specified name already exists.',
		);
	}
}

function getCalendar(call: GraphCall): ApiAnswer {
	checkAccess(call, 'calendar', 'read');
	return entityAnswer(call, show(call, findCalendar(call)), CALENDAR_TYPE);
}

/** The calendar that contains an event: https://learn.microsoft.com/graph/api/resources/event#relationships */
function getCalendarOfEvent(call: GraphCall): ApiAnswer {
	checkAccess(call, 'calendar', 'read');
	const event = findEvent(call);
	const calendar = call.mailbox.calendar.calendar((event.master ?? event).calendarId);
	if (calendar === undefined) throw itemNotFound();
	return entityAnswer(call, show(call, calendar), CALENDAR_TYPE);
}

function patchCalendar(call: GraphCall): ApiAnswer {
	checkAccess(call, 'calendar', 'readWrite');
	const calendar = findCalendar(call);
	const input = readBody(call, calendarSchema);
	if (input.name !== undefined) checkName(call, input.name, calendar);
	calendar.name = input.name ?? calendar.name;
	calendar.color = input.color ?? calendar.color;
	return entityAnswer(call, show(call, calendar), CALENDAR_TYPE);
}

/** Handlers for calendars. fact: calendar-view. */
export const calendarRoutes: GraphRoutes = {
	'GET /calendars': (call) => {
		checkAccess(call, 'calendar', 'read');
		return listAnswer(call, {
			items: call.mailbox.calendar.calendars,
			type: CALENDAR_TYPE,
			render: (calendar) => show(call, calendar),
			defaultTop: 10,
			maxTop: 1000,
		});
	},
	'POST /calendars': (call) => {
		checkAccess(call, 'calendar', 'readWrite');
		const input = readBody(call, calendarSchema);
		if (input.name === undefined) throw badRequest('name is required.');
		checkName(call, input.name);
		const calendar = call.mailbox.calendar.addCalendar(input.name, input.color);
		return entityAnswer(call, show(call, calendar), CALENDAR_TYPE, { status: 201 });
	},
	'GET /calendar': getCalendar,
	'GET /events/:event/calendar': getCalendarOfEvent,
	'GET /calendars/:calendar/events/:event/calendar': getCalendarOfEvent,
	'PATCH /calendar': patchCalendar,
	'GET /calendars/:calendar': getCalendar,
	'PATCH /calendars/:calendar': patchCalendar,
	'DELETE /calendars/:calendar': (call) => {
		checkAccess(call, 'calendar', 'readWrite');
		const store = call.mailbox.calendar;
		const before = store.deletedCalendars;
		store.deletedCalendars = before.filter(({ id }) => id !== call.params.calendar);
		if (store.deletedCalendars.length < before.length) return { status: 204 };
		const calendar = findCalendar(call);
		if (calendar.isDefault) {
			throw new GraphProblem(
				403,
				'ErrorDeleteDistinguishedFolder',
				'Distinguished folders cannot be deleted.',
			);
		}
		store.deletedCalendars.push(calendar);
		store.calendars = store.calendars.filter((entry) => entry !== calendar);
		store.events = store.events.filter((event) => event.calendarId !== calendar.id);
		return { status: 204 };
	},
};
