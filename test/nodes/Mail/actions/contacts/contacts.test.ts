import type { INodeParameters } from 'n8n-workflow';
import { betweenPages } from '../../../../harness/betweenPages';
import { leastHeld, longestHold } from '../../../../harness/eventLoop';
import {
	asked,
	expectOnlyShared,
	own,
	provider,
	runForOne,
	runStep,
	SHARED_MAILBOX,
	useMailboxes,
} from '../../../../harness/mail';
import { failureOf, locator } from '../../../../harness/steps';

useMailboxes();

const create = async (givenName: string, more: object = {}, mailbox = '') =>
	String((await runForOne('contact.createContact', { givenName, mailbox, ...more })).id);

describe('Get Contact', () => {
	it('returns the contact without its empty fields', async () => {
		const id = await create('Ann', { surname: 'Lee' });
		const contact = await runForOne('contact.getContact', { contact: locator('id', id) });
		expect(contact).toMatchObject({ id, givenName: 'Ann', surname: 'Lee' });
		expect(Object.values(contact)).not.toContain('');
		expect(Object.values(contact)).not.toContain(null);
	});

	it.each(['1990-05-17T11:59:00Z', '1990-05-17T12:00:00Z'])(
		'tells a birthday as the day that it is, which Microsoft calls %s',
		async (birthday) => {
			const id = await create('Ann');
			own().contacts.find(id)?.change({ birthday }, '2026-03-02T10:00:00Z');
			const read = await runForOne('contact.getContact', { contact: locator('id', id) });
			expect(read.birthday).toBe('1990-05-17');
		},
	);

	it('says so when there is none', async () => {
		const failure = await failureOf(
			runForOne('contact.getContact', { contact: locator('id', 'nobody') }),
		);
		expect(failure.message).toContain('Not found');
	});
});

describe('List Contacts', () => {
	it('has each contact once where another one is added while the pages are read', async () => {
		const store = own().contacts;
		for (let one = 0; one < 1_200; one++) store.add({ displayName: `${one}` });
		const isAdded = betweenPages(() => {
			const added = store.add({ displayName: 'first of all' });
			store.contacts = [added, ...store.contacts.filter((contact) => contact !== added)];
		});
		const listed = await runStep('contact.listContacts', { returnAll: true });
		expect(isAdded()).toBe(true);
		expect(new Set(listed.map(({ json }) => json.id)).size).toBe(listed.length);
	});
});

describe('Find Contact', () => {
	it('reads the contacts once a run, however many items look for somebody', async () => {
		for (let one = 0; one < 600; one++) own().contacts.add({ displayName: `Person ${one}` });
		const items = [7, 599, 7].map((one) => ({ json: { search: `Person ${one}` } }));
		const looking = { search: '={{ $json.search }}', property: 'name' };
		const found = await runStep('contact.findContact', looking, { items });
		const names = found.map(({ json, pairedItem }) => ({ name: json.displayName, pairedItem }));
		expect(names.filter(({ name }) => name === 'Person 599')).toEqual([
			{ name: 'Person 599', pairedItem: { item: 1 } },
		]);
		expect(asked()).toEqual(['GET /me/contacts', 'GET /me/contacts']);
	});
});

