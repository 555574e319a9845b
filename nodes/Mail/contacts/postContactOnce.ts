import type { ProviderFailure } from '../../shared/http/failures';
import { InvalidInput, recover, rethrow } from '../../shared/http/failures';
import { once } from '../../shared/provider/once';
import type { Notices } from '../../shared/step/notices';
import { isSameText } from '../../shared/text/sameText';
import type { GraphClient } from '../graph/types';
import type { Contact, ContactProperties } from './contact';
import { contactShape, contactsPath } from './contact';
import { findContacts } from './findContacts';

/** Two are enough to tell that there are several. */
const SEVERAL = 2;

/** The contacts of a folder that have an email address, two at most; the default folder when it is left out. */
export async function contactsWithAddress(
	graph: GraphClient,
	address: string,
	folder: string | undefined,
): Promise<Contact[]> {
	const { contacts } = await findContacts(graph, address, 'email', { folder, limit: SEVERAL });
	return contacts;
}

/** A new contact, which without a name of its own gets the name that stands with an email address. */
function withName(contact: ContactProperties): ContactProperties {
	const { displayName, givenName, middleName, surname, emailAddresses } = contact;
	if (displayName ?? givenName ?? middleName ?? surname) return contact;
	const name = emailAddresses?.find((address) => address.name)?.name;
	return name ? { ...contact, displayName: name } : contact;
}

/**
 * Makes a contact. Where Microsoft wants a first name (fact: contact-first-name), another name or the address takes its
 * place.
 * @see https://learn.microsoft.com/graph/api/user-post-contacts
 */
export async function postContact(
	graph: GraphClient,
	folder: string | undefined,
	given: ContactProperties,
): Promise<Contact> {
	const contact = withName(given);
	const { displayName, companyName, emailAddresses } = contact;
	const post = async (more: ContactProperties = {}) =>
		await graph.post(contactsPath(folder), { ...contact, ...more }, contactShape);
	const otherName = displayName ?? companyName ?? emailAddresses?.[0]?.address;
	return await post()
		.catch(
			recover(
				(failure) => wantsFirstName(failure) && !contact.surname && Boolean(otherName),
				async () => await post({ givenName: otherName }),
			),
		)
		.catch(
			rethrow(wantsFirstName, (failure) =>
				failure.withHint('Fill in First Name: Microsoft makes no contact without one.'),
			),
		);
}

function wantsFirstName({ kind, message }: ProviderFailure): boolean {
	return kind === 'rejected' && /givenName/i.test(message);
}

/**
 * Makes the contact of an email address. Where the answer is lost, the contact is looked for by the address.
 * @throws ProviderFailure when it is not found either; a caller who looks first may safely try again.
 * @see https://learn.microsoft.com/graph/api/user-post-contacts
 */
export async function postContactOnce(
	graph: GraphClient,
	address: string,
	folder: string | undefined,
	body: ContactProperties,
): Promise<Contact> {
	const notDone = (failure: ProviderFailure) =>
		failure
			.withHint('Run the step again: it looks for the contact before it makes one.')
			.withDetails({ mayHaveHappened: false });
	return await once({
		attempts: 1,
		act: async () => await postContact(graph, folder, body),
		async lookUp(failure) {
			const sayMayBeMade = rethrow('any', () =>
				notDone(failure).withLeft('The contact may have been made already.'),
			);
			return (await contactsWithAddress(graph, address, folder).catch(sayMayBeMade))[0];
		},
		notDone,
	});
}

/** The name under which a new contact is looked for; undefined where it has none. */
export function wholeName(contact: ContactProperties): string | undefined {
	const { displayName, givenName, surname } = contact;
	return (displayName ?? [givenName, surname].filter((part) => part).join(' ')) || undefined;
}

/**
 * Refuses to let a language model make a second contact of an address or a whole name; people may want one.
 * @param folder Where the contact would be made; the default folder when it is left out.
 * @throws InvalidInput, with the steps that change the one that is there.
 */
export async function refuseKnown(
	{ graph, notices }: { graph: GraphClient; notices: Pick<Notices, 'forModel'> },
	contact: ContactProperties,
	folder: string | undefined,
): Promise<void> {
	if (!notices.forModel) return;
	for (const { address } of contact.emailAddresses ?? []) {
		const [known] = address ? await contactsWithAddress(graph, address, folder) : [];
		if (known) throw alreadyThere('email address', 'emailAddresses');
	}
	const name = wholeName(contact);
	if (name === undefined) return;
	const { contacts } = await findContacts(graph, name, 'name', { folder });
	if (contacts.some((contact) => isSameText(contact.displayName, name))) {
		throw alreadyThere('name', contact.displayName === undefined ? 'givenName' : 'displayName');
	}
}

function alreadyThere(what: string, field: string): InvalidInput {
	return new InvalidInput(
		`There is a contact of this ${what} already`,
		field,
		'Change it with Update Contact, or use Create or Update Contact for another address.',
	);
}
