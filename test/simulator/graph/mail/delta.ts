import type { ApiAnswer, JsonObject } from '../../exchange';
import { checkAccess, checkInCloud, type GraphCall, type GraphRoutes, param } from '../call';
import { checkTexts } from '../damagedText';
import { renderMessage, SELECT_ONLY, type SimMessage } from '../message';
import { badRequest, notSimulated } from '../problem';
import { applySelect, readSelect } from '../query/list';
import { findFolder, MESSAGE_TYPE, messageView } from './find';

/** What a client knows that holds a link: which mails of a folder it was told about, and in which state. */
export interface KnownFolder {
	folderId: string;
	select: string[] | undefined;
	/** By the ID that holds only in the folder. */
	versions: Map<string, { id: string; changeKey: string; rest: string }>;
}

/** All of a mail but whether it was read, and what any change changes. */
function restOf(message: SimMessage): string {
	const shown = Object.entries(renderMessage(message, { kind: 'rest', bodyType: 'html' }));
	return JSON.stringify(
		shown.filter(([name]) => !/^(@odata\.etag|changeKey|lastModifiedDateTime|isRead)$/.test(name)),
	);
}

/**
 * Changed mails with what was selected when the round began; of a mail whose read status alone changed
 * nothing but that (fact: delta-read-toggle).
 */
function showChange(call: GraphCall, message: SimMessage, known: KnownFolder): JsonObject {
	const told = known.versions.get(message.id);
	const id = message.idOf(call.ids);
	if (told && told.rest === restOf(message)) {
		const { isRead, parentFolderId } = message;
		return { '@odata.type': '#microsoft.graph.message', id, isRead, parentFolderId };
	}
	return applySelect(renderMessage(message, messageView(call)), known.select, SELECT_ONLY);
}

function changesSince(call: GraphCall, known: KnownFolder) {
	const { folderId, versions } = known;
	const there = call.mailbox.messages.filter(
		({ parentFolderId, visibleAt }) => parentFolderId === folderId && visibleAt <= call.now,
	);
	const changed = there.filter((message) => {
		const told = versions.get(message.id);
		const isMovedIn = !told && call.ids === 'immutable' && message.generation > 0;
		if (isMovedIn && call.world.readings.is({ fact: 'delta-moved-in', as: 'untold' })) return false;
		return told?.changeKey !== message.changeKey;
	});
	const ids = new Set(there.map(({ id }) => id));
	const removed = [...versions].flatMap(([key, { id }]) => (ids.has(key) ? [] : [id]));
	const entries = [
		...removed.map((id): JsonObject => ({ id, '@removed': { reason: 'deleted' } })),
		...changed.map((message) => showChange(call, message, known)),
	];
	const now = there.map((message): [string, { id: string; changeKey: string; rest: string }] => {
		const { id, changeKey } = message;
		return [id, { id: message.idOf(call.ids), changeKey, rest: restOf(message) }];
	});
	return { entries, next: { ...known, versions: new Map(now) } };
}

// Parameters count on the first call alone; these are taken there (fact: delta-options).
const KNOWN = ['$select'];
const DOCUMENTED = ['$top', '$expand', '$filter', '$orderby', 'changeType'];

function messagesDelta(call: GraphCall): ApiAnswer {
	checkAccess(call, 'mail', 'read');
	checkInCloud(call, { fact: 'delta-of-messages-missing' }, 'delta');
	const folder = findFolder(call, param(call, 'folder'));
	const { delta } = call.mailbox;
	const names = [...call.query.keys()];
	const skip = call.query.get('$skiptoken');
	const token = call.query.get('$deltatoken');
	const isFollowed = skip !== null || token !== null;
	if (isFollowed && names.length > 1) throw badRequest('The link is to be followed unchanged.');
	for (const name of isFollowed ? [] : names) {
		if (DOCUMENTED.includes(name)) throw notSimulated(`${name} with changes of a folder`);
		if (!KNOWN.includes(name)) throw badRequest(`The query parameter '${name}' is not supported.`);
	}
	const isDamaged = (id: string) => call.mailbox.messageOf(id)?.isDamaged === true;
	if (skip !== null) {
		return checkTexts(delta.answer(call, delta.roundOf(skip), 'message'), isDamaged);
	}
	const known =
		token === null
			? { folderId: folder.id, select: readSelect(call, MESSAGE_TYPE), versions: new Map() }
			: delta.endOf(token);
	const { entries, next } = changesSince(call, known);
	const size = call.prefer.maxPageSize ?? 10;
	const count = Math.max(1, Math.ceil(entries.length / size));
	const pages = Array.from({ length: count }, (_, page) =>
		entries.slice(page * size, (page + 1) * size),
	);
	const round = { pages, page: 0, end: delta.addEnd(next) };
	return checkTexts(delta.answer(call, round, 'message'), isDamaged);
}

/** Handlers for what changed in a folder. fact: delta-folder, fact: delta-links, fact: delta-tombstone, fact: delta-latest, fact: delta-gone-id. */
export const messageDeltaRoutes: GraphRoutes = {
	'GET /mailFolders/:folder/messages/delta': messagesDelta,
};
