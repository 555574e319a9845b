import { applicationCredential } from '../../../../harness/credentialsHelper';
import { OWN_MAILBOX } from '../../../../harness/executeNode';
import { asked, own, provider, runForOne, runStep, useMailboxes } from '../../../../harness/mail';
import { failureOf } from '../../../../harness/steps';

useMailboxes();

const step = 'calendar.listRooms';

function addRooms(count: number) {
	for (let index = 0; index < count; index++) {
		provider().graph.rooms.push({
			id: `room${index}`,
			displayName: `Room ${index}`,
			emailAddress: `room${index}@contoso.com`,
			building: index % 2 === 0 ? 'North' : 'South',
			capacity: index,
		});
	}
}

const names = async (given = {}) =>
	(await runStep(step, { returnAll: true, ...given })).map(({ json }) => json.name);

describe('List Rooms', () => {
	it('says where a room is, how large, and what is in it', async () => {
		addRooms(1);
		const [room] = provider().graph.rooms;
		if (!room) throw new Error('There is no room');
		room.capacity = 8;
		room.more = {
			floorNumber: 3,
			bookingType: 'reserved',
			isWheelChairAccessible: true,
			videoDeviceName: 'Camera',
			tags: ['bean bags'],
			phone: '',
		};
		await expect(runForOne(step)).resolves.toEqual({
			name: 'Room 0',
			address: 'room0@contoso.com',
			building: 'North',
			floor: '3',
			capacity: 8,
			bookable: false,
			wheelchairAccessible: true,
			videoDevice: 'Camera',
			tags: ['bean bags'],
			id: 'room0',
		});
	});

	it('lists more than a page holds, and takes a size that is written as text', async () => {
		addRooms(150);
		expect(await names()).toHaveLength(150);
		expect(asked()).toEqual(Array.from({ length: 2 }, () => 'GET /places/microsoft.graph.room'));
		const value = [{ id: 'A', displayName: null, capacity: '12' }];
		provider().faults.next({}, { status: 200, body: { value } });
		await expect(runForOne(step)).resolves.toEqual({
			name: '',
			capacity: 12,
			bookable: true,
			id: 'A',
		});
	});

	// fact: rooms-paging.
	it('reads on where no page names the next one, and ends behind one that is full', async () => {
		addRooms(200);
		expect(await names({ capacity: 199 })).toEqual(['Room 199']);
		const skipped = provider().requests.all.flatMap(({ query }) => query.$skip ?? '');
		expect(skipped).toEqual(['', '100', '200']);
	});

	it('ends where the same page comes again, as for an application, and says so', async () => {
		addRooms(150);
		const credential = applicationCredential(provider());
		const given = { returnAll: true, mailbox: OWN_MAILBOX };
		const rooms = await runStep(step, given, { credential, asTool: true });
		expect(rooms).toHaveLength(100);
		expect(rooms.at(-1)?.json.more).toContain('no more than 100 rooms');
	});

	it.each([
		[{ building: 'north', capacity: 7 }, ['Room 8']],
		[{ capacity: 9 }, ['Room 9']],
		[{ name: 'ROOM 1' }, ['Room 1']],
		[{ capacity: 0, building: 'south' }, ['Room 1', 'Room 3', 'Room 5', 'Room 7', 'Room 9']],
		[{ building: 'Nowhere' }, []],
	])('finds rooms by %j', async (given, expected) => {
		addRooms(10);
		expect(await names(given)).toEqual(expected);
	});

	it('finds a room however the letters of its names are put together', async () => {
		const displayName = 'Cafe\u0301';
		const room = { id: 'A', displayName, emailAddress: 'a@contoso.com' };
		provider().graph.rooms.push({ ...room, building: 'Se\u0301bastopol' });
		for (const given of [{ name: 'caf\u00E9' }, { building: 's\u00E9bas' }]) {
			expect(await names(given)).toEqual([displayName]);
		}
	});

	it('reads its list once for several items', async () => {
		addRooms(150);
		const items = ['north', 'south'].map((building) => ({ json: { building } }));
		const given = { building: '={{ $json.building }}', returnAll: true };
		const rooms = await runStep(step, given, { items });
		expect(rooms).toHaveLength(150);
		expect(provider().requests.count({ path: /room$/ })).toBe(2);
	});

	it.each([
		['calendar.listCalendars', /calendars$/],
		['email.listLabels', /masterCategories$/],
	])('so does %s', async (other, path) => {
		await runStep(other, {}, { items: [{ json: {} }, { json: {} }] });
		expect(provider().requests.count({ path })).toBe(1);
	});

	it('returns no more than the limit, and says so to a model', async () => {
		addRooms(5);
		const items = await runStep(step, { limit: 2 }, { asTool: true });
		expect(items.map(({ json }) => json.name)).toEqual(['Room 0', 'Room 1']);
		expect(items[1]?.json.more).toContain('name a building. A person can raise Limit');
		const all = await runStep(step, { limit: 5 }, { asTool: true });
		expect(all.at(-1)?.json).not.toHaveProperty('more');
	});

	it('says of an account that has no organization that it needs one, and names no ID', async () => {
		provider().faults.next({ path: /room$/ }, { status: 404 });
		const failure = await failureOf(runStep(step));
		expect(failure.description).toMatch(/^Rooms are those of an organization.*work account/);
		expect(failure.description).not.toMatch(/\bID\b/);
	});

	it('says which permission is missing, and who has to consent', async () => {
		own().personal = true;
		const failure = await failureOf(runStep(step));
		expect(failure.message).toContain('not allowed');
		expect(failure.description).toMatch(
			/^Choose Permissions "Custom" in the credential, add the scope Place\.Read\.All, .* An administrator/,
		);
	});
});
