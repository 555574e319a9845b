import { type GraphCall, param } from '../call';
import { checkIdShape } from '../mail/find';
import { itemNotFound } from '../problem';
import type { EntityType } from '../query/filter';
import { CONTACT_PROPERTIES, type SimContact, type SimContactFolder } from './store';

export const CONTACT_TYPE: EntityType = {
	name: 'Microsoft.OutlookServices.Contact',
	properties: new Set(CONTACT_PROPERTIES),
};

/** The folder that the path names; the default one where it names none (fact: contact-folder-name). */
export function findFolder(call: GraphCall): SimContactFolder {
	const id = call.params.folder;
	const isNamed =
		id === 'contacts' && call.world.readings.is({ fact: 'contact-folder-name', as: 'named' });
	const folder = call.mailbox.contacts.folder(isNamed ? undefined : id);
	if (folder !== undefined) return folder;
	if (id !== undefined) checkIdShape(id);
	throw itemNotFound();
}

/** The contact that the path names. */
export function findContact(call: GraphCall): SimContact {
	const id = param(call, 'contact');
	checkIdShape(id);
	const contact = call.mailbox.contacts.find(id);
	if (contact === undefined) throw itemNotFound();
	return contact;
}
