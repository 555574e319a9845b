import { InvalidInput } from '../../shared/http/failures';
import type { Notices } from '../../shared/step/notices';
import { isSameText } from '../../shared/text/sameText';
import type { GraphClient } from '../graph/types';
import type { ContactProperties } from './contact';
import { findContacts } from './contact';
import { contactsWithAddress } from './postContactOnce';

interface Run {
	graph: GraphClient;
	notices: Pick<Notices, 'forModel'>;
}

/**
 * Refuses to let a language model make a second contact of an address or a whole name; people may want one.
 * @param folder Where the contact would be made; the default folder when it is left out.
 * @throws InvalidInput, with the steps that change the one that is there.
 */
export async function refuseKnown(
	{ graph, notices }: Run,
	{ emailAddresses, displayName, givenName, surname }: ContactProperties,
	folder: string | undefined,
): Promise<void> {
	if (!notices.forModel) return;
	for (const { address } of emailAddresses ?? []) {
		const [known] = address ? await contactsWithAddress(graph, address, folder) : [];
		if (known) throw alreadyThere('email address', 'emailAddresses');
	}
	const name = displayName ?? [givenName, surname].filter((part) => part).join(' ');
	if (name === '') return;
	const { contacts } = await findContacts(graph, name, 'name', { folder });
	if (contacts.some((one) => isSameText(one.displayName, name))) {
		throw alreadyThere('name', displayName === undefined ? 'givenName' : 'displayName');
	}
}

function alreadyThere(what: string, field: string): InvalidInput {
	return new InvalidInput(
		`There is a contact of this ${what} already`,
		field,
		'Change it with Update Contact, or use Create or Update Contact for another address.',
	);
}
