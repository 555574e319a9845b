import { DateTime } from 'luxon';
import { locator } from '../harness/steps';
import { wrongRaw, wrongText } from './mail';
import type { Payload } from './payloads';
import { at, differences, entriesOf, listAt, momentOf, pageOf, personOf, textAt } from './payloads';
import type { Stage } from './stage';
import { jsonOf } from './stage';

/** The part of a recurrence that says something. */
function filled(part: unknown): object {
	const entries = Object.entries(Object(part));
	return Object.fromEntries(entries.filter(([, value]) => value && value !== '0001-01-01'));
}

function expectedTimes(event: unknown, zone: string) {
	const [start, end] = [momentOf(at(event, 'start')), momentOf(at(event, 'end'))];
	if (at(event, 'isAllDay') === true) {
		const day = (name: string) => textAt(event, name, 'dateTime').slice(0, 10);
		const last = new Date(Date.parse(day('end')) - 86_400_000);
		return { start: day('start'), end: last.toISOString().slice(0, 10) };
	}
	const shown = (moment: typeof start) =>
		moment?.setZone(zone).toISO({ suppressMilliseconds: true });
	return { start: shown(start), end: shown(end) };
}

function expectedEvent(event: unknown, zone: string) {
	const recurrence = at(event, 'recurrence');
	return {
		id: at(event, 'id'),
		subject: textAt(event, 'subject'),
		...expectedTimes(event, zone),
		location: textAt(event, 'location', 'displayName') || undefined,
		organizer: personOf(at(event, 'organizer')),
		joinUrl: at(event, 'onlineMeeting', 'joinUrl') ?? at(event, 'onlineMeetingUrl'),
		showAs: at(event, 'showAs'),
		isCancelled: at(event, 'isCancelled') || undefined,
		seriesMasterId: at(event, 'seriesMasterId'),
		recurrence: recurrence
			? { pattern: filled(at(recurrence, 'pattern')), range: filled(at(recurrence, 'range')) }
			: undefined,
	};
}

const wrongEvent = (event: unknown, zone: string, output: unknown) => [
	...differences(output, expectedEvent(event, zone)),
	...wrongText(at(event, 'body'), at(output, 'description')),
	...wrongAttendees(event, output),
];

function wrongAttendees(event: unknown, output: unknown): string[] {
	const wanted = listAt(event, 'attendees').flatMap((attendee) => {
		const person = personOf(attendee);
		if (!person) return [];
		const [type, response] = [textAt(attendee, 'type'), textAt(attendee, 'status', 'response')];
		return {
			...person,
			type: type && type !== 'required' ? type : undefined,
			response: response && response !== 'none' ? response : undefined,
		};
	});
	return differences(output, { attendees: wanted });
}

/** An event that takes the time in which it is. */
function isBusy(event: unknown): boolean {
	const [start, end] = [momentOf(at(event, 'start')), momentOf(at(event, 'end'))];
	return (
		start !== undefined &&
		end !== undefined &&
		start < end &&
		at(event, 'isAllDay') !== true &&
		at(event, 'isCancelled') !== true &&
		(at(event, 'showAs') ?? 'busy') === 'busy'
	);
}

/** From the day before the first of the events to the day after the last. */
function daysOf(events: unknown[]) {
	const moments = events.flatMap((event) =>
		['start', 'end'].flatMap((name) => momentOf(at(event, name)) ?? []),
	);
	return {
		start:
			DateTime.min(...moments)
				?.minus({ days: 1 })
				.toISODate() ?? '2020-01-01',
		end:
			DateTime.max(...moments)
				?.plus({ days: 1 })
				.toISODate() ?? '2020-06-30',
	};
}

