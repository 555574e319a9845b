import type { IDataObject } from 'n8n-workflow';
import { z } from 'zod';
import { InvalidInput, undefinedOn } from '../../shared/http/failures';
import { anyObject } from '../../shared/provider/understand';
import type { Locator } from '../../shared/step/inputSchemas';
import { normalizeText } from '../../shared/text/normalizeText';
import { isSameText } from '../../shared/text/sameText';
import { foldText } from '../filter/words';
import { readTree } from '../graph/folderTree';
import { filterText } from '../graph/odata';
import { mailPath } from '../graph/paths';
import type { GraphClient } from '../graph/types';

const text = z.string().nullish();
const texts = z.array(z.string().nullable()).nullish();
const address = z
	.object({ street: text, city: text, state: text, postalCode: text, countryOrRegion: text })
	.nullish();

/** An email address of a contact. */
export const contactAddress = z.object({ address: text, name: text });

/** A contact as the package puts it out: https://learn.microsoft.com/graph/api/resources/contact */
export const contactShape = z.object({
	id: z.string(),
	displayName: text,
	givenName: text,
	middleName: text,
	surname: text,
	title: text,
	generation: text,
	initials: text,
	nickName: text,
	fileAs: text,
	emailAddresses: z.array(contactAddress).nullish(),
	mobilePhone: text,
	businessPhones: texts,
	homePhones: texts,
	imAddresses: texts,
	companyName: text,
	department: text,
	jobTitle: text,
	profession: text,
	officeLocation: text,
	manager: text,
	assistantName: text,
	spouseName: text,
	children: texts,
	businessAddress: address,
	homeAddress: address,
	otherAddress: address,
	businessHomePage: text,
	birthday: text,
	personalNotes: text,
	categories: texts,
	parentFolderId: text,
});
export type Contact = z.infer<typeof contactShape>;

/** The properties of a contact that are written. */
export type ContactProperties = Partial<Omit<Contact, 'id' | 'parentFolderId'>>;

/** A contact as `simplifyContact` puts it out. */
export const contactItem = contactShape
	.omit({ id: true, parentFolderId: true })
	.extend({ folder: z.string().optional(), id: z.string() });

/** What a language model gets of one that a step wrote. */
export const CONTACT_KEYS = ['displayName', 'emailAddresses', 'id'] as const;

/** The properties that `simplifyContact` reads. */
export const CONTACT_SELECT = Object.keys(contactShape.shape).join(',');

/** Contacts a page: they are small without photos. */
const PAGE_SIZE = 500;

/** A contact without what is empty in it. */
export function simplifyContact({ parentFolderId, ...contact }: Contact): IDataObject {
	return anyObject.parse(withoutBlanks({ ...contact, folder: parentFolderId }) ?? {});
}

function withoutBlanks(value: unknown): unknown {
	if (value === null || value === undefined || value === '') return undefined;
	if (Array.isArray(value)) {
		const entries = value.map(withoutBlanks).filter((entry) => entry !== undefined);
		return entries.length > 0 ? entries : undefined;
	}
	if (typeof value !== 'object') return value;
	const entries = Object.entries(value)
		.map(([name, entry]): [string, unknown] => [name, withoutBlanks(entry)])
		.filter(([, entry]) => entry !== undefined);
	return entries.length > 0 ? Object.fromEntries(entries) : undefined;
}

/** The contacts of a folder; those of the default folder when it is left out. */
export function contactsPath(folder: string | undefined): string {
	return folder === undefined ? mailPath`/contacts` : mailPath`/contactFolders/${folder}/contacts`;
}

const folderShape = z.object({ id: z.string(), displayName: text });
const notThere = undefinedOn('notFound', 'forbidden');

/**
 * The contact folders of the mailbox beside the default one, all levels: a list has one level (fact: contact-folders-below).
 * @see https://learn.microsoft.com/graph/api/contactfolder-list-childfolders
 */
export async function listContactFolders(graph: GraphClient) {
	const top = mailPath`/contactFolders`;
	const pathBelow = (id: string) => mailPath`/contactFolders/${id}/childFolders`;
	return await readTree(top, pathBelow, async (path) => {
		const level = graph.list(path, folderShape, { query: { $select: 'id,displayName' } });
		// What is in a folder that goes meanwhile, or is not for the account, is left out.
		return path === top ? await level : ((await level.catch(notThere)) ?? []);
	});
}

/**
 * The ID of the contact folder that a locator names, by its path or its name; undefined for the default folder.
 * @throws InvalidInput when no folder, or more than one, has the name.
 */
