import { z } from 'zod';
import { InvalidInput, undefinedOn } from '../../shared/http/failures';
import { pauseInRun, rememberPerRun } from '../../shared/provider/perRun';
import type { Locator } from '../../shared/step/inputSchemas';
import type { Notices } from '../../shared/step/notices';
import { nearestOfMany } from '../../shared/text/nearest';
import { bySameText, isSameText } from '../../shared/text/sameText';
import { EXCHANGE_ID } from '../graph/exchangeIds';
import { readTree } from '../graph/folderTree';
import { mailPath } from '../graph/paths';
import type { GraphClient } from '../graph/types';
import { nearlyWellKnown, wellKnownOf } from './wellKnownFolders';

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
/** How many paths a refusal suggests. */
const MAX_SUGGESTIONS = 8;

/**
 * All folders of the mailbox, every level, parents before their children.
 * @param includeHidden Also folders that Outlook does not show.
 */
export async function readFolders(graph: GraphClient, includeHidden = false): Promise<Folder[]> {
	return await readTree(
		mailPath`/mailFolders`,
		pathBelow,
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

/** The path that lists the folders in a folder. */
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
export function toFolderJson(folder: FolderEntry): z.infer<typeof folderItem> {
	return {
		id: folder.id,
		name: folder.displayName ?? '',
		parentFolderId: folder.parentFolderId,
		subfolders: folder.childFolderCount ?? 0,
		emails: folder.totalItemCount ?? undefined,
		unread: folder.unreadItemCount ?? undefined,
		isHidden: folder.isHidden ?? undefined,
	};
}

/** A folder by ID or well-known name, read once in a run; undefined where it is gone or the account may not see it. */
export const readFolder = rememberPerRun(
	async (graph: GraphClient, id: string): Promise<FolderEntry | undefined> => {
		const query = { $select: 'id,displayName,childFolderCount,parentFolderId' };
		return await graph.get(mailPath`/mailFolders/${id}`, folderShape, { query }).catch(
			// Where an owner shares single folders, Graph shows no others.
			undefinedOn('notFound', 'forbidden'),
		);
	},
);

/**
 * The path by which `resolveFolder` finds this very folder. A folder of somebody's own may be called `Inbox`, where the
 * mailbox has another language. Without a slash in front, that path would mean the standard folder.
 */
export async function writtenPath(graph: GraphClient, { path, id }: Folder): Promise<string> {
	const standard = wellKnownOf(path);
	const isClear = standard === undefined || (await readFolder(graph, standard))?.id === id;
	return isClear ? path : `/${path}`;
}

/** All folders of the mailbox, read once in a run. */
export const knownFolders = rememberPerRun(async (graph: GraphClient) => await readFolders(graph));

/** The same, by their paths and by their names. */
const foldersByText = rememberPerRun(async (graph: GraphClient) => {
	const folders = await knownFolders(graph);
	return {
		withId: new Map(folders.map((folder) => [folder.id, folder])),
		withPath: bySameText(folders, ({ path }) => path),
		named: bySameText(folders, ({ displayName }) => displayName),
	};
});
type FoldersByText = Awaited<ReturnType<typeof foldersByText>>;

/** The folders whose paths or names resemble what was written, once in a run: among thousands, that takes a while. */
const nearestFolders = rememberPerRun(async (graph: GraphClient, written: string) => {
	const nameOf = (folder: Folder) =>
		written.includes('/') ? folder.path : (folder.displayName ?? '');
	const pause = async () => await pauseInRun(graph);
	return await nearestOfMany(written, await knownFolders(graph), nameOf, pause);
});

/**
 * The ID (or well-known name) of the folder that a locator names. A name in the place of an ID is looked up, too: steps
 * put out names as `folder`, and n8n takes what is dropped on the list for an ID.
 * @param field Stored name of the locator, for the error.
 * @throws InvalidInput when no folder, or more than one, has the name.
 */
export async function resolveFolder(
	graph: GraphClient,
	{ mode, value }: Locator,
	field: string,
): Promise<string> {
	if (mode !== 'name' && EXCHANGE_ID.test(value)) return value;
	const wellKnown = wellKnownOf(value);
	if (wellKnown !== undefined) return wellKnown;
	const known = await foldersByText(graph);
	// A name may begin or end with a slash itself.
	const isSlashed = known.withPath(value).length > 0 || known.named(value).length > 0;
	const wanted = isSlashed ? value : value.replace(/^\/+|(?<!\/)\/+$/g, '');
	const { found, deleted } = await findFolders(graph, known, wanted);
	const [folder, other] = found;
	if (folder && !other) return folder.id;
	if (!folder && deleted.length > 0) {
		throw new InvalidInput(
			'was deleted and lies in Deleted Items',
			field,
			`Write the whole path, such as: ${await pathsOf(graph, deleted)}`,
		);
	}
	const nearly = nearlyWellKnown(wanted);
	if (!folder && nearly !== undefined) return nearly;
	if (!folder && mode !== 'name') return value;
	throw folder
		? new InvalidInput(
				`There are ${found.length} folders of this name`,
				field,
				isSameText(folder.path, other?.path)
					? `Write the ID in place of the path: ${found.map(({ id, displayName }) => `${id} is "${displayName}"`).join(', ')}`
					: `Write the whole path, such as: ${await pathsOf(graph, found)}`,
			)
		: new InvalidInput(
				'The mailbox has no folder of this name',
				field,
				`Write a path as List Folders returns it. Nearest: ${await pathsOf(graph, await nearestFolders(graph, wanted))}`,
			);
}

/**
 * The folders with this ID or path, which may begin with the English name of a standard folder; else those with this name.
 * Of these, `deleted` has the ones in Deleted Items. Mail moved there is lost, and deleting them again is for good.
 */
async function findFolders(graph: GraphClient, known: FoldersByText, text: string) {
	const byPath = (wanted: string) => {
		const withId = known.withId.get(wanted);
		return withId ? [withId] : known.withPath(wanted);
	};
	const standard = async (name: string) => {
		const folder = await readFolder(graph, name);
		return folder && known.withId.get(folder.id);
	};
	const withPath = byPath(text);
	if (withPath.length > 0) return { found: withPath, deleted: [] };
	const [first = '', ...rest] = text.split('/');
	const name = rest.length > 0 ? wellKnownOf(first) : undefined;
	const top = name && (await standard(name));
	if (top) return { found: byPath([top.path, ...rest].join('/')), deleted: [] };
	const named = known.named(text);
	const bin = named.length > 0 ? await standard('deleteditems') : undefined;
	const isDeleted = ({ path }: Folder) => bin !== undefined && path.startsWith(`${bin.path}/`);
	const found = named.filter((folder) => !isDeleted(folder));
	return { found, deleted: named.filter(isDeleted) };
}

/**
 * Refuses a path from a language model where a name is wanted: Graph would make one folder with slashes in its name.
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
		'must be the name of one folder, not a path',
		'name',
		`Write its last part${advice}.`,
	);
}

async function pathsOf(graph: GraphClient, folders: Folder[]): Promise<string> {
	const first = folders.slice(0, MAX_SUGGESTIONS);
	const shown = await Promise.all(first.map(async (folder) => await writtenPath(graph, folder)));
	return folders.length > shown.length ? `${shown.join(', ')}, ...` : shown.join(', ');
}
