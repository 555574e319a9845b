import { own } from '../../harness/mail';
import { locator } from '../../harness/steps';
import type { MailRow } from './mailbox';
import { begin, create, event, letter, send } from './mailbox';

/** What is there already, or cannot be as it is named: said before something is made. */

const THERE =
	/There is a contact .*already\. Change it with Update Contact, or use Create or Update Contact/;
/** By its name alone a model means the folder as it was: what it moves there is lost, and so is what it deletes again. */
const DELETED =
	/Folder: was deleted and lies in Deleted Items\. Write the whole path, such as: Deleted Items\/(?:2025\/)?Old/;
const SLASH =
	/must be the name of one folder, not a path\. Write its last part, and the folder it lies in as/;
const SHORT = /entry \d is not an email address: its domain has no ending, such as \.com/;
const COMMAS = /entry 1 is not an email address: write commas between several/;

const contacts: MailRow[] = [
	[
		'a contact of the same name',
		'contact.createContact',
		{ givenName: 'Ann', surname: 'Lee' },
		THERE,
	],
	[
		'the same name in another case',
		'contact.createContact',
		{ givenName: 'ANN', surname: 'lee' },
		THERE,
	],
	[
		'a contact of the same address',
		'contact.createContact',
		{ givenName: 'Annie', emailAddresses: 'ANN@contoso.com' },
		THERE,
	],
	[
		'the whole name as the shown one',
		'contact.createContact',
		{ details: { displayName: 'Ann Lee' } },
		THERE,
	],
	[
		'a contact of whom a part of the name is there',
		'contact.createContact',
		{ givenName: 'Ann', surname: 'Stone', emailAddresses: 'ann.stone@contoso.com' },
		() => {
			expect(own().contacts.contacts).toHaveLength(3);
		},
	],
	[
		'another address for a name that is there',
		'contact.upsertContact',
		{ email: 'ann@example.com', givenName: 'Ann', surname: 'Lee' },
		([item]) => {
			expect(item).toMatchObject({ created: true });
		},
	],
];

const folders: MailRow[] = [
	...['Inbox/2026/Invoices', '/Invoices/2026', 'Inbox\\Invoices', 'Customers/Contoso/'].map(
		(name): MailRow => [`the folder ${name}`, 'email.createFolder', { name }, SLASH],
	),
	[
		'a path as the new name',
		'email.renameFolder',
		{ folder: locator('name', 'Done'), name: 'Inbox/Old' },
		/not a path.*Write its last part/,
	],
	[
		'a folder in a folder',
		'email.createFolder',
		{ name: '2026', parent: locator('name', 'Inbox/Customers') },
		([item]) => {
			expect(item).toMatchObject({ name: '2026', parentFolderId: own().folder('Customers').id });
		},
	],
	[
		'a folder that is there',
		'email.createFolder',
		{ name: 'Done' },
		/already exists.* Choose another name, or work with the one that exists/,
	],
	[
		'a folder that is deleted already, by its name alone',
		'email.deleteFolder',
		() => {
			own().addFolder('Old', 'deleteditems');
			return { folder: locator('name', 'Old') };
		},
		DELETED,
	],
	[
		'a move into a folder that is deleted',
		'email.moveEmail',
		({ plan }) => {
			const above = own().addFolder('2025', 'deleteditems');
			own().addFolder('Old', above.id);
			return { messageId: plan, folder: locator('name', 'Old') };
		},
		DELETED,
	],
	[
		'a folder of which a deleted one has the name',
		'email.renameFolder',
		() => {
			own().addFolder('Fabrikam', own().folder('Customers').id);
			own().addFolder('Fabrikam', 'deleteditems');
			return { folder: locator('name', 'Fabrikam'), name: 'Fabrikam Inc' };
		},
		([item]) => {
			expect(item).toMatchObject({ parentFolderId: own().folder('Customers').id });
		},
	],
	[
		'a deleted folder by its path',
		'email.deleteFolder',
		() => {
			own().addFolder('Old', 'deleteditems');
			return { folder: locator('name', 'Deleted Items/Old') };
		},
		([item]) => {
			expect(item).toMatchObject({ deleted: true });
		},
	],
	...['Deleted Items', 'Deleted Items/Old'].map((folder): MailRow => [
		`an email that is to be restored into ${folder}`,
		'email.restoreEmail',
		({ deleted }) => {
			own().addFolder('Old', 'deleteditems');
			return { messageId: deleted, folder: locator('name', folder) };
		},
		/Folder: lies in Deleted Items, as the email does\. Choose another one/,
	]),
	['a label that is there', 'email.createLabel', { name: 'Invoice' }, /has this label already/],
];

const addresses: MailRow[] = [
	...['ann@contoso', 'Ann <ann@contoso>', 'ann.lee@contoso', 'bob@fabrikam.com, ann@localhost'].map(
		(to): MailRow => [to, send, letter(to), SHORT],
	),
	[
		'ann@contoso as an attendee',
		create,
		begin('2031-03-05T10:00', { attendees: 'ann@contoso' }),
		SHORT,
	],
	[
		'ann@contoso as a contact',
		'contact.createContact',
		{ givenName: 'Zoe', emailAddresses: 'zoe@contoso' },
		SHORT,
	],
	...[
		'ann@contoso.com & bob@fabrikam.com',
		'ann@contoso.com and bob@fabrikam.com',
		'ann@contoso.com bob@fabrikam.com',
		'ann@contoso.com / bob@fabrikam.com',
		'ann@contoso.com | bob@fabrikam.com',
	].map((to): MailRow => [to, send, letter(to), COMMAS]),
	[
		'an end of a whole day that is the day after',
		create,
		{ subject: 'Fair', start: '2031-03-05', end: '2031-03-05', allDay: true },
		() => {
			expect(event('Fair')).toMatchObject({ isAllDay: true });
		},
	],
];

export const careless: MailRow[] = [...contacts, ...folders, ...addresses].map(
	([what, ...rest]) => [`before, not after: ${what}`, ...rest],
);