export async function replayEvent(stage: Stage, payload: Payload): Promise<void> {
	const { headers } = payload;
	const events = entriesOf(payload).filter((event) => textAt(event, 'id'));
	for (const event of events) {
		const id = textAt(event, 'id');
		const path = `/me/events/${encodeURIComponent(id)}`;
		stage.serve({ method: 'GET', path, times: Infinity }, { headers, body: event });
		const timeZone = 'America/Los_Angeles';
		const whole = { eventId: id, options: { body: 'text', maxBodyLength: 0, timeZone } };
		const read = await stage.run('calendar.getEvent', whole);
		stage.judge(payload, 'calendar.getEvent', read, (items) =>
			wrongEvent(event, timeZone, jsonOf(items)),
		);
		const asIs = { eventId: id, simplify: false, options: { body: 'html' } };
		const raw = await stage.run('calendar.getEvent', asIs);
		stage.judge(payload, 'calendar.getEvent raw', raw, (items) =>
			wrongRaw(stage, event, jsonOf(items)),
		);
		stage.clear();
	}
	stage.servePage('/me/calendarView', pageOf(payload), { headers });
	const listed = await stage.run('calendar.listEvents', { ...daysOf(events), returnAll: true });
	const ids = new Set(events.map((event) => textAt(event, 'id')));
	stage.judge(payload, 'calendar.listEvents', listed, (items) => [
		...(items.length === ids.size ? [] : [`${items.length} events instead of ${ids.size}`]),
		...[...ids].filter((id) => !items.some(({ json }) => json.id === id)).map((id) => `lost ${id}`),
	]);
	stage.clear();
	const busy = events.find(isBusy);
	if (!busy) return;
	stage.servePage('/me/calendarView', pageOf(payload), { headers });
	const times = ['start', 'end'].map((name) => momentOf(at(busy, name))?.toUTC().toISO() ?? '');
	const asked = { start: times[0] ?? '', end: times[1] ?? '' };
	const checked = await stage.run('calendar.checkAvailability', asked);
	stage.judge(payload, 'calendar.checkAvailability', checked, (items) =>
		differences(jsonOf(items), { available: false }),
	);
	stage.clear();
}

export async function replayCalendar(stage: Stage, payload: Payload): Promise<void> {
	const calendars = entriesOf(payload).filter((calendar) => textAt(calendar, 'id'));
	stage.servePage('/me/calendars', pageOf(payload), { headers: payload.headers });
	stage.judge(
		payload,
		'calendar.listCalendars',
		await stage.run('calendar.listCalendars', {}),
		(items) => [
			...(items.length === calendars.length ? [] : [`${items.length} of ${calendars.length}`]),
			...calendars.flatMap((calendar, index) => {
				const address = textAt(calendar, 'owner', 'address');
				const name = textAt(calendar, 'owner', 'name') || undefined;
				return differences(items[index]?.json, {
					id: at(calendar, 'id'),
					name: textAt(calendar, 'name'),
					color: at(calendar, 'color'),
					isDefault: at(calendar, 'isDefaultCalendar'),
					canEdit: at(calendar, 'canEdit'),
					owner: address ? { address, name } : undefined,
				});
			}),
		],
	);
	stage.clear();
}

const SLOT_MINUTES = 30;

export async function replaySchedule(stage: Stage, payload: Payload): Promise<void> {
	const rows = entriesOf(payload);
	const addresses = rows.map((row, index) => {
		const id = textAt(row, 'scheduleId');
		return /^[^@\s<>]+@[^@\s<>]+$/.test(id) ? id : `unknown${index}@example.com`;
	});
	const appointments = rows.flatMap((row) => listAt(row, 'scheduleItems'));
	const first = appointments.flatMap((one) => momentOf(at(one, 'start')) ?? []).sort()[0];
	const start = (first ?? momentOf({ dateTime: '2020-03-02T08:00' }))?.toUTC().startOf('hour');
	const slots = Math.max(1, ...rows.map((row) => textAt(row, 'availabilityView').length));
	stage.serve(
		{ method: 'POST', path: '/me/calendar/getSchedule', times: Infinity },
		{ headers: payload.headers, body: pageOf(payload) },
	);
	const outcome = await stage.run('calendar.getFreeBusySchedule', {
		addresses: addresses.join(', '),
		start: start?.toISO() ?? '',
		end: start?.plus({ minutes: SLOT_MINUTES * slots }).toISO() ?? '',
		options: { slotMinutes: SLOT_MINUTES },
	});
	stage.judge(payload, 'calendar.getFreeBusySchedule', outcome, (items) =>
		rows.flatMap((row, index) => wrongSchedule(row, items[index]?.json)),
	);
	stage.clear();
}

function wrongSchedule(row: unknown, output: unknown): string[] {
	if (at(row, 'error')) {
		const problem = textAt(output, 'problem');
		if (!problem) return ['the problem is not told'];
		return /Name of the server|<id>/.test(problem) ? [`names a server: ${problem}`] : [];
	}
	const wanted = listAt(row, 'scheduleItems').map((item) => ({
		start: momentOf(at(item, 'start'))?.toMillis(),
		end: momentOf(at(item, 'end'))?.toMillis(),
		status: at(item, 'status') === 'oof' ? 'outOfOffice' : at(item, 'status'),
	}));
	const found = listAt(output, 'appointments').map((item) => ({
		start: Date.parse(textAt(item, 'start')),
		end: Date.parse(textAt(item, 'end')),
		status: at(item, 'status'),
	}));
	return differences({ found }, { found: wanted });
}

