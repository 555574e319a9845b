import type { ApiAnswer, JsonObject } from '../../exchange';
import { checkAccess, checkInCloud, type GraphCall, type GraphRoutes } from '../call';
import { badRequest } from '../problem';
import { applySelect, readSelect } from '../query/list';
import { CONTACT_TYPE, findFolder } from './find';
import type { SimContact } from './store';

/** What a client knows that holds a link: which contacts of a folder it was told about, and in which state. */
export interface KnownContacts {
	folderId: string;
	select: string[] | undefined;
	/** By the ID that was told: who comes back under another one is another contact of the folder. */
	told: Map<string, { shown: JsonObject }>;
}

/** A changed contact: all that was selected, or what changed alone (fact: contact-delta-form). */
function showChange(call: GraphCall, shown: JsonObject, before: JsonObject | undefined) {
	if (!before || call.world.readings.is({ fact: 'contact-delta-form', as: 'whole' })) return shown;
	const entries = Object.entries(shown).filter(
		([name, value]) => name === 'id' || JSON.stringify(value) !== JSON.stringify(before[name]),
	);
	return Object.fromEntries(entries);
}

function isUntold(call: GraphCall, contact: SimContact): boolean {
	const { readings } = call.world;
	const isSilent = readings.is({ fact: 'contact-delta-moved-in', as: 'untold' });
	return isSilent && contact.generation > 0 && call.ids === 'immutable';
}

function changesSince(call: GraphCall, known: KnownContacts, isFirst: boolean) {
	const { folderId, select, told } = known;
	const there = call.mailbox.contacts.contacts.filter(
		({ parentFolderId }) => parentFolderId === folderId,
	);
	const now = new Map(
		there.map((contact) => {
			const shown = applySelect(contact.render(call.ids), select);
			return [contact.idOf(call.ids), { etag: contact.etag, contact, shown }];
		}),
	);
	const changed = [...now].flatMap(([id, { contact, shown, etag }]) => {
		const before = told.get(id)?.shown;
		if (before?.['@odata.etag'] === etag) return [];
		return !before && !isFirst && isUntold(call, contact) ? [] : [showChange(call, shown, before)];
	});
	const removed = [...told.keys()].flatMap((id) =>
		now.has(id) ? [] : [{ id, '@removed': { reason: 'deleted' } }],
	);
	return { entries: [...removed, ...changed], next: { folderId, select, told: now } };
}

/** Graph's own page size, which the documentation does not tell. */
const PAGE_SIZE = 10;

function contactsDelta(call: GraphCall): ApiAnswer {
	checkAccess(call, 'contacts', 'read');
	checkInCloud(call, { fact: 'contact-delta-missing' }, 'delta');
	const folder = findFolder(call);
	const { delta } = call.mailbox.contacts;
	const names = [...call.query.keys()];
	const skip = call.query.get('$skiptoken');
	const token = call.query.get('$deltatoken');
	const isFollowed = skip !== null || token !== null;
	if (isFollowed && names.length > 1) throw badRequest('The link is to be followed unchanged.');
	// Only this one is documented (fact: contact-delta).
	const refused = isFollowed ? undefined : names.find((name) => name !== '$select');
	if (refused) throw badRequest(`The query parameter '${refused}' is not supported.`);
	if (skip !== null) return delta.answer(call, delta.roundOf(skip), 'contact');
	const known =
		token === null
			? { folderId: folder.id, select: readSelect(call, CONTACT_TYPE), told: new Map() }
			: delta.endOf(token);
	const { entries, next } = changesSince(call, known, token === null);
	const size = call.prefer.maxPageSize ?? PAGE_SIZE;
	const count = Math.max(1, Math.ceil(entries.length / size));
	const pages = Array.from({ length: count }, (_, page) =>
		entries.slice(page * size, (page + 1) * size),
	);
	return delta.answer(call, { pages, page: 0, end: delta.addEnd(next) }, 'contact');
}

/** Handlers for what changed in a folder of contacts. fact: contact-delta. */
export const contactDeltaRoutes: GraphRoutes = {
	'GET /contactFolders/:folder/contacts/delta': contactsDelta,
};
