import type { JsonObject } from '../exchange';
import { createContainerId } from './ids';
import type { SimMessage } from './message';

export interface SimFolder {
	/** Constant; containers have no second id format (fact: immutable-ids). */
	id: string;
	displayName: string;
	parentFolderId: string;
	isHidden: boolean;
	/** Lower case; independent of the mailbox language (fact: standard-folders). */
	wellKnownName?: string;
}

/** Well-known name, display name, and whether it hides from lists (fact: standard-folders). */
const WELL_KNOWN: Array<[name: string, displayName: string, parent?: string, hidden?: boolean]> = [
	['archive', 'Archive'],
	['conversationhistory', 'Conversation History'],
	['deleteditems', 'Deleted Items'],
	['drafts', 'Drafts'],
	['inbox', 'Inbox'],
	['junkemail', 'Junk Email'],
	['outbox', 'Outbox'],
	['sentitems', 'Sent Items'],
	['clutter', 'Clutter', undefined, true],
	// fact: notes-folder.
	['notes', 'Notes', undefined, true],
	// fact: teams-chats.
	['teamchat', 'Team Chat', 'root', true],
	['scheduled', 'Scheduled', undefined, true],
	// Not below what people see, and with folders of its own for what is purged, changed or held:
	// https://learn.microsoft.com/exchange/security-and-compliance/recoverable-items-folder; names as in
	// https://learn.microsoft.com/exchange/client-developer/web-services-reference/distinguishedfolderid
	['recoverableitemsroot', 'Recoverable Items', 'root', true],
	['recoverableitemsdeletions', 'Deletions', 'recoverableitemsroot', true],
	['recoverableitemspurges', 'Purges', 'recoverableitemsroot', true],
	['recoverableitemsversions', 'Versions', 'recoverableitemsroot', true],
	['recoverableitemsdiscoveryholds', 'DiscoveryHolds', 'recoverableitemsroot', true],
	['searchfolders', 'Search Folders', undefined, true],
	['syncissues', 'Sync Issues', undefined, true],
	['conflicts', 'Conflicts', 'syncissues', true],
	['localfailures', 'Local Failures', 'syncissues', true],
	['serverfailures', 'Server Failures', 'syncissues', true],
];

/** The folders a new mailbox has. */
export function createFolders(address: string): SimFolder[] {
	const idOf = (name: string): string => createContainerId(`${address}/${name}`);
	const root = idOf('msgfolderroot');
	const top: SimFolder = {
		id: root,
		displayName: 'Top of Information Store',
		parentFolderId: idOf('root'),
		isHidden: false,
		wellKnownName: 'msgfolderroot',
	};
	return [
		top,
		...WELL_KNOWN.map(([name, displayName, parent, hidden]) => ({
			id: idOf(name),
			displayName,
			parentFolderId: parent === undefined ? root : idOf(parent),
			isHidden: hidden === true,
			wellKnownName: name,
		})),
	];
}

/** A folder as Graph shows it, with its counts. */
export function renderFolder(
	folder: SimFolder,
	world: { folders: SimFolder[]; messages: SimMessage[] },
): JsonObject {
	const children = world.folders.filter((child) => child.parentFolderId === folder.id);
	const messages = world.messages.filter((message) => message.parentFolderId === folder.id);
	return {
		id: folder.id,
		displayName: folder.displayName,
		parentFolderId: folder.parentFolderId,
		childFolderCount: children.length,
		unreadItemCount: messages.filter((message) => !message.isRead).length,
		totalItemCount: messages.length,
		sizeInBytes: messages.reduce((sum, message) => sum + message.size, 0),
		isHidden: folder.isHidden,
	};
}