export async function resolveContactFolder(
	graph: GraphClient,
	locator: Locator | undefined,
): Promise<string | undefined> {
	if (locator?.mode !== 'name') return locator?.value;
	const folders = await listContactFolders(graph);
	const byPath = folders.filter(({ path }) => isSameText(path, locator.value));
	const byName = folders.filter(({ displayName }) => isSameText(displayName, locator.value));
	const found = byPath.length > 0 ? byPath : byName;
	const [folder] = found;
	if (folder && found.length === 1) return folder.id;
	const pathsOf = (several: typeof folders) => several.map(({ path }) => path).join(', ');
	if (folder) {
		throw new InvalidInput(
			`There are ${found.length} contact folders of this name`,
			'folder',
			`Write the whole path, or choose it from the list: ${pathsOf(found)}`,
		);
	}
	const others = folders.length > 0 ? `. The others are: ${pathsOf(folders)}` : '';
	throw new InvalidInput(
		'The mailbox has no contact folder of this name',
		'folder',
		`Leave the field empty for the default folder${others}`,
	);
}

export type ContactProperty = 'any' | 'name' | 'email' | 'company' | 'phone';

/**
 * Contacts that hold a text. An exact address is left to Graph, whose filter knows nothing else of
 * addresses; everything else is compared here, page by page, as its filters and `$search` on
 * contacts give wrong rows.
 * @returns `complete` is false when there are more than `limit`.
 * @see https://learn.microsoft.com/graph/api/user-list-contacts
 */
export async function findContacts(
	graph: GraphClient,
	wanted: string,
	property: ContactProperty,
	{ folder, limit = Infinity }: { folder?: string; limit?: number },
): Promise<{ contacts: Contact[]; complete: boolean }> {
	const isAddress = property === 'email' && /^[^@\s]+@[^@\s]+$/.test(wanted);
	const $filter = `emailAddresses/any(a:a/address eq ${filterText(wanted)})`;
	const found = await graph.collect(contactsPath(folder), contactShape, {
		limit,
		query: { $select: CONTACT_SELECT, ...(isAddress && { $filter }) },
		...(!isAddress && { pageSize: PAGE_SIZE, matches: matcher(wanted, property) }),
	});
	return { contacts: found.items, complete: found.complete };
}

/** `Ann Lee <ann@contoso.com>`, `"Lee, Ann"`. */
const BETWEEN_WORDS = /[\s,;"“”„*()<>]+/;

/** Tells whether texts have all words of another one together, whatever the case and accents. */
export function holdsWordsOf(wanted: string): (texts: Array<string | null | undefined>) => boolean {
	// `Lee, Ann` is Ann Lee.
	const split = foldText(wanted, 'accents').split(BETWEEN_WORDS);
	const words = [...new Set(split)].filter((word) => word !== '');
	return (texts) => {
		const all = foldText(texts.join(' '), 'accents');
		const whole = new Set(all.split(BETWEEN_WORDS));
		// A whole address, whose domain has an ending, is not a part of somebody else's.
		const isThere = (word: string) =>
			/^[^@]+@[^@]+\../.test(word) ? whole.has(word) : all.includes(word);
		return words.length > 0 && words.every(isThere);
	};
}

function matcher(wanted: string, property: ContactProperty): (contact: Contact) => boolean {
	const holds = holdsWordsOf(wanted);
	// Digits of an address or a name are no phone number; where only these are looked in, `tel:` may stand around one.
	const isPhone = property === 'phone' || !/[\p{L}@]/u.test(wanted);
	const digits = isPhone ? digitsOf(wanted) : '';
	const textsOf = ({ emailAddresses, companyName, ...names }: Contact) => ({
		name: [names.displayName, names.givenName, names.middleName, names.surname, names.nickName],
		email: (emailAddresses ?? []).map((email) => email.address),
		company: [companyName],
	});
	const hasPhone = ({ mobilePhone, businessPhones, homePhones }: Contact) =>
		[mobilePhone, ...(businessPhones ?? []), ...(homePhones ?? [])].some((phone) =>
			endsAlike(digitsOf(phone ?? ''), digits),
		);
	if (property === 'phone') return hasPhone;
	if (property !== 'any') return (contact) => holds(textsOf(contact)[property]);
	return (contact) => holds(Object.values(textsOf(contact)).flat()) || hasPhone(contact);
}

/** The digits of a number, full-width ones too, without the zero that `+49 (0)30` has in between. */
function digitsOf(phone: string): string {
	return normalizeText(phone, 'NFKC').replace(/\(0\)|\D/g, '');
}

/** Fewer digits than these say nothing about a phone number. */
const MIN_DIGITS = 4;

/** Numbers are written with and without country code and zeros in front, so their ends are compared. */
function endsAlike(known: string, wanted: string): boolean {
	const [one, other] = [known, wanted].map((digits) => digits.replace(/^0+/, ''));
	if (!one || !other || wanted.length < MIN_DIGITS) return false;
	// The last four digits may begin with a zero.
	if (known.endsWith(wanted)) return true;
	if (Math.min(one.length, other.length) < MIN_DIGITS) return false;
	return one.endsWith(other) || other.endsWith(one);
}
