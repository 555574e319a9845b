import * as fc from 'fast-check';
import type { INodeParameters } from 'n8n-workflow';
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

const step = 'contact.upsertContact';
const upsert = async (parameters: INodeParameters) => await runForOne(step, parameters);
const add = (address: string, more: object = {}) =>
	own().contacts.add({ givenName: 'Ann', emailAddresses: [{ address, name: 'Ann' }], ...more });
const contacts = () => own().contacts.contacts.map((contact) => contact.render('immutable'));

describe('Create or Update Contact', () => {
	it('creates a contact for an address that has none', async () => {
		const contact = await upsert({
			email: 'Ann Lee <ann@contoso.com>',
			givenName: 'Ann',
			details: { companyName: 'Contoso' },
		});
		expect(contact).toMatchObject({
			created: true,
			givenName: 'Ann',
			companyName: 'Contoso',
			emailAddresses: [{ address: 'ann@contoso.com', name: 'Ann Lee' }],
		});
		expect(asked()).toEqual(['GET /me/contacts', 'POST /me/contacts']);
	});

	it.each([
		['the same credential', undefined],
		['the same credential, beside one of another Authentication', 'mailAppOAuth2Api'],
	] as const)(
		'makes one contact where two executions come at the same time: %s',
		async (_, kept) => {
			const made = await Promise.all(
				[undefined, kept].map(
					async (keptCredential) =>
						await runForOne(step, { email: 'ann@contoso.com' }, { keptCredential }),
				),
			);
			expect(made.map(({ created }) => created)).toEqual([true, false]);
			expect(contacts()).toHaveLength(1);
		},
	);

	it.each([
		[step, { email: 'Ann Lee <ann@contoso.com>' }],
		['contact.createContact', { emailAddresses: 'ann@example.com, Ann Lee <ann@contoso.com>' }],
	])('makes a contact that is found by the name beside its address: %s', async (made, given) => {
		expect(await runForOne(made, given)).toMatchObject({ displayName: 'Ann Lee' });
		const found = await runForOne('contact.findContact', { search: 'Ann Lee', property: 'name' });
		expect(found.displayName).toBe('Ann Lee');
	});

	// fact: contact-first-name.
	it.each([
		[{}, 'ann@contoso.com'],
		[{ details: { companyName: 'Contoso' } }, 'Contoso'],
		[{ details: { companyName: 'Contoso', displayName: 'Ann Lee' } }, 'Ann Lee'],
	])('makes a contact without a first name (%j) by what it is called else', async (given, name) => {
		const contact = await upsert({ email: 'ann@contoso.com', ...given });
		expect(contact).toMatchObject({ created: true, givenName: name, displayName: name });
		expect(contacts()).toHaveLength(1);
	});

	// fact: contact-first-name.
	it('asks for the first name where only the last one is known', async () => {
		const { description } = await failureOf(upsert({ email: 'ann@contoso.com', surname: 'Lee' }));
		expect(description).toContain('Fill in First Name');
		expect(contacts()).toEqual([]);
	});

	it('changes the city of a postal address and keeps its street', async () => {
		add('ann@contoso.com', { homeAddress: { street: '1 Main Street', city: 'Redmond' } });
		const details = { homeAddress: { address: { city: 'Seattle' } } };
		const contact = await upsert({ email: 'ann@contoso.com', details });
		expect(contact.homeAddress).toEqual({ street: '1 Main Street', city: 'Seattle' });
	});

	it('changes the one that is there and keeps its other addresses and lists', async () => {
		const there = add('ann@contoso.com', {
			emailAddresses: [
				{ address: 'ann@example.com', name: 'Ann' },
				{ address: 'Ann@Contoso.com', name: 'Ann' },
			],
			categories: ['Customer'],
		});
		const contact = await upsert({
			email: 'ann@contoso.com',
			details: { jobTitle: 'Accountant', categories: 'Travel' },
		});
		expect(contact).toMatchObject({
			created: false,
			id: there.idOf('immutable'),
			jobTitle: 'Accountant',
			emailAddresses: [{ address: 'ann@example.com' }, { address: 'Ann@Contoso.com' }],
			categories: ['Customer', 'Travel'],
		});
		const [patch] = provider().requests.matching({ method: 'PATCH' });
		expect(patch?.body).toEqual({ jobTitle: 'Accountant', categories: ['Customer', 'Travel'] });
	});

	it('gives the address a new name beside the other ones', async () => {
		add('ann@contoso.com', {
			emailAddresses: [
				{ address: 'ann@contoso.com', name: 'Ann' },
				{ address: 'ann@example.com', name: 'Ann' },
			],
		});
		expect(await upsert({ email: 'Ann Park <ann@contoso.com>' })).toMatchObject({
			emailAddresses: [
				{ address: 'ann@contoso.com', name: 'Ann Park' },
				{ address: 'ann@example.com', name: 'Ann' },
			],
		});
	});

	it('keeps a shown name of its own when the last name changes', async () => {
		add('ann@contoso.com', { displayName: 'Annie', surname: 'Lee' });
		const contact = await upsert({ email: 'ann@contoso.com', surname: 'Park' });
		expect(contact).toMatchObject({ displayName: 'Annie', surname: 'Park' });
	});

	it('keeps a shown name of its own when a title is added', async () => {
		add('ann@contoso.com', { displayName: 'Annie', surname: 'Lee' });
		const contact = await upsert({ email: 'ann@contoso.com', details: { title: 'Dr.' } });
		expect(contact).toMatchObject({ displayName: 'Annie', title: 'Dr.' });
	});

	it('shows the contact under the new last name where the middle name was shown too', async () => {
		add('ann@contoso.com', { displayName: 'Ann Marie Lee', middleName: 'Marie', surname: 'Lee' });
		const { displayName } = await upsert({ email: 'ann@contoso.com', surname: 'Park' });
		expect(displayName).toBe('Ann Marie Park');
	});

	it('writes nothing when nothing but the address is given', async () => {
		add('ann@contoso.com');
		expect(await upsert({ email: 'ann@contoso.com' })).toMatchObject({ created: false });
		expect(asked()).toEqual(['GET /me/contacts']);
	});

	it('writes nothing when a postal address was added and left empty', async () => {
		add('ann@contoso.com');
		const details = { homeAddress: { address: { city: '' } } };
		expect(await upsert({ email: 'ann@contoso.com', details })).toMatchObject({ created: false });
		expect(asked()).toEqual(['GET /me/contacts']);
	});

	it('refuses an address that several have, names nobody, and writes nothing', async () => {
		add('ann@contoso.com', { displayName: 'Secret One' });
		add('ann@contoso.com', { displayName: 'Secret Two' });
		const { message, description } = await failureOf(
			upsert({ email: 'ann@contoso.com', givenName: 'Bob' }),
		);
		expect(message).toContain('Email Address: belongs to several contacts');
		expect(description).toContain('Update Contact');
		expect(`${message} ${description}`).not.toMatch(/Secret|ann@|AAk/);
		expect(asked()).toEqual(['GET /me/contacts']);
	});

	it('makes one contact of several items with one address, however it is written', async () => {
		const people = fc.array(fc.constantFrom('ann@contoso.com', 'ANN@contoso.com', 'Bob@x.com'), {
			minLength: 1,
			maxLength: 8,
		});
		await fc.assert(
			fc.asyncProperty(people, async (addresses) => {
				provider().graph.reset();
				const items = addresses.map((address) => ({ json: { address } }));
				await runStep(step, { email: '={{ $json.address }}', givenName: 'Ann' }, { items });
				const wanted = new Set(addresses.map((address) => address.toLowerCase()));
				expect(contacts()).toHaveLength(wanted.size);
			}),
			{ numRuns: 15 },
		);
	});

	it('makes one contact when the answer is lost, and returns it', async () => {
		provider().faults.next({ method: 'POST', path: '/me/contacts' }, { cut: 'after' });
		const contact = await upsert({ email: 'ann@contoso.com', givenName: 'Ann' });
		expect(contacts().map(({ id }) => id)).toEqual([contact.id]);
	});

	it('says that it can be run again when the answer is lost and no contact was made', async () => {
		provider().faults.next({ method: 'POST', path: '/me/contacts' }, { cut: 'before' });
		const { description } = await failureOf(upsert({ email: 'ann@contoso.com' }));
		expect(description).toContain('looks for the contact before it makes one');
		expect(contacts()).toEqual([]);
	});

	it('looks in the chosen folder and creates there', async () => {
		add('ann@contoso.com');
		const { id } = own().contacts.addFolder('Customers');
		const contact = await upsert({
			email: 'ann@contoso.com',
			folder: locator('name', 'Customers'),
		});
		expect(contact).toMatchObject({ created: true, folder: id });
	});

	it('works in a shared mailbox', async () => {
		await upsert({ email: 'ann@contoso.com', mailbox: SHARED_MAILBOX });
		expectOnlyShared();
	});

	it('says what to do about a contact that is full', async () => {
		add('ann@contoso.com', { businessPhones: ['1000', '2000'] });
		const failure = await failureOf(
			upsert({ email: 'ann@contoso.com', details: { businessPhones: '3000' } }),
		);
		expect(failure.description).toContain('Update Contact and List Change: Replace');
	});
});
