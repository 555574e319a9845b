import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { startCalendarBench } from '../harness/calendar';
import { own, provider, runStep, useMailboxes } from '../harness/mail';
import { locator } from '../harness/steps';
import { MINUTE, startTriggerBench, subjects } from '../harness/trigger';

useMailboxes();

/** What no property of Graph's is, one way or another. */
const ODD = [5, 'odd', true, [null], [5], [[]], {}, { odd: { odd: 5 } }];
/** What is no entry of a list. */
const NO_ENTRIES = [null, 5, 'odd', [], {}, { id: 5 }, { id: null }];

/** A list in which everything is odd that can be, and one entry that is as it should be. */
function poison(healthy: IDataObject): IDataObject[] {
	const odd = Object.keys(healthy).flatMap((name) =>
		ODD.map((value, at) => ({ ...healthy, id: `${name} ${at}`, [name]: value })),
	);
	return odd.filter(({ id }) => typeof id === 'string' && !id.startsWith('id '));
}

const time = { dateTime: '2026-03-03T10:00:00.0000000', timeZone: 'UTC' };
const person = { emailAddress: { name: 'Ann', address: 'ann@contoso.com' } };
const event = {
	id: 'healthy',
	subject: 'Review',
	bodyPreview: 'Agenda',
	body: { contentType: 'text', content: 'Agenda' },
	start: time,
	end: { ...time, dateTime: '2026-03-03T11:00:00.0000000' },
	isAllDay: false,
	location: { displayName: 'Room 4' },
	organizer: person,
	attendees: [{ ...person, type: 'required', status: { response: 'accepted' } }],
	isOnlineMeeting: false,
	onlineMeeting: null,
	onlineMeetingUrl: null,
	showAs: 'busy',
	sensitivity: 'normal',
	importance: 'normal',
	categories: ['Customer'],
	recurrence: null,
	type: 'singleInstance',
	seriesMasterId: null,
	isCancelled: false,
	isOrganizer: true,
	responseStatus: { response: 'organizer' },
	hasAttachments: false,
	createdDateTime: '2026-03-02T12:00:30Z',
	lastModifiedDateTime: '2026-03-02T12:00:30Z',
};
const mail = {
	id: 'healthy',
	conversationId: 'conversation',
	internetMessageId: '<1@contoso.com>',
	receivedDateTime: '2026-03-02T10:00:00Z',
	sentDateTime: '2026-03-02T10:00:00Z',
	from: person,
	sender: person,
	toRecipients: [person],
	ccRecipients: [],
	bccRecipients: [],
	subject: 'Hello',
	bodyPreview: 'Text',
	body: { contentType: 'text', content: 'Text' },
	uniqueBody: { contentType: 'text', content: 'Text' },
	isRead: false,
	isDraft: false,
	flag: { flagStatus: 'notFlagged' },
	importance: 'normal',
	categories: [],
	parentFolderId: 'folder',
	hasAttachments: false,
};
const contact = {
	id: 'healthy',
	displayName: 'Ann Lee',
	givenName: 'Ann',
	surname: 'Lee',
	emailAddresses: [{ address: 'ann@contoso.com', name: 'Ann' }],
	businessPhones: ['1'],
	businessAddress: { city: 'Bern' },
	birthday: null,
	categories: [],
	parentFolderId: 'folder',
};
const folder = {
	id: 'healthy',
	displayName: 'Projects',
	parentFolderId: 'root',
	totalItemCount: 1,
	unreadItemCount: 0,
	isHidden: false,
};
/** Where that is not known, the folder is asked. */
const leaf = { childFolderCount: 0 };

/** Each list that steps read, the entry that it should have, and what is asked for. */
const lists: Array<[string, RegExp, IDataObject, INodeParameters]> = [
	[
		'calendar.listEvents',
		/\/calendarView$/,
		event,
		{ start: '2026-03-03', end: '2026-03-03', returnAll: true },
	],
	[
		'calendar.listCalendars',
		/\/calendars$/,
		{
			id: 'healthy',
			name: 'Team',
			color: 'auto',
			isDefaultCalendar: false,
			canEdit: true,
			owner: { name: 'Ann', address: 'ann@contoso.com' },
		},
		{},
	],
	[
		'calendar.listRooms',
		/\/places\//,
		{
			id: 'healthy',
			displayName: 'Room 4',
			emailAddress: 'room4@contoso.com',
			building: 'North',
			floorNumber: 3,
			capacity: 8,
			bookingType: 'standard',
			isWheelChairAccessible: true,
			tags: ['beamer'],
			phone: '1',
		},
		{ returnAll: true },
	],
	['contact.listContacts', /\/contacts$/, contact, { returnAll: true }],
	[
		'contact.findPeople',
		/\/people$/,
		{
			id: 'healthy',
			displayName: 'Ann',
			scoredEmailAddresses: [{ address: 'ann@contoso.com' }],
			jobTitle: 'Lawyer',
			companyName: null,
			phones: [{ number: '1' }],
			userPrincipalName: 'ann@contoso.com',
			personType: { class: 'Person', subclass: 'Other' },
		},
		{ limit: 1_000 },
	],
	['email.findEmail', /\/messages$/, mail, { returnAll: true }],
	['email.listFolders', /\/mailFolders(\/delta)?$/, folder, { returnAll: true }],
	[
		'email.listLabels',
		/\/masterCategories$/,
		{ id: 'healthy', displayName: 'Customer', color: 'preset1' },
		{},
	],
	[
		'advanced.listRules',
		/\/messageRules$/,
		{
			id: 'healthy',
			displayName: 'Move',
			sequence: 1,
			isEnabled: true,
			hasError: false,
			isReadOnly: false,
			conditions: { subjectContains: ['x'] },
			exceptions: {},
			actions: { delete: true },
		},
		{},
	],
];

