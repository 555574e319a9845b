import { contactShape, contactsPath, listContactFolders } from '../graph/contacts/contact';
import { mailboxSearch } from './mailboxSearch';

/** The contacts of the default folder by name and first address. */
export const searchContacts = mailboxSearch(async (graph) => {
	const query = { $select: 'id,displayName,emailAddresses' };
	const contacts = await graph.list(contactsPath(undefined), contactShape, { query });
	return contacts
		.map(({ id, displayName, emailAddresses }) => {
			const address = emailAddresses?.[0]?.address;
			const name = displayName || address || 'Without name';
			return { name: address && address !== name ? `${name} (${address})` : name, value: id };
		})
		.sort((one, other) => one.name.localeCompare(other.name));
});

/** The contact folders of the mailbox beside the default one. */
export const searchContactFolders = mailboxSearch(async (graph) =>
	(await listContactFolders(graph)).map(({ id, displayName }) => ({
		name: displayName,
		value: id,
	})),
);