describe('Update Contact', () => {
	it('changes what was given and keeps the rest', async () => {
		const id = await create('Ann', { surname: 'Lee', details: { companyName: 'Contoso' } });
		const contact = await runForOne('contact.updateContact', {
			contact: locator('id', id),
			details: { jobTitle: 'Accountant' },
		});
		expect(contact).toMatchObject({ companyName: 'Contoso', jobTitle: 'Accountant' });
	});

	// fact: write-conflict.
	it('reads the contact again where somebody else wrote at the same moment', async () => {
		const id = await create('Ann', { details: { businessPhones: '+1 425 555 0100' } });
		const error = { code: 'ErrorIrresolvableConflict', message: 'Changed' };
		provider().faults.next({ method: 'PATCH' }, { status: 412, body: { error } });
		provider().requests.clear();
		const added = { contact: locator('id', id), details: { businessPhones: '+1 425 555 0199' } };
		const contact = await runForOne('contact.updateContact', added);
		expect(contact.businessPhones).toEqual(['+1 425 555 0100', '+1 425 555 0199']);
		const [read, write] = ['GET', 'PATCH'].map((method) => `${method} /me/contacts/${id}`);
		expect(asked().map(decodeURIComponent)).toEqual([read, write, read, write]);
	});

	// fact: item-if-match.
	it.each([
		['updateContact', (id: string) => ({ contact: locator('id', id) })],
		['upsertContact', () => ({ email: 'ann@contoso.com' })],
	])('%s keeps what another execution added in between', async (operation, named) => {
		const [first, second] = ['+1 425 555 0100', '+1 425 555 0199'];
		const id = await create('Ann', {
			emailAddresses: 'ann@contoso.com',
			details: { businessPhones: first },
		});
		const old = { id, '@odata.etag': 'W/"old"', emailAddresses: [{ address: 'ann@contoso.com' }] };
		const body = operation === 'updateContact' ? old : { value: [old] };
		provider().faults.next({ method: 'GET' }, { status: 200, body });
		const added = { ...named(id), details: { businessPhones: second } };
		const contact = await runForOne(`contact.${operation}`, added);
		expect(contact.businessPhones).toEqual([first, second]);
	});

	it('keeps a shown name of its own when the last name changes', async () => {
		const id = await create('Ann', { surname: 'Lee', details: { displayName: 'Annie' } });
		const contact = await runForOne('contact.updateContact', {
			contact: locator('id', id),
			surname: 'Park',
		});
		expect(contact).toMatchObject({ displayName: 'Annie', surname: 'Park' });
	});

	it.each(['middleName', 'title', 'generation'])(
		'keeps a shown name of its own when %s changes alone',
		async (part) => {
			const id = await create('Ann', { surname: 'Lee', details: { displayName: 'Annie' } });
			const contact = await runForOne('contact.updateContact', {
				contact: locator('id', id),
				details: { [part]: 'New' },
			});
			expect(contact).toMatchObject({ displayName: 'Annie', [part]: 'New' });
		},
	);

	it('asks for nothing where the shown name is given', async () => {
		const id = await create('Ann', { details: { displayName: 'Annie' } });
		provider().requests.clear();
		await runForOne('contact.updateContact', {
			contact: locator('id', id),
			details: { middleName: 'Marie', displayName: 'Ann M.' },
		});
		expect(asked()).toEqual([`PATCH /me/contacts/${encodeURIComponent(id)}`]);
	});

	it.each(['Ann Lee', 'Ann Marie Lee', 'Dr. Ann Lee Jr.', 'Dr. Ann Marie Lee Jr.'])(
		'shows the contact under the new last name where the shown name is made of its parts: %s',
		async (displayName) => {
			const details = { title: 'Dr.', middleName: 'Marie', generation: 'Jr.', displayName };
			const id = await create('Ann', { surname: 'Lee', details });
			const contact = await runForOne('contact.updateContact', {
				contact: locator('id', id),
				surname: 'Park',
			});
			expect(contact.displayName).toContain('Park');
			expect(contact.displayName).not.toContain('Lee');
		},
	);

	it.each(['Ann', 'Marie Lee', 'Ann Marie Lee (Sales)'])(
		'keeps a shown name that has some of its parts, or more: %s',
		async (displayName) => {
			const details = { middleName: 'Marie', displayName };
			const id = await create('Ann', { surname: 'Lee', details });
			const contact = await runForOne('contact.updateContact', {
				contact: locator('id', id),
				surname: 'Park',
			});
			expect(contact).toMatchObject({ displayName, surname: 'Park' });
		},
	);

	it('changes the city of an address and keeps its street', async () => {
		const businessAddress = { address: { street: '1 Main Street', city: 'Redmond' } };
		const id = await create('Ann', { details: { businessAddress } });
		const contact = await runForOne('contact.updateContact', {
			contact: locator('id', id),
			details: { businessAddress: { address: { city: 'Seattle' } } },
			listChange: 'replace',
		});
		expect(contact.businessAddress).toEqual({ street: '1 Main Street', city: 'Seattle' });
	});

	it.each([
		['added and left empty', { city: '', state: '' }],
		['filled by an expression that gives nothing', { city: '={{ $json.city }}' }],
	])('leaves out an address that was %s', async (_, address) => {
		const id = await create('Ann', { details: { homeAddress: { address: { state: 'WA' } } } });
		const update = async (details: INodeParameters) =>
			await runForOne('contact.updateContact', { contact: locator('id', id), details });
		provider().requests.clear();
		const failure = await failureOf(update({ homeAddress: { address } }));
		expect(failure.message).toContain('nothing would change');
		expect(asked()).toEqual([]);
		const contact = await update({ jobTitle: 'Accountant', homeAddress: { address } });
		expect(contact).toMatchObject({ jobTitle: 'Accountant', homeAddress: { state: 'WA' } });
		expect(asked()).toEqual([`PATCH /me/contacts/${encodeURIComponent(id)}`]);
	});

	describe('of lists', () => {
		const ann = async () =>
			await create('Ann', {
				emailAddresses: 'Ann Lee <ann@contoso.com>',
				details: { businessPhones: '+1 425 555 0100', categories: 'Customer' },
			});
		const change = {
			emailAddresses: 'ann@example.com',
			details: { businessPhones: '+1 425 555 0199', categories: 'Blue' },
		};
		const update = async (id: string, more: INodeParameters = {}) =>
			await runForOne('contact.updateContact', { contact: locator('id', id), ...more });

		it('adds what is named to what is there', async () => {
			expect(await update(await ann(), change)).toMatchObject({
				emailAddresses: [
					{ address: 'ann@contoso.com', name: 'Ann Lee' },
					{ address: 'ann@example.com' },
				],
				businessPhones: ['+1 425 555 0100', '+1 425 555 0199'],
				categories: ['Customer', 'Blue'],
			});
		});

		it('puts it in the place of what is there when Replace is chosen', async () => {
			expect(await update(await ann(), { ...change, listChange: 'replace' })).toMatchObject({
				emailAddresses: [{ address: 'ann@example.com' }],
				businessPhones: ['+1 425 555 0199'],
				categories: ['Blue'],
			});
		});

		it('names nothing twice, however it is written, and takes a new name for an address', async () => {
			const updated = await update(await ann(), {
				emailAddresses: 'Ann Park <ANN@contoso.com>',
				details: { businessPhones: '+1 (425) 555-0100', categories: 'customer' },
			});
			expect(updated).toMatchObject({
				emailAddresses: [{ address: 'ANN@contoso.com', name: 'Ann Park' }],
				businessPhones: ['+1 425 555 0100'],
				categories: ['Customer'],
			});
		});

		it('takes a number for the same with the zero that is not dialled from abroad', async () => {
			const id = await create('Ann', { details: { businessPhones: '+49 (0)30 1234' } });
			expect(await update(id, { details: { businessPhones: '+49 30 1234' } })).toMatchObject({
				businessPhones: ['+49 (0)30 1234'],
			});
		});

		it('takes no two numbers for one whose letters differ: words are dialled too', async () => {
			const id = await create('Ann', { details: { businessPhones: '1-800-FLOWERS' } });
			const details = { businessPhones: '1 800 CONTACT' };
			expect(await update(id, { details })).toMatchObject({
				businessPhones: ['1-800-FLOWERS', '1 800 CONTACT'],
			});
		});

		it('keeps what every one of several items adds', async () => {
			const id = await ann();
			await runStep(
				'contact.updateContact',
				{ contact: locator('id', id), emailAddresses: '={{ $json.address }}' },
				{ items: [{ json: { address: 'b@example.com' } }, { json: { address: 'c@example.com' } }] },
			);
			const { emailAddresses } = await update(id, { surname: 'Lee' });
			expect(emailAddresses).toHaveLength(3);
		});

		it('says nothing of full lists where Microsoft refuses something else', async () => {
			const id = await ann();
			const error = {
				code: 'ErrorInvalidProperty',
				message: "The property 'Birthday' has an invalid value.",
			};
			provider().faults.next({ method: 'PATCH' }, { status: 400, body: { error } });
			const failure = await failureOf(update(id, { details: { birthday: '1990-05-17' } }));
			expect(failure.message).toContain("'Birthday' has an invalid value");
			expect(failure.description).not.toContain('List Change');
		});

		it('says how to put one in the place of another when a contact is full', async () => {
			const id = await ann();
			const emailAddresses = 'b@example.com, c@example.com, d@example.com';
			const failure = await failureOf(update(id, { emailAddresses }));
			expect(failure.description).toContain(
				'A person can replace them with Update Contact and List Change',
			);
			expect(await update(id, { emailAddresses, listChange: 'replace' })).toMatchObject({
				emailAddresses: [{}, {}, {}],
			});
		});
	});

	// fact: contact-emptied.
	it.each(['add', 'replace'])(
		'takes away what is to be empty, and nothing else (%s)',
		async (listChange) => {
			const address = { address: { city: 'Redmond', street: '1 Main Street' } };
			const details = { mobilePhone: '+1', businessPhones: '+2', birthday: '1990-05-17' };
			const kept = { companyName: 'Contoso', homePhones: '+3' };
			const id = await create('Ann', {
				surname: 'Lee',
				emailAddresses: 'ann@contoso.com',
				details: { ...details, ...kept, homeAddress: address, businessAddress: address },
			});
			const emptied = ['surname', 'Email Addresses', ...Object.keys(details), 'homeAddress'];
			const contact = await runForOne('contact.updateContact', {
				contact: locator('id', id),
				listChange,
				emptied,
				details: { homePhones: '+3' },
			});
			expect(contact).toEqual({
				displayName: 'Ann',
				givenName: 'Ann',
				fileAs: expect.any(String),
				companyName: 'Contoso',
				homePhones: ['+3'],
				businessAddress: address.address,
				folder: expect.any(String),
				id,
			});
		},
	);

	it.each(['', 'none', ['n/a'], '[]'])(
		'takes nothing away for a model that names no field, as by %p',
		async (emptied) => {
			const id = await create('Ann', { surname: 'Lee', details: { mobilePhone: '+1' } });
			const given = { contact: locator('id', id), surname: 'Park', emptied };
			await runForOne('contact.updateContact', given, { asTool: true });
			const { fields } = own().contacts.find(id) ?? {};
			expect(fields).toMatchObject({ givenName: 'Ann', surname: 'Park', mobilePhone: '+1' });
		},
	);

	it.each([
		{ emailAddresses: 'new@contoso.com', emptied: ['emailAddresses'] },
		{ details: { businessAddress: { address: { city: 'Bern' } } }, emptied: ['businessAddress'] },
	])('refuses a field that is both filled in and to be emptied: %j', async (given) => {
		const failure = await failureOf(
			runForOne('contact.updateContact', { contact: locator('id', 'any'), ...given }),
		);
		expect(failure.message).toContain('leave out one of the two');
		expect(asked()).toEqual([]);
	});

	it('asks for a change when none is given', async () => {
		const failure = await failureOf(
			runForOne('contact.updateContact', { contact: locator('id', 'any') }),
		);
		expect(failure.message).toContain('nothing would change');
		expect(asked()).toEqual([]);
	});
});

