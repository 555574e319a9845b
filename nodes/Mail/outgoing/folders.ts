import { z } from 'zod';
import { undefinedOn } from '../../shared/http/failures';
import { rememberPerRun } from '../../shared/provider/perRun';
import { mailPath } from '../graph/paths';
import type { GraphClient } from '../graph/types';

/**
 * Folders whose mail is not just put away: some delete it, and one sends it.
 * https://learn.microsoft.com/graph/api/resources/mailfolder
 */
const SPECIAL = ['outbox', 'deleteditems', 'junkemail', 'recoverableitemsdeletions'] as const;
type Special = (typeof SPECIAL)[number];
/**
 * The folders below Recoverable Items: like its Deletions they are out of reach, also in an archive mailbox.
 * https://learn.microsoft.com/exchange/security-and-compliance/recoverable-items-folder
 * @see https://learn.microsoft.com/exchange/client-developer/web-services-reference/distinguishedfolderid
 */
const RECOVERABLE = /^(archive)?recoverableitems/i;
const DELETIONS = SPECIAL.indexOf('recoverableitemsdeletions');

const folderShape = z.object({ id: z.string(), parentFolderId: z.string().nullish() });
type Folder = z.output<typeof folderShape>;

/**
 * Which of the special folders an ID or a name stands for, or lies in, however deep; undefined for every other
 * folder.
 * @throws ProviderFailure for one that cannot be read: it may be any of them.
 */
export async function nameOfFolder(
	graph: GraphClient,
	folder: string,
): Promise<Special | undefined> {
	if (RECOVERABLE.test(folder)) return 'recoverableitemsdeletions';
	const named = SPECIAL.find((name) => name === folder.toLowerCase());
	if (named) return named;
	const [goal, ...special] = await Promise.all([
		readFolder(graph, folder),
		...SPECIAL.map(async (name) => await findFolder(graph, name)),
	]);
	const recoverable = special[DELETIONS]?.parentFolderId;
	const passed = new Set<string>();
	for (let at: Folder | undefined = goal; at && !passed.has(at.id);) {
		const { id, parentFolderId }: Folder = at;
		if (id === recoverable) return 'recoverableitemsdeletions';
		const name = SPECIAL.find((_, index) => special[index]?.id === id);
		if (name) return name;
		passed.add(id);
		at = parentFolderId ? await findFolder(graph, parentFolderId) : undefined;
	}
	return undefined;
}

const readFolder = rememberPerRun(
	async (graph: GraphClient, folder: string): Promise<Folder> =>
		await graph.part(mailPath`/mailFolders/${folder}`, folderShape),
);

const findFolder = rememberPerRun(
	async (graph: GraphClient, folder: string): Promise<Folder | undefined> =>
		await readFolder(graph, folder).catch(undefinedOn('notFound', 'rejected')),
);

const counts = z.object({
	totalItemCount: z.number().nullish(),
	childFolderCount: z.number().nullish(),
});

/**
 * Why nobody can say whom the deletion of a folder or a calendar would reach; undefined when there is
 * nothing in it.
 */
export async function whatIsInside(
	graph: GraphClient,
	{ folder, calendar = '' }: Record<string, string>,
): Promise<string | undefined> {
	if (folder === undefined) {
		const events = mailPath`/calendars/${calendar}/events`;
		const found = await graph.list(events, z.unknown(), { limit: 1, query: { $select: 'id' } });
		return found.length > 0 ? 'the calendar is not empty' : undefined;
	}
	const held = await graph.part(mailPath`/mailFolders/${folder}`, counts);
	const isEmpty = held.totalItemCount === 0 && held.childFolderCount === 0;
	return isEmpty ? undefined : 'the folder is not empty';
}
