import {
	asked,
	expectOnlyShared,
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
});