describe('Delete Contact', () => {
	it('does not delete one from Deleted Items too where two items name it', async () => {
		const contact = own().contacts.add({ givenName: 'Ann' });
		const id = contact.idOf('immutable');
		const items = await runStep(
			'contact.deleteContact',
			{ contact: locator('id', id) },
			{ items: [{ json: {} }, { json: {} }] },
		);
		expect(items.map(({ json }) => json)).toEqual([
			{ id, deleted: true },
			{ id, deleted: true },
		]);
		expect(own().contacts.deleted).toEqual([contact]);
	});

	it('does not delete one from Deleted Items too where the answer was lost', async () => {
		const contact = own().contacts.add({ givenName: 'Ann' });
		provider().faults.next({ method: 'DELETE' }, { cut: 'after' });
		const given = { contact: locator('id', contact.idOf('immutable')) };
		const failure = await failureOf(runStep('contact.deleteContact', given, { tries: 3 }));
		expect(failure.message).toContain('may or may not have taken effect');
		expect(own().contacts.deleted).toEqual([contact]);
	});

	it('does not delete one from Deleted Items too where an agent names it in two calls', async () => {
		const contact = own().contacts.add({ givenName: 'Ann' });
		const given = { contact: locator('id', contact.idOf('immutable')) };
		const call = async () => await runStep('contact.deleteContact', given, { asTool: true });
		await Promise.allSettled([call(), call()]);
		expect(own().contacts.deleted).toEqual([contact]);
	});

	it('leaves one that lies in Deleted Items there (fact: contact-delete)', async () => {
		const id = own().contacts.add({ givenName: 'Ann' }).idOf('immutable');
		const body = { id, parentFolderId: own().folder('deleteditems').id };
		provider().faults.next({ method: 'GET', path: /contacts/ }, { status: 200, body });
		const given = { contact: locator('id', id) };
		expect(await runForOne('contact.deleteContact', given)).toEqual({ id, deleted: true });
		expect(provider().requests.count({ method: 'DELETE' })).toBe(0);
	});

	it('deletes it, too, where the account may see no folder of emails', async () => {
		const contact = own().contacts.add({ givenName: 'Ann' });
		provider().faults.next({ path: /mailFolders/ }, { status: 403 });
		const given = { contact: locator('id', contact.idOf('immutable')) };
		expect(await runForOne('contact.deleteContact', given)).toMatchObject({ deleted: true });
		expect(own().contacts.deleted).toEqual([contact]);
	});

	it('deletes it', async () => {
		const id = await create('Ann');
		await runForOne('contact.deleteContact', { contact: locator('id', id) });
		expect(await runStep('contact.listContacts')).toEqual([]);
	});

	it('fails for its own item only under Continue On Fail', async () => {
		const id = await create('Ann');
		const items = await runStep(
			'contact.deleteContact',
			{ contact: locator('id', '={{ $json.id }}') },
			{ items: [{ json: { id: 'nobody' } }, { json: { id } }], continueOnFail: true },
		);
		expect(items[0]?.json).toHaveProperty('error');
		expect(items[1]?.json).toEqual({ id, deleted: true });
	});
});

