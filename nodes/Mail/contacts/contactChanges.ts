import { recover, undefinedOn } from '../../shared/http/failures';
import type { Answer } from '../../shared/http/request';
import { withRaw } from '../../shared/provider/understand';
import type { Changes, ChangesWanted } from '../graph/changes';
import { LINKED_ID, pagesOf, readChanges, refusesChanges, withLastingIds } from '../graph/changes';
import { isThingMissing } from '../graph/failure';
import { untilFound } from '../graph/foundLate';
import { mailPath } from '../graph/paths';
import type { MailTransport } from '../graph/transport';
import type { GraphClient, GraphOptions } from '../graph/types';
import { CONTACT_SELECT, contactShape } from './contact';

/** Links of a folder of contacts. */
const CONTACT_LINKS = `contactFolders${LINKED_ID}\\/contacts`;
/** Contacts of a page. */
const PAGE_SIZE = 200;
/** The entry of the `Prefer` header that asks for such pages. */
export const CONTACT_PAGES = pagesOf(PAGE_SIZE);

/** A contact among changes, maybe with some of its properties only (fact: contact-delta-form). */
export const toldContact = withRaw(contactShape);
export type ToldContact = ReturnType<typeof toldContact.parse>;

/** Asks for all contacts of a folder, and what changes from then on (fact: contact-delta). */
export async function requestContacts(
	graph: GraphClient,
	folder = 'contacts',
	options: GraphOptions,
): Promise<Answer> {
	const path = mailPath`/contactFolders/${folder}/contacts/delta`;
	return await graph.request({ method: 'GET', path, ...options, alone: true });
}

/** The whole contact, read anew where one of `names` did not come. */
export async function contactInFull(
	graph: GraphClient,
	told: ToldContact,
	names: string[],
	query: GraphOptions['query'],
): Promise<ToldContact> {
	if (names.every((name) => name in told.raw)) return told;
	return await graph.get(mailPath`/contacts/${told.used.id}`, toldContact, { query });
}

/** What to read of a contact for each output, and the properties that only a contact which came whole has. */
const WHOLE = {
	raw: { query: {}, names: ['createdDateTime'] },
	simplified: { query: { $select: CONTACT_SELECT }, names: CONTACT_SELECT.split(',') },
};

/**
 * What a folder of contacts holds, or what changed in it. Graph is not asked for immutable IDs: with them it may not
 * tell of a contact that is moved into the folder (fact: contact-delta-moved-in).
 * @param findFolder Finds the folder's ID, where there is no position; undefined for the default folder.
 * @throws as `readChanges` does.
 */
export async function readContactChanges(
	where: Pick<MailTransport, 'graph' | 'clock' | 'signal'> & { mailbox?: string },
	findFolder: () => Promise<string | undefined>,
	{ simplify, ...wanted }: ChangesWanted & { simplify: boolean },
): Promise<Changes<ToldContact>> {
	const { graph } = where;
	const { query, names } = simplify ? WHOLE.simplified : WHOLE.raw;
	const options = { prefer: [pagesOf(PAGE_SIZE, wanted.limit)], mutableIds: true };
	const { told, ...rest } = await readChanges(
		where,
		{
			what: 'contact folder',
			links: CONTACT_LINKS,
			item: toldContact,
			idOf: ({ used }) => used.id,
			options,
			begin: async () =>
				await requestContacts(graph, await findFolder(), { ...options, query }).catch(
					recover(refusesChanges, (failure) => {
						throw failure.withHint(
							'Microsoft tells no changes of this folder: use List Contacts, or choose another folder.',
						);
					}),
				),
		},
		wanted,
	);
	const changes = await withLastingIds(graph, told, 'contacts', async ({ raw, used }, id) => {
		const lasting = { raw: { ...raw, id }, used: { ...used, id } };
		// One that is not found for a moment (fact: found-late) would count as removed until it changes again.
		const read = async () => await contactInFull(graph, lasting, names, query);
		return await untilFound(where, read).catch(undefinedOn(isThingMissing));
	});
	return { ...changes, ...rest };
}