export async function replayMeetingTimes(stage: Stage, payload: Payload): Promise<void> {
	stage.serve({ method: 'POST', path: '/me/findMeetingTimes' }, payload);
	const outcome = await stage.run('calendar.findMeetingTimes', {
		attendees: 'a@example.com',
		duration: 30,
		start: '2020-03-02T08:00',
		end: '2020-03-03T18:00',
	});
	const starts = listAt(payload.body, 'meetingTimeSuggestions').flatMap((suggestion) => {
		const slot = at(suggestion, 'meetingTimeSlot');
		return at(slot, 'end', 'dateTime') ? (momentOf(at(slot, 'start'))?.toMillis() ?? []) : [];
	});
	const given = textAt(payload.body, 'emptySuggestionsReason');
	stage.judge(payload, 'calendar.findMeetingTimes', outcome, (items) => {
		const found = listAt(jsonOf(items), 'suggestions').map((one) =>
			Date.parse(textAt(one, 'start')),
		);
		const reason = given ? `${given.charAt(0).toLowerCase()}${given.slice(1)}` : 'unknown';
		return [
			...differences({ found }, { found: starts }),
			...(found.length === 0 ? differences(jsonOf(items), { reason }) : []),
		];
	});
	stage.clear();
}

export async function replayContact(stage: Stage, payload: Payload): Promise<void> {
	const contacts = entriesOf(payload).filter((contact) => textAt(contact, 'id'));
	for (const contact of contacts) {
		const id = textAt(contact, 'id');
		const path = `/me/contacts/${encodeURIComponent(id)}`;
		stage.serve({ method: 'GET', path }, { headers: payload.headers, body: contact });
		const read = await stage.run('contact.getContact', { contact: locator('id', id) });
		stage.judge(payload, 'contact.getContact', read, (items) =>
			wrongContact(contact, jsonOf(items)),
		);
		stage.clear();
	}
	for (const step of ['contact.listContacts', 'contact.findContact']) {
		const search = contacts.map((contact) => textAt(contact, 'displayName')).find((name) => name);
		if (step === 'contact.findContact' && !search) continue;
		stage.servePage('/me/contacts', pageOf(payload), { headers: payload.headers });
		const outcome = await stage.run(step, { search: search ?? '', returnAll: true });
		stage.judge(payload, step, outcome, (items) => {
			const wanted = contacts.filter(
				(contact) => step === 'contact.listContacts' || textAt(contact, 'displayName') === search,
			);
			return wanted.flatMap((contact) => {
				const found = items.find(({ json }) => json.id === at(contact, 'id'));
				return found ? wrongContact(contact, found.json) : [`lost ${textAt(contact, 'id')}`];
			});
		});
		stage.clear();
	}
}

const CONTACT_FIELDS =
	'id displayName givenName middleName surname title generation initials nickName fileAs mobilePhone businessPhones homePhones imAddresses companyName department jobTitle profession officeLocation manager assistantName spouseName children businessAddress homeAddress otherAddress businessHomePage birthday personalNotes categories';

function wrongContact(contact: unknown, output: unknown): string[] {
	const emails = listAt(contact, 'emailAddresses').map((email) => ({
		address: at(email, 'address'),
		name: at(email, 'name'),
	}));
	const wanted = CONTACT_FIELDS.split(' ').map((name) => [name, withoutBlanks(at(contact, name))]);
	return differences(output, {
		...Object.fromEntries(wanted),
		emailAddresses: withoutBlanks(emails),
	});
}

function withoutBlanks(value: unknown): unknown {
	if (value === null || value === '' || value === undefined) return undefined;
	if (typeof value !== 'object') return value;
	const entries = Object.entries(value)
		.filter(([name]) => !name.startsWith('@'))
		.map(([name, inner]): [string, unknown] => [name, withoutBlanks(inner)])
		.filter(([, inner]) => inner !== undefined);
	if (entries.length === 0) return undefined;
	return Array.isArray(value) ? entries.map(([, inner]) => inner) : Object.fromEntries(entries);
}