describe('List Contacts', () => {
	it('lists up to the limit, or all pages', async () => {
		const names = Array.from({ length: 30 }, (_, index) => ({ json: { name: `Person ${index}` } }));
		await runStep('contact.createContact', { givenName: '={{ $json.name }}' }, { items: names });
		expect(await runStep('contact.listContacts', { limit: 7 })).toHaveLength(7);
		expect(await runStep('contact.listContacts', { returnAll: true })).toHaveLength(30);
	});

	it('lists those of a shared mailbox', async () => {
		await create('Ann', {}, SHARED_MAILBOX);
		expect(await runStep('contact.listContacts', { mailbox: SHARED_MAILBOX })).toHaveLength(1);
		expectOnlyShared();
	});
});

// fact: contact-folders-below.
describe('A contact folder below another one', () => {
	const add = (displayName: string, parent?: string) =>
		own().contacts.addFolder(displayName, parent);
	const list = async (name: string) =>
		(await runStep('contact.listContacts', { folder: locator('name', name) })).map(
			({ json }) => json.displayName,
		);

	it.each(['Partners', 'customers/key accounts/partners'])('is found as %s', async (name) => {
		const { id } = add('Partners', add('Key accounts', add('Customers').id).id);
		own().contacts.add({ displayName: 'Ann' }, id);
		expect(await list(name)).toEqual(['Ann']);
	});

	it('is looked for once in a run, however many items name it', async () => {
		const { id } = add('Customers');
		const items = ['Ann', 'Bob', 'Eve'].map((name) => ({ json: { name } }));
		const given = { givenName: '={{ $json.name }}', folder: locator('name', 'Customers') };
		await runStep('contact.createContact', given, { items });
		expect(own().contacts.contacts.map(({ parentFolderId }) => parentFolderId)).toEqual([
			id,
			id,
			id,
		]);
		expect(asked().filter((request) => /Folders$/.test(request))).toHaveLength(2);
	});

	it('gives way to one of the same name at the top, and is refused beside another one', async () => {
		const [one, other] = ['Customers', 'Suppliers'].map((name) => add('VIP', add(name).id));
		own().contacts.add({ displayName: 'Ann' }, one?.id);
		own().contacts.add({ displayName: 'Bob' }, other?.id);
		const { message, description } = await failureOf(list('VIP'));
		expect(message).toBe('Contact Folder: There are 2 contact folders of this name');
		expect(description).toContain('Customers/VIP, Suppliers/VIP');
		expect(await list('Suppliers/VIP')).toEqual(['Bob']);
		own().contacts.add({ displayName: 'Eve' }, add('VIP').id);
		expect(await list('VIP')).toEqual(['Eve']);
	});
});

