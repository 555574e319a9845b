/** Shown for a folder without a name, which can still be chosen. */
export const NAMELESS = 'Without name';

/** A folder of mails or contacts; those of contacts do not say how many are below. */
interface Entry {
	id: string;
	displayName?: string | null;
	childFolderCount?: number | null;
}

/**
 * The folders that a path lists and all below them, parents before their children, with the names of those above.
 * @param pathBelow Where the folders in a folder are listed.
 */
export async function readTree<T extends Entry>(
	top: string,
	pathBelow: (id: string) => string,
	read: (path: string) => Promise<T[]>,
): Promise<Array<T & { path: string }>> {
	const known = new Set<string>();

	async function level(path: string, above: string): Promise<Array<T & { path: string }>> {
		const entries = await read(path);
		// Folders that contain each other, by what Graph says, would never end.
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
