import { rethrow } from '../../shared/http/failures';
import { despiteConflicts } from '../../shared/provider/conflicts';
import { anyObject } from '../../shared/provider/understand';
import { mailPath } from '../graph/paths';
import type { GraphClient } from '../graph/types';
import { unlessChanged } from '../graph/unlessChanged';
import type { Contact, ContactProperties } from './contact';
import { contactAddress, contactShape, versionedContact } from './contact';

/** Properties that hold several entries. */
const LISTS = [
	...(['emailAddresses', 'businessPhones', 'homePhones', 'imAddresses'] as const),
	...(['children', 'categories'] as const),
] as const;
/** Postal addresses, of which each part is a field of its own. */
const ADDRESSES = ['businessAddress', 'homeAddress', 'otherAddress'] as const;
/** Parts of a name, in the order in which they are read. */
const NAME_PARTS = ['title', 'givenName', 'middleName', 'surname', 'generation'] as const;
/** An address is emptied part by part: what null does in its place is not documented. */
const NO_ADDRESS = {
	street: null,
	city: null,
	state: null,
	postalCode: null,
	countryOrRegion: null,
};
/** What has to be read of a contact before its lists, its addresses or the parts of its name are changed. */
const CHANGED_SELECT = ['id', 'displayName', ...NAME_PARTS, ...LISTS, ...ADDRESSES].join(',');

/**
 * The lists of a contact with the entries of a change added. An email address that is there already takes
 * the name that is given with it.
 */
function addToLists(present: Contact, changes: ContactProperties) {
	const lists = LISTS.filter((name) => changes[name]?.length).map((name) => {
		const all = new Map<string, unknown>();
		for (const entry of [present[name], changes[name]].flat()) {
			const key = keyOf(name, entry);
			if (key === '') continue;
			const known = all.get(key);
			all.set(
				key,
				typeof entry === 'string'
					? (known ?? entry)
					: { ...anyObject.parse(known ?? {}), ...anyObject.parse(entry) },
			);
		}
		return [name, [...all.values()]];
	});
	return anyObject.parse(Object.fromEntries(lists));
}

/** The postal addresses of a change, with their present parts: Graph replaces them whole (fact: contact-addresses-whole). */
function completeAddresses(present: Contact, changes: ContactProperties) {
	return Object.fromEntries(
		ADDRESSES.filter((name) => changes[name] !== undefined).map((name) => {
			const given = Object.entries(changes[name] ?? {}).filter(([, part]) => part !== undefined);
			return [name, { ...present[name], ...Object.fromEntries(given) }];
		}),
	);
}

/** Two entries with the same key are one: an address or text in any case, a phone by its digits and letters. */
function keyOf(name: (typeof LISTS)[number], entry: unknown): string {
	if (typeof entry !== 'string')
		return contactAddress.safeParse(entry).data?.address?.toLowerCase() ?? '';
	const text = entry.trim().toLowerCase();
	// Letters are dialled too, or name an extension; a zero in brackets is not, behind a country code.
	return (name.endsWith('Phones') && text.replace(/(?<=\d\s*)\(0\)|[^\p{L}\p{N}]/gu, '')) || text;
}

/** The change that takes away what these properties hold (fact: contact-emptied). */
export function emptyProperties(names: Array<keyof ContactProperties>): ContactProperties {
	const nothingIn = (name: keyof ContactProperties) => {
		if (LISTS.some((list) => list === name)) return [];
		return ADDRESSES.some((address) => address === name) ? NO_ADDRESS : null;
	};
	return Object.fromEntries(names.map((name) => [name, nothingIn(name)]));
}

/** Measured: https://github.com/microsoftgraph/microsoft-graph-docs/issues/15276 */
const LIMITS_HINT =
	'A contact holds at most three email addresses and two business phones. A person can replace them with Update Contact and List Change: Replace.';

/**
 * Changes what is named of a contact, and nothing else.
 * @param addsEntries Whether the entries of lists join those that are there; otherwise they replace them.
 * @param known The contact, where it was read already.
 * @see https://learn.microsoft.com/graph/api/contact-update
 */
export async function patchContact(
	graph: GraphClient,
	id: string,
	changes: ContactProperties,
	addsEntries: boolean,
	known?: Contact,
): Promise<Contact> {
	const path = mailPath`/contacts/${id}`;
	const isNamed = (name: keyof ContactProperties) => changes[name] !== undefined;
	// Graph may make the shown name anew from its parts, unless it is sent along (fact: contact-names).
	const changesName = !isNamed('displayName') && NAME_PARTS.some(isNamed);
	const grows = addsEntries && LISTS.some((name) => changes[name]?.length);
	let last = known;
	return await despiteConflicts(async (tries) => {
		const body = { ...changes };
		let headers = {};
		if (changesName || grows || ADDRESSES.some(isNamed)) {
			const query = { $select: CHANGED_SELECT };
			const present = last ?? (await graph.get(path, versionedContact, { query }));
			headers = unlessChanged(present, tries);
			last = undefined;
			if (grows) Object.assign(body, addToLists(present, changes));
			Object.assign(body, completeAddresses(present, changes));
			const { displayName } = present;
			const isKept = changesName && displayName && !namesOfParts(present).includes(displayName);
			if (isKept) Object.assign(body, { displayName });
		}
		return await graph.patch(path, body, contactShape, { headers }).catch(
			rethrow(
				({ message }) => /max allowed/i.test(message),
				(failure) => failure.withHint(LIMITS_HINT),
			),
		);
	});
}

/** The names that Graph may make: of first and last name, with or without each other part. Which is not documented. */
function namesOfParts(contact: Contact): string[] {
	return NAME_PARTS.reduce<string[]>(
		(names, part) => {
			const longer = names.map((name) => `${name} ${contact[part] ?? ''}`.trim());
			return part === 'givenName' || part === 'surname' ? longer : [...names, ...longer];
		},
		[''],
	);
}
