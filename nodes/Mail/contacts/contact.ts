import type { IDataObject } from 'n8n-workflow';
import { z } from 'zod';
import { InvalidInput, recover, undefinedOn } from '../../shared/http/failures';
import { rememberPerRun } from '../../shared/provider/perRun';
import { anyObject } from '../../shared/provider/understand';
import type { Locator } from '../../shared/step/inputSchemas';
import { isSameText } from '../../shared/text/sameText';
import { readTree } from '../graph/folderTree';
import { mailPath } from '../graph/paths';
import type { GraphClient } from '../graph/types';
import { versionShape } from '../graph/unlessChanged';

const text = z.string().nullish();
const texts = z.array(z.string().nullable()).nullish();
const address = z
	.object({ street: text, city: text, state: text, postalCode: text, countryOrRegion: text })
	.nullish();

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
/** The same as it is read to be changed. */
export const versionedContact = contactShape.merge(versionShape);
export type Contact = z.infer<typeof versionedContact>;

/** The properties of a contact that are written. */
export type ContactProperties = Partial<
	Omit<z.infer<typeof contactShape>, 'id' | 'parentFolderId'>
>;

export const contactItem = contactShape
	.omit({ id: true, parentFolderId: true })
	.extend({ folder: z.string().optional(), id: z.string() });

/** What a language model gets of one that a step wrote. */
export const CONTACT_KEYS = ['displayName', 'emailAddresses', 'id'] as const;

/** What a language model gets of a contact that a step reads: no folder, which only people choose. */
export const READ_CONTACT_KEYS = Object.keys(contactItem.omit({ folder: true }).shape);

/** The properties that `simplifyContact` reads. */
export const CONTACT_SELECT = Object.keys(contactShape.shape).join(',');

/** What people call a contact: that of a company alone has no name of its own. */
export function shownName({ displayName, companyName }: Omit<Contact, 'id'>): string | undefined {
	return displayName || companyName || undefined;
}

/** How Graph gives a birthday, which is a day: behind the date line, noon in UTC is the next one. */
const NOON = /T(?:11:59|12:00):00Z$/;

/** The day of a birthday; as it is written where that is no noon. */
export function birthdayOf({ birthday }: Pick<ContactProperties, 'birthday'>): string | undefined {
	return birthday?.replace(NOON, '');
}

/** A contact without its version, and without what is empty in it. */
export function simplifyContact({ parentFolderId, ...contact }: Contact): IDataObject {
	const birthday = birthdayOf(contact);
	const shown = { ...contact, birthday, '@odata.etag': undefined, folder: parentFolderId };
	return anyObject.parse(withoutBlanks(shown) ?? {});
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

/**
 * All contact folders of the mailbox but the default one; a request lists one level (fact: contact-folders-below).
 * @see https://learn.microsoft.com/graph/api/contactfolder-list-childfolders
 */
export async function listContactFolders(graph: GraphClient) {
	const top = mailPath`/contactFolders`;
	const pathBelow = (id: string) => mailPath`/contactFolders/${id}/childFolders`;
	return await readTree(top, pathBelow, async (path) => {
		const level = graph.list(path, folderShape, { query: { $select: 'id,displayName' } });
		if (path === top) return await level;
		// Leaves out what is below a folder that is gone meanwhile, or closed to the account.
		return await level.catch(recover(['notFound', 'forbidden'], () => []));
	});
}

/** The same, read once in a run. */
const knownContactFolders = rememberPerRun(listContactFolders);

/** How many paths are listed. */
const MAX_LISTED = 25;

/**
 * What a language model is told where the default folder, in which it looked unasked, has nobody: the other folders.
 * Undefined where there are none, or the account may not see them.
 */
export async function explainDefault(graph: GraphClient): Promise<string | undefined> {
	const others = await knownContactFolders(graph).catch(undefinedOn('any'));
	if (!others?.length) return undefined;
	const paths = others.slice(0, MAX_LISTED).map(({ path }) => path);
	const more = others.length > paths.length ? ', and more' : '';
	return `Only the default contact folder was looked in, not ${paths.join(', ')}${more}. A person can choose one as Contact Folder in this tool.`;
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
	const folders = await knownContactFolders(graph);
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
