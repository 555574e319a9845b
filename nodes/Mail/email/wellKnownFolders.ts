/**
 * Folders that every mailbox has, by Graph's names, which do not depend on its language:
 * https://learn.microsoft.com/graph/api/resources/mailfolder
 */
const WELL_KNOWN_FOLDERS = [
	{ id: 'archive', name: 'Archive' },
	{ id: 'clutter', name: 'Clutter' },
	{ id: 'conversationhistory', name: 'Conversation History' },
	{ id: 'deleteditems', name: 'Deleted Items' },
	{ id: 'drafts', name: 'Drafts' },
	{ id: 'inbox', name: 'Inbox' },
	{ id: 'junkemail', name: 'Junk Email' },
	{ id: 'msgfolderroot', name: 'Top of the Mailbox' },
	{ id: 'outbox', name: 'Outbox' },
	{ id: 'sentitems', name: 'Sent Items' },
] as const;

/** Names of standard folders with language models and other mail programs. */
const OTHER_NAMES = new Map([
	['deleted', 'deleteditems'],
	['junk', 'junkemail'],
	['sent', 'sentitems'],
	['spam', 'junkemail'],
	['trash', 'deleteditems'],
]);

/** True for the well-known name of a folder that every mailbox has. */
export function isWellKnownFolder(id: string): boolean {
	return WELL_KNOWN_FOLDERS.some((folder) => folder.id === id.toLowerCase());
}

/** The well-known name of a standard folder, by its English name or by itself; undefined for any other text. */
export function wellKnownOf(text: string): string | undefined {
	const plain = (name: string) => name.toLowerCase().replace(/\s/g, '');
	const named = plain(text);
	return WELL_KNOWN_FOLDERS.find(({ id, name }) => [id, plain(name)].includes(named))?.id;
}

/** The same by a name of another program: Outlook on the desktop writes `Junk E-mail`. A folder that has it goes first. */
export function nearlyWellKnown(text: string): string | undefined {
	return wellKnownOf(text.replace(/[_-]/g, '')) ?? OTHER_NAMES.get(text.toLowerCase());
}