function answer(value: unknown[]) {
	const root = provider().graphRoot;
	return { status: 200, body: { value, '@odata.deltaLink': `${root}/v1.0/me/x?$deltatoken=a` } };
}

describe('a list with entries that cannot be read', () => {
	it.each(lists)('%s leaves out what is no entry, and reads the others', async (...list) => {
		const [step, path, healthy, parameters] = list;
		const odd = poison(healthy).map((entry): IDataObject => ({ ...entry, ...leaf }));
		provider().faults.next({ path }, answer([...NO_ENTRIES, ...odd, { ...healthy, ...leaf }]));
		const items = await runStep(step, parameters);
		const ids = items.map(({ json }) => json.id);
		expect(ids.sort()).toEqual([...odd.map(({ id }) => id), 'healthy'].sort());
	});

	it('email.getChanges too', async () => {
		const odd = poison(mail);
		provider().faults.next({ path: /\/delta$/ }, answer([...NO_ENTRIES, ...odd, mail]));
		const parameters = { folder: locator('name', 'Inbox'), returnAll: true };
		const items = await runStep('email.getChanges', parameters);
		expect(items.filter(({ json }) => json.subject === 'Hello').length).toBeGreaterThan(0);
		expect(items.length).toBeGreaterThan(odd.length);
	});

	it('email.getConversation too', async () => {
		const { id } = own().deliver({ subject: 'Hello', from: 'pat@example.com' });
		const odd = poison({ ...mail, id });
		provider().faults.next({ path: /\/me\/messages$/ }, answer([...NO_ENTRIES, ...odd, mail]));
		const [item] = await runStep('email.getConversation', { messageId: id });
		// Those of the same sending count as one.
		expect(item?.json.emails).not.toHaveLength(0);
	});
});

describe('a trigger whose list has entries that cannot be read', () => {
	it.each([
		['arrivals', { event: 'received' }],
		['flagged mails', { event: 'flagged' }],
	])('tells of the other mails (%s)', async (_name, parameters) => {
		const bench = await startTriggerBench(parameters);
		try {
			await bench.activate();
			const { faults } = bench.simulator;
			const flag = { flagStatus: 'flagged' as const };
			const { immutableId, receivedDateTime } = bench.mailbox.deliver({
				subject: 'Hello',
				from: 'pat@example.com',
				receivedDateTime: new Date(bench.time.now + MINUTE).toISOString(),
				flag,
			});
			const row = { id: immutableId, receivedDateTime };
			const value = [...NO_ENTRIES, ...ODD.map((odd) => ({ ...row, id: odd })), row];
			const body = { '@odata.count': value.length, value };
			faults.next({ path: /\/messages$/, times: 2 }, { status: 200, body });
			const told: unknown[] = [];
			for (let poll = 0; poll < 3; poll++) told.push(...subjects(await bench.poll()));
			expect(told).toEqual(['Hello']);
		} finally {
			await bench.stop();
		}
	});

	it('tells of the other events, and of these what can be read', async () => {
		const bench = await startCalendarBench({ event: ['created'], options: { maxEvents: 1_000 } });
		try {
			await bench.activate();
			const odd = poison(event).filter(({ type }) => type !== 'seriesMaster');
			const link = `${bench.simulator.graphRoot}/v1.0/me/calendarView/delta?$deltatoken=x`;
			const body = { value: [...NO_ENTRIES, ...odd, event], '@odata.deltaLink': link };
			bench.simulator.faults.next({ path: /\/delta$/ }, { status: 200, body });
			const items = await bench.poll();
			expect(items.map(({ json }) => json.id)).toContain('healthy');
			const told = new Set(items.map(({ json }) => json.id));
			// One that is called off, and one that says to be part of a series, are not created.
			const missing = odd.map(({ id }) => id).filter((id) => !told.has(id));
			expect(missing.sort()).toEqual(['isCancelled 2', 'seriesMasterId 1']);
		} finally {
			await bench.stop();
		}
	});
});
