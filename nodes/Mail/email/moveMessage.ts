import { InvalidInput, ProviderFailure } from '../../shared/http/failures';
import { once } from '../../shared/provider/once';
import { identified } from '../graph/pages';
import { mailPath } from '../graph/paths';
import type { GraphClient } from '../graph/types';
import { foldersIn, isThrownAway } from './besideList';
import { SIMPLIFIED_FIELDS } from './message';
import type { RawMessage } from './messageOutput';
import { rawMessage } from './messageOutput';

/**
 * Moves a mail to a folder. Its immutable ID stays valid, also in earlier steps' output.
 * @param folder ID or well-known name.
 * @returns the mail in its new place.
 * @see https://learn.microsoft.com/graph/api/message-move
 */
export async function moveMessage(
	graph: GraphClient,
	messageId: string,
	folder: string,
): Promise<RawMessage['message']> {
	const path = mailPath`/messages/${messageId}`;
	const { message } = await once({
		attempts: 1,
		act: async () => await graph.post(`${path}/move`, { destinationId: folder }, rawMessage),
		async lookUp() {
			const query = { $select: SIMPLIFIED_FIELDS.join(',') };
			const now = await graph.get(path, rawMessage, { query });
			const { id } = await graph.get(mailPath`/mailFolders/${folder}`, identified, {
				query: { $select: 'id' },
			});
			return now.message.parentFolderId === id ? now : undefined;
		},
		// Moved once more, it lies in the same place: Retry On Fail may try it.
		notDone: ({ kind, message, details }) =>
			new ProviderFailure(kind, message, { ...details, mayHaveHappened: false }),
	});
	return message;
}

/**
 * Moves a mail to Deleted Items, from which it can be taken back; where a plain DELETE puts a mail is not
 * promised. One that lies there, or in a folder below, stays where it is.
 * @returns its ID, and whether it lay there before.
 */
export async function moveToDeletedItems(
	graph: GraphClient,
	messageId: string,
): Promise<{ id: string; alreadyDeleted: boolean }> {
	const message = await readPlace(graph, messageId);
	if (await isThrownAway(graph, message)) return { id: message.id, alreadyDeleted: true };
	const { id } = await moveMessage(graph, messageId, 'deleteditems');
	return { id, alreadyDeleted: false };
}

/**
 * Deletes a mail permanently, past Deleted Items.
 * @see https://learn.microsoft.com/graph/api/message-permanentdelete
 */
export async function deleteForGood(graph: GraphClient, messageId: string): Promise<void> {
	await graph.request({
		method: 'POST',
		path: mailPath`/messages/${messageId}/permanentDelete`,
		// A mail that is gone cannot be deleted twice.
		repeatable: true,
		removes: true,
	});
}

/** A mail, as far as it tells where it lies. */
async function readPlace(graph: GraphClient, messageId: string) {
	const query = { $select: 'id,parentFolderId' };
	return (await graph.get(mailPath`/messages/${messageId}`, rawMessage, { query })).message;
}

/**
 * Takes a mail back out of Deleted Items, a folder below it, or Recoverable Items (fact: recoverable-restore).
 * Where it was before, Graph does not tell.
 * @param folder ID or well-known name.
 * @returns the mail in its new place.
 * @throws InvalidInput for a mail that lies anywhere else, and for a folder in which it would stay deleted.
 */
export async function restoreMessage(
	graph: GraphClient,
	messageId: string,
	folder: string,
): Promise<RawMessage['message']> {
	const { parentFolderId } = await readPlace(graph, messageId);
	const [bin, recoverable] = await Promise.all([
		foldersIn(graph, 'deleteditems'),
		foldersIn(graph, 'recoverableitemsdeletions'),
	]);
	const isIn = (folders: typeof bin, wanted: unknown) => folders.some(({ id }) => id === wanted);
	if (isIn(bin, parentFolderId) && (folder === 'deleteditems' || isIn(bin, folder))) {
		throw new InvalidInput(
			'lies in Deleted Items, as the email does',
			'folder',
			'Choose another one, or none for the Inbox.',
		);
	}
	if (isIn([...bin, ...recoverable], parentFolderId)) {
		return await moveMessage(graph, messageId, folder);
	}
	throw new InvalidInput(
		'is not deleted: it lies neither in Deleted Items nor in Recoverable Items',
		'messageId',
		'Move it with Move Email to Folder.',
	);
}
