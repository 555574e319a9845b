import {
	asked,
	expectOnlyShared,
	own,
	provider,
	runForOne,
	SHARED_MAILBOX,
	useMailboxes,
} from '../../../../harness/mail';
import { failureOf, locator } from '../../../../harness/steps';

useMailboxes();

const step = 'contact.createContact';

describe('Create Contact', () => {
	it('creates a contact with all that was given, and nothing that was not', async () => {
		const contact = await runForOne(step, {
			givenName: 'Ann',
			surname: 'Lee',
			emailAddresses: 'Ann Lee <ann@contoso.com>, ann.lee@example.com',
			details: {
				companyName: 'Contoso',
				businessPhones: '+1 425 555 0100; +1 425 555 0101',
				birthday: '1990-05-17',
				homeAddress: { address: { street: 'Main Street 1', city: 'Redmond' } },
				jobTitle: '',
			},
		});
		expect(provider().requests.all[0]?.body).toEqual({
			givenName: 'Ann',
			surname: 'Lee',
			emailAddresses: [
				{ name: 'Ann Lee', address: 'ann@contoso.com' },
				{ address: 'ann.lee@example.com' },
			],
			companyName: 'Contoso',
			businessPhones: ['+1 425 555 0100', '+1 425 555 0101'],
			birthday: '1990-05-17T12:00:00Z',
			homeAddress: { street: 'Main Street 1', city: 'Redmond' },
		});
		expect(contact).toMatchObject({ givenName: 'Ann', companyName: 'Contoso' });
		expect(contact).not.toHaveProperty('jobTitle');
	});

	it.each([
		['={{ new Date("1991-09-20T00:00:00+03:00") }}', 'Europe/Kyiv'],
		['1991-09-19T21:00:00.000Z', 'Europe/Kyiv'],
		['1991-09-20', 'America/New_York'],
		// As databases and Graph's own examples write a day.
		['1991-09-20T00:00:00Z', 'America/New_York'],
		// As Graph gives the birthday of a contact.
		['1991-09-20T12:00:00Z', 'Pacific/Auckland'],
		['1991-09-20T11:59:00Z', 'Pacific/Auckland'],
	])('takes the birthday %s as the day that it is in %s', async (birthday, timezone) => {
		await runForOne(step, { givenName: 'Ann', details: { birthday } }, { timezone });
		expect(provider().requests.all[0]?.body).toMatchObject({ birthday: '1991-09-20T12:00:00Z' });
	});

	const byParts = { givenName: 'Ann', surname: 'Lee' };
	const byName = { details: { displayName: 'Ann Lee' } };
	const byAddress = { givenName: 'Ann', emailAddresses: 'ann@contoso.com' };
	it.each([
		[byAddress, byAddress],
		[byParts, byParts],
		[byName, byName],
		[byParts, byName],
	])('makes one where an agent calls it twice at the same time: %j, %j', async (...given) => {
		const calls = given.map(async (one) => await runForOne(step, one, { asTool: true }));
		const ends = await Promise.allSettled(calls);
		expect(ends.map(({ status }) => status)).toEqual(['fulfilled', 'rejected']);
		expect(own().contacts.contacts).toHaveLength(1);
	});

	it('refuses a contact of a postal address that was added and left empty', async () => {
		const details = { homeAddress: { address: { city: '' } } };
		const failure = await failureOf(runForOne(step, { details }));
		expect(failure.message).toContain('the contact would be empty');
		expect(asked()).toEqual([]);
	});

	it('refuses a birthday that may be two days', async () => {
		const failure = await failureOf(runForOne(step, { details: { birthday: '05/12/1990' } }));
		expect(failure.message).toMatch(/Birthday: is not a date\..*with the year first/);
		expect(asked()).toEqual([]);
	});

	it.each([
		{ givenName: 'Ann' },
		{ details: { displayName: 'Ann' } },
		{ details: { middleName: 'Ann' } },
	])(
		'calls one that has a name (%j) by no other, whatever its address is called',
		async (given) => {
			await runForOne(step, { ...given, emailAddresses: 'Sales <ann@contoso.com>' });
			expect(provider().requests.all[0]?.body).toEqual({
				...(given.details ?? given),
				emailAddresses: [{ name: 'Sales', address: 'ann@contoso.com' }],
			});
		},
	);

	it('creates it in a shared mailbox', async () => {
		await runForOne(step, { givenName: 'Ann', mailbox: SHARED_MAILBOX });
		expectOnlyShared();
	});

	it('refuses an empty contact and a bad address, and sends nothing', async () => {
		expect((await failureOf(runForOne(step))).message).toContain('would be empty');
		const failure = await failureOf(runForOne(step, { emailAddresses: 'ann at contoso' }));
		expect(failure.message).toContain('Email Addresses: entry 1 is not an email address');
		expect(asked()).toEqual([]);
	});

	it('names the folders there are when the name is unknown', async () => {
		const failure = await failureOf(
			runForOne(step, { givenName: 'Ann', folder: locator('name', 'Suppliers') }),
		);
		expect(failure.message).toContain('Contact Folder: The mailbox has no contact folder');
	});

	it('says how the default folder is meant, which Outlook calls Contacts', async () => {
		own().contacts.addFolder('Customers');
		const given = { givenName: 'Ann', folder: locator('name', 'Contacts') };
		const { description } = await failureOf(runForOne(step, given));
		expect(description).toContain('Leave the field empty for the default folder.');
		expect(description).toContain('Customers');
	});
});
