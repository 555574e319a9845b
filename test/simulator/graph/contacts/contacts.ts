import type { ApiAnswer } from '../../exchange';
import {
	checkAccess,
	checkMatch,
	type GraphCall,
	type GraphRoutes,
	param,
	readBody,
} from '../call';
import { badRequest, GraphProblem } from '../problem';
import type { EntityType } from '../query/filter';
import { type FilterNode, parseFilter } from '../query/filterParser';
import { entityAnswer, listAnswer } from '../query/list';
import { isoSeconds } from '../text';
import { CONTACT_TYPE, findContact, findFolder } from './find';
import type { ContactInput } from './schemas';
import { contactFolderSchema, contactSchema } from './schemas';

const FOLDER_TYPE: EntityType = {
	name: 'Microsoft.OutlookServices.ContactFolder',
	properties: new Set(['id', 'displayName', 'parentFolderId']),
};

/** Address conditions of a filter, each with whether it is the supported form. */
function addressTests(node: FilterNode): boolean[] {
	switch (node.kind) {
		case 'and':
		case 'or':
			return [...addressTests(node.left), ...addressTests(node.right)];
		case 'not':
			return addressTests(node.inner);
		case 'any':
		case 'all': {
			if (node.path[0] !== 'emailAddresses') return [];
			const { inner } = node;
			const isEquality =
				inner.kind === 'compare' && inner.operator === 'eq' && inner.path.at(-1) === 'address';
			return [node.kind === 'any' && isEquality];
		}
		default:
			return node.path[0] === 'emailAddresses' ? [false] : [];
	}
}

/** Only `emailAddresses/any(a:a/address eq '..')`, and not mixed by `or` (fact: contact-by-address). */
function checkContactFilter(text: string): void {
	const node = parseFilter(text);
	const tests = addressTests(node);
	const mixed = tests.length > 0 && node.kind === 'or';
	if (tests.includes(false) || mixed) {
		throw badRequest('The query filter clause is invalid.', 'ErrorInvalidUrlQueryFilter');
	}
}

function listContacts(call: GraphCall): ApiAnswer {
	checkAccess(call, 'contacts', 'read');
	const folder = findFolder(call);
	const filter = call.query.get('$filter');
	if (filter !== null) checkContactFilter(filter);
	const contacts = call.mailbox.contacts.contacts.filter(
		(contact) => contact.parentFolderId === folder.id,
	);
	return listAnswer(call, {
		items: contacts.map((contact) => contact.render(call.ids)),
		type: CONTACT_TYPE,
		render: (contact) => contact,
		defaultTop: 10,
		maxTop: 1000,
		// Undocumented, and reported to give wrong rows (fact: contact-search).
		refuses: ['$search'],
	});
}

/** Entries that a list holds at most; the message as it was seen: microsoft-graph-docs/issues/15276. */
const MAX_ENTRIES = { emailAddresses: 3, businessPhones: 2 } as const;

function readContact(call: GraphCall): ContactInput {
	const input = readBody(call, contactSchema);
	for (const name of ['emailAddresses', 'businessPhones'] as const) {
		const count = input[name]?.length ?? 0;
		const max = MAX_ENTRIES[name];
		if (count <= max) continue;
		const property = name.charAt(0).toUpperCase() + name.slice(1);
		throw badRequest(
			`The multi value property ${property} has ${count} entries, that exceeds the max allowed value of ${max}`,
		);
	}
	return input;
}

function createContact(call: GraphCall): ApiAnswer {
	checkAccess(call, 'contacts', 'readWrite');
	const folder = findFolder(call);
	const input = readContact(call);
	// fact: contact-first-name.
	if (!input.givenName) {
		throw badRequest(
			"The property 'GivenName' is required when creating the entity.",
			'ErrorInvalidProperty',
		);
	}
	const contact = call.mailbox.contacts.add(input, input.parentFolderId ?? folder.id);
	return entityAnswer(call, contact.render(call.ids), CONTACT_TYPE, { status: 201 });
}

/** One level of folders alone (fact: contact-folders-below). */
function listFolders(call: GraphCall): ApiAnswer {
	checkAccess(call, 'contacts', 'read');
	const { id: parent } = findFolder(call);
	return listAnswer(call, {
		items: call.mailbox.contacts.folders.filter((folder) => folder.parentFolderId === parent),
		type: FOLDER_TYPE,
		render: ({ id, displayName, parentFolderId }) => ({ id, displayName, parentFolderId }),
		defaultTop: 10,
		maxTop: 1000,
	});
}

/** Handlers for contacts. fact: contact-folders, fact: contact-addresses-whole. */
export const contactRoutes: GraphRoutes = {
	'GET /contacts': listContacts,
	'POST /contacts': createContact,
	'GET /contactFolders/:folder/contacts': listContacts,
	'POST /contactFolders/:folder/contacts': createContact,
	'GET /contacts/:contact': (call) => {
		checkAccess(call, 'contacts', 'read');
		return entityAnswer(call, findContact(call).render(call.ids), CONTACT_TYPE);
	},
	'PATCH /contacts/:contact': (call) => {
		checkAccess(call, 'contacts', 'readWrite');
		const contact = findContact(call);
		checkMatch(call, contact.etag);
		contact.change(readContact(call), isoSeconds(call.now));
		return entityAnswer(call, contact.render(call.ids), CONTACT_TYPE);
	},
	'DELETE /contacts/:contact': (call) => {
		checkAccess(call, 'contacts', 'readWrite');
		const { contacts } = call.mailbox;
		contacts.delete(contacts.find(param(call, 'contact'), contacts.deleted) ?? findContact(call));
		return { status: 204 };
	},
	// The default folder is reached by /contacts, those in it by this list (fact: contact-folders).
	'GET /contactFolders': listFolders,
	'GET /contactFolders/:folder/childFolders': listFolders,
	'POST /contactFolders': (call) => {
		checkAccess(call, 'contacts', 'readWrite');
		const { displayName } = readBody(call, contactFolderSchema);
		const taken = call.mailbox.contacts.folders.some(
			(folder) => folder.displayName === displayName,
		);
		if (taken) {
			throw new GraphProblem(409, 'ErrorFolderExists', 'A folder of this name exists already.');
		}
		const { id, parentFolderId } = call.mailbox.contacts.addFolder(displayName);
		const folder = { id, displayName, parentFolderId };
		return entityAnswer(call, folder, FOLDER_TYPE, { status: 201 });
	},
};
