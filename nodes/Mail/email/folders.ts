import { z } from 'zod';
import { InvalidInput } from '../../shared/http/failures';
import { rememberPerRun } from '../../shared/provider/perRun';
import type { Locator } from '../../shared/step/inputSchemas';
import type { Notices } from '../../shared/step/notices';
import { mailPath } from '../graph/paths';
import type { GraphClient } from '../graph/types';

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

/** https://learn.microsoft.com/graph/api/resources/mailfolder */
export const folderShape = z.object({
	id: z.string(),
	displayName: z.string().nullish(),
	parentFolderId: z.string().nullish(),
	childFolderCount: z.number().nullish(),
	totalItemCount: z.number().nullish(),
	unreadItemCount: z.number().nullish(),
	isHidden: z.boolean().nullish(),
});
export type FolderEntry = z.infer<typeof folderShape>;

/** A folder with the names of the folders above it, such as `Inbox/Customers/Contoso`. */
export type Folder = FolderEntry & { path: string };

const SELECT = Object.keys(folderShape.shape).join(',');

/** Folders asked for in one page; more than most mailboxes have on a level. */
const PAGE_SIZE = 250;
/** What is shown for what has no name: it can still be chosen. */
export const NAMELESS = 'Without name';
/** How many paths a refusal suggests. */
const MAX_SUGGESTIONS = 8;

/**
 * All folders of the mailbox, every level, parents before their children.
 * @param includeHidden Also folders that Outlook does not show.
 */
export async function readFolders(graph: GraphClient, includeHidden = false): Promise<Folder[]> {
	return await readTree(
		mailPath`/mailFolders`,
		async (path) => await readLevel(graph, path, includeHidden),
	);
}

/** One level of folders. */
export async function readLevel(
	graph: GraphClient,
	path: string,
	includeHidden: boolean,
): Promise<FolderEntry[]> {
	const query = { $select: SELECT, includeHiddenFolders: includeHidden ? 'true' : undefined };
	return await graph.list(path, folderShape, { query, pageSize: PAGE_SIZE });
}

/** The folders that a path lists and all below them, parents before their children. */
export async function readTree(
	top: string,
	read: (path: string) => Promise<FolderEntry[]>,
): Promise<Folder[]> {
	const known = new Set<string>();

	async function level(path: string, above: string): Promise<Folder[]> {
		const entries = await read(path);
		// Folders that are said to lie in each other would never end.
		const fresh = entries.filter(({ id }) => !known.has(id));
		for (const { id } of fresh) known.add(id);
		const branches = await Promise.all(
			fresh.map(async (entry) => {
				const folder = { ...entry, path: `${above}${entry.displayName || NAMELESS}` };
				if (entry.childFolderCount === 0) return [folder];
				const below = await level(pathBelow(entry.id), `${folder.path}/`);
				return [folder, ...below];
			}),
		);
		return branches.flat();
	}

	return await level(top, '');
}

/** Where the folders in a folder are listed. */
export function pathBelow(id: string): string {
	return mailPath`/mailFolders/${id}/childFolders`;
}

/** A folder as `toFolderJson` puts it out. */
export const folderItem = z.object({
	name: z.string(),
	/** How many folders are in it, on the next level only. */
	subfolders: z.number(),
	emails: z.number().optional(),
	unread: z.number().optional(),
	isHidden: z.boolean().optional(),
	parentFolderId: z.string().nullish(),
	id: z.string(),
});

/** A folder as the steps put it out. */
export function toFolderJson({
	displayName,
	childFolderCount,
	...rest
}: FolderEntry): z.infer<typeof folderItem> {
	const { id, parentFolderId, totalItemCount, unreadItemCount, isHidden } = rest;
	return {
		id,
		name: displayName ?? '',
		parentFolderId,
		subfolders: childFolderCount ?? 0,
		emails: totalItemCount ?? undefined,
		unread: unreadItemCount ?? undefined,
		isHidden: isHidden ?? undefined,
	};
}

/** True for the well-known name of a folder that every mailbox has. */
export function isWellKnownFolder(id: string): boolean {
	return WELL_KNOWN_FOLDERS.some((folder) => folder.id === id.toLowerCase());
}

/** All folders of the mailbox, read once in a run. */
const knownFolders = rememberPerRun(
	async (graph: GraphClient): Promise<Folder[]> => await readFolders(graph),
);

/**
 * The ID (or well-known name) of the folder that a locator names.
 * @param field Stored name of the locator, for the error.
 * @throws InvalidInput when no folder, or more than one, has the name.
 */
export async function resolveFolder(
	graph: GraphClient,
	{ mode, value }: Locator,
	field: string,
): Promise<string> {
	if (mode !== 'name') return value;
	const plain = value.toLowerCase().replace(/[\s_-]/g, '');
	const wellKnown = WELL_KNOWN_FOLDERS.find(
		({ id, name }) => id === plain || name.toLowerCase().replaceAll(' ', '') === plain,
	);
	if (wellKnown) return wellKnown.id;
	const wanted = value.replace(/^\/+|(?<!\/)\/+$/g, '').toLowerCase();
	const folders = await knownFolders(graph);
	const byPath = folders.filter(({ path }) => path.toLowerCase() === wanted);
	const found =
		byPath.length > 0
			? byPath
			: folders.filter(({ displayName }) => displayName?.toLowerCase() === wanted);
	const [folder] = found;
	if (folder && found.length === 1) return folder.id;
	throw folder
		? new InvalidInput(
				`There are ${found.length} folders of this name`,
				field,
				`Write the whole path, such as: ${paths(found)}`,
			)
		: new InvalidInput(
				'The mailbox has no folder of this name',
				field,
				`Write a path as List Folders returns it. The mailbox has: ${paths(folders)}`,
			);
}

/**
 * Refuses the path that a language model gives for a name: it would become one folder with slashes in its name.
 * @param advice Where the path is to be written instead.
 * @throws InvalidInput.
 */
export function checkFolderName(
	{ forModel }: Pick<Notices, 'forModel'>,
	name: string,
	advice = '',
): void {
	if (!forModel || !/[/\\]/.test(name)) return;
	throw new InvalidInput(
		'holds a slash, and makes one folder',
		'name',
		`Write its last part${advice}.`,
	);
}

function paths(folders: Folder[]): string {
	const shown = folders.slice(0, MAX_SUGGESTIONS).map(({ path }) => path);
	return folders.length > shown.length ? `${shown.join(', ')}, ...` : shown.join(', ');
}