describe('Find Contact', () => {
	it('tells an agent that nobody was found, and for what', async () => {
		const parameters = { search: 'nobody', property: 'email' };
		const read = async (asTool: boolean) =>
			(await runStep('contact.findContact', parameters, { asTool })).map(({ json }) => json);
		expect(await read(true)).toEqual([{ found: 0, searched: parameters }]);
		expect(await read(false)).toEqual([]);
		await create('Ann', { emailAddresses: 'nobody@contoso.com' });
		expect(await read(true)).toMatchObject([{ givenName: 'Ann' }]);
	});

	it.each(['findContact', 'listContacts'])(
		'tells an agent by %s which contact folders it did not look in, where it found nobody',
		async (name) => {
			const asked = name === 'findContact' ? { search: 'Ann' } : {};
			const read = async (more = {}) =>
				(await runStep(`contact.${name}`, { ...asked, ...more }, { asTool: true })).at(-1)?.json;
			expect(await read()).not.toHaveProperty('more');
			const customers = own().contacts.addFolder('Customers');
			own().contacts.addFolder('VIP', customers.id);
			own().contacts.add({ displayName: 'Ann' }, customers.id);
			expect((await read())?.more).toBe(
				'Only the default contact folder was looked in, not Customers, Customers/VIP. A person can choose one as Contact Folder in this tool.',
			);
			const chosen = { folder: locator('name', 'Customers') };
			expect(await read(chosen)).toEqual(expect.not.objectContaining({ more: expect.anything() }));
			provider().faults.next({ path: /contactFolders/ }, { status: 403 });
			expect(await read()).toMatchObject({ found: 0 });
			own().contacts.add({ displayName: 'Ann' });
			expect(await read()).not.toHaveProperty('more');
		},
	);

	const find = async (search: string, property = 'any') =>
		(await runStep('contact.findContact', { search, property })).map(({ json }) => json.givenName);

	it.each([
		['a whole address', 'ann@contoso.com', 'email'],
		['a part of an address', 'contoso.com', 'email'],
		['a part of the name, whatever its accents', 'JOSÉ', 'name'],
		['the company', 'contoso', 'company'],
		['a phone number without its country code', '425 555-0100', 'phone'],
		['anything', 'jose ramirez', 'any'],
		['words of the name and the company', 'Ramirez Contoso', 'any'],
		['words of the name and the address', 'Jose ann@contoso.com', 'any'],
		['the surname first', 'Ramirez, José', 'any'],
		['the surname first among names', 'Ramirez, José', 'name'],
		['an address with its name', 'José <ann@contoso.com>', 'any'],
		['an address with its name among addresses', 'José <ann@contoso.com>', 'email'],
	])('finds by %s', async (_, search, property) => {
		await create('Jose', {
			surname: 'Ramirez',
			emailAddresses: 'ann@contoso.com',
			details: { companyName: 'Contoso', mobilePhone: '+1 (425) 555-0100' },
		});
		await create('Bob', { surname: 'Park', emailAddresses: 'bob@fabrikam.com' });
		expect(await find(search, property)).toEqual(['Jose']);
	});

	it.each([
		['Lukasz', 'Łukasz', true],
		['\u200Fשרה', 'שרה', true],
		// Daiki and Taiki, Rama and Ram: a mark makes another letter.
		['タイキ', 'ダイキ', false],
		['राम', 'रमा', false],
	])('by %s finds the contact %s: %s', async (search, givenName, isFound) => {
		await create(givenName);
		expect(await find(search)).toEqual(isFound ? [givenName] : []);
	});

	it.each(["O'Brien", 'o’brien', 'Oʼbrien'])(
		'finds %s, whichever apostrophe is written',
		async (search) => {
			await create('Sean', { surname: "O'Brien" });
			await create('Pat', { surname: 'O’Brien' });
			expect(await find(search)).toEqual(['Sean', 'Pat']);
		},
	);

	it('finds a whole address under Any, and nobody whose address has it as a part', async () => {
		for (const [givenName, emailAddresses] of [
			['Ann', 'ann@contoso.com'],
			['Joann', 'joann@contoso.com'],
			['Eve', 'ann@contoso.com.example'],
		]) {
			await create(String(givenName), { emailAddresses });
		}
		expect(await find('ANN@contoso.com')).toEqual(['Ann']);
		expect(await find('Ann <ann@contoso.com>')).toEqual(['Ann']);
		expect(await find('@contoso.com')).toHaveLength(3);
		// Without the ending of its domain it is a part.
		expect(await find('ann@contoso')).toHaveLength(3);
	});

	it('of many items in many contacts holds the event loop for a few of them at a time', async () => {
		for (let one = 0; one < 3_000; one++) {
			own().contacts.add({ displayName: `Contact number ${one}`, companyName: 'Contoso Limited' });
		}
		const search = '={{ "number " + $itemIndex }}';
		const look = async (count: number) => {
			const items = Array.from({ length: count }, () => ({ json: {} }));
			const find = async () => await runStep('contact.findContact', { search }, { items });
			return (await longestHold(find)).held;
		};
		// The first one compiles what all need; reading the contacts holds it, too.
		const reading = Math.min(await look(1), await look(1));
		// 1,000 items look into 3,000,000 names: in one go they take a second.
		const added = (await leastHeld(reading + 250, async () => await look(1_000))) - reading;
		expect(added).toBeLessThan(250);
	});

	it('looks for many phone numbers in what was read of the contacts once', async () => {
		for (let one = 0; one < 2_000; one++) {
			const mobilePhone = `+49 170 ${1_000_000 + one}`;
			const businessPhones = ['+49 (0)30 123456', '+49 (0)30 123457'];
			const displayName = `Contact number ${one}`;
			own().contacts.add({ displayName, mobilePhone, businessPhones, homePhones: businessPhones });
		}
		const work = async (property: string, count: number) => {
			const parameters = { property, search: '={{ "0171 " + (1000000 + $itemIndex) }}' };
			const items = Array.from({ length: count }, () => ({ json: {} }));
			const before = process.threadCpuUsage();
			await runStep('contact.findContact', parameters, { items });
			const { user, system } = process.threadCpuUsage(before);
			return user + system;
		};
		const added = async (property: string) =>
			(await work(property, 400)) - (await work(property, 1));
		await added('phone');
		// Five numbers take longer than one name; where each item reads them anew, they take 20 times as long.
		const ratio = await leastHeld(10, async () => (await added('phone')) / (await added('name')));
		expect(ratio).toBeLessThan(10);
	});

	describe('by phone', () => {
		const addWithPhone = async (givenName: string, mobilePhone: string) =>
			await create(givenName, { details: { mobilePhone } });
		beforeEach(async () => {
			await addWithPhone('Ann', '+1 425 555 2024');
			await addWithPhone('Bob', '+1 425 555 0100');
			await addWithPhone('Nobody', '000-000-0000');
		});

		it.each(['ann2024@contoso.com', 'Contoso 2024', 'Ann2024'])(
			'looks under Any for no digits of an address or a name: %s',
			async (search) => {
				expect(await find(search)).toEqual([]);
			},
		);

		it.each([
			['425 555-2024', 'Ann'],
			['(0425) 555 0100', 'Bob'],
			['0100', 'Bob'],
			['+1 (425) 555.0100', 'Bob'],
		])('finds %s under Any, and no number of zeros', async (search, name) => {
			expect(await find(search)).toEqual([name]);
		});

		it.each(['0000', '000000', '00 9100', '9999', '100'])(
			'finds nobody by %s, whose digits nobody has',
			async (search) => {
				expect(await find(search)).toEqual([]);
				expect(await find(search, 'phone')).toEqual([]);
			},
		);

		it.each([
			['+49 (0)30 555 0200', '+49 30 555 0200'],
			['+49 30 555 0200', '+49 (0)30 555 0200'],
			['０３－５５５５－０２００', '03-5555-0200'],
		])('knows a number as people write it elsewhere: %s for %s', async (saved, searched) => {
			await addWithPhone('Yui', saved);
			expect(await find(searched, 'phone')).toEqual(['Yui']);
			expect(await find(searched, 'any')).toEqual(['Yui']);
		});

		it('takes what stands around a number where only phone numbers are looked in', async () => {
			expect(await find('tel:+1-425-555-0100', 'phone')).toEqual(['Bob']);
		});
	});

	it.each(["o'neil@contoso.com, bob@contoso.com", 'ann@contoso.com;\nbob@contoso.com'])(
		'refuses several addresses, which no contact can match: %j',
		async (search) => {
			const failure = await failureOf(find(search));
			expect(failure.message).toContain('Search: takes one address');
			expect(asked()).toEqual([]);
			expect(await find('Lee, Ann ann@contoso.com')).toEqual([]);
		},
	);

	it.each([
		['*', 'List Contacts returns all'],
		[' ', 'is required'],
	])('refuses %j', async (search, message) => {
		expect((await failureOf(find(search))).message).toContain(message);
		expect(asked()).toEqual([]);
	});

	it('gives no items when nobody matches', async () => {
		await create('Bob');
		expect(await find('Zoe')).toEqual([]);
		expect(await find(',')).toEqual([]);
	});
});
