import type { ProviderFailure } from '../../shared/http/failures';
import { InvalidInput, rethrow, undefinedOn } from '../../shared/http/failures';
import { isGone } from '../../shared/provider/failure';
import { once } from '../../shared/provider/once';
import { oncePerRun, rememberDeeds } from '../../shared/provider/perRun';
import { together } from '../../shared/provider/together';
import { deleteOnce, runIn } from '../graph/deleteOnce';
import { identified } from '../graph/pages';
import { mailPath } from '../graph/paths';
import type { GraphClient } from '../graph/types';
import { foldersIn, isThrownAway } from './besideList';
import { knownFolders } from './folders';
import { SIMPLIFIED_FIELDS } from './message';
import type { RawMessage } from './messageOutput';
import { rawMessage } from './messageOutput';
import { isWellKnownFolder } from './wellKnownFolders';

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
	const look = async () => {
		const query = { $select: SIMPLIFIED_FIELDS.join(',') };
		const now = await graph.get(path, rawMessage, { query });
		const { id } = await graph.part(mailPath`/mailFolders/${folder}`, identified);
		return now.message.parentFolderId === id ? now : undefined;
	};
	// Retry On Fail may repeat it: moved twice, the mail lies in the same place.
	const notDone = (failure: ProviderFailure) => failure.withDetails({ mayHaveHappened: false });
	const { message } = await once({
		attempts: 1,
		act: async () => await graph.post(`${path}/move`, { destinationId: folder }, rawMessage),
		lookUp: async (failure) =>
			await look().catch(
				rethrow(
					(unread) => !isGone(unread),
					() => notDone(failure).withLeft(MAY_BE_MOVED),
				),
			),
		notDone,
	}).catch(
		rethrow(isGone, async (failure) =>
			(await mayHaveLeft(graph, path, folder)) ? mayBeMoved(failure) : failure,
		),
	);
	return message;
}

const MAY_BE_MOVED = 'The email may be in its new place already: an answer was lost.';

/** Whether a mail that is not found may just have gone to a folder outside of this mailbox (fact: moved-out). */
async function mayHaveLeft(graph: GraphClient, path: string, folder: string): Promise<boolean> {
	if (isWellKnownFolder(folder)) return false;
	const [mail, folders] = await Promise.all([
		graph.part(path, identified).catch(undefinedOn('notFound')),
		// Where an owner shares single folders, Graph shows no others.
		knownFolders(graph).catch(undefinedOn('any')),
	]);
	return mail === undefined && folders?.every(({ id }) => id !== folder) === true;
}

function mayBeMoved(failure: ProviderFailure): ProviderFailure {
	return failure.inWords('Microsoft does not find the email, and may have moved it all the same', {
		mayHaveHappened: true,
		hint: 'The folder is in no list of this mailbox: it may be of another mailbox, or of the online archive. Look there before you run the step again.',
	});
}

/**
 * Moves a mail to Deleted Items, from which it can be restored. Graph does not promise where a plain DELETE puts it.
 * A mail that is in Deleted Items, or in a folder below, stays where it is.
 * @returns its ID, and whether it lay there before.
 */
export async function moveToDeletedItems(
	graph: GraphClient,
	messageId: string,
): Promise<{ id: string; alreadyDeleted: boolean }> {
	const reading = readPlace(graph, messageId);
	if (await isThrownAway(graph, reading)) return { id: (await reading).id, alreadyDeleted: true };
	const { id } = await moveMessage(graph, messageId, 'deleteditems');
	return { id, alreadyDeleted: false };
}

/**
 * Deletes a mail permanently, past Deleted Items.
 * @see https://learn.microsoft.com/graph/api/message-permanentdelete
 */
export async function deleteForGood(graph: GraphClient, messageId: string): Promise<void> {
	// A mail that is gone cannot be deleted twice.
	const asked = { method: 'POST', repeatable: true, removes: true } as const;
	await deleteOnce(graph, mailPath`/messages/${messageId}/permanentDelete`, asked);
}

/** A mail, as far as it tells where it lies. */
async function readPlace(graph: GraphClient, messageId: string) {
	const query = { $select: 'id,parentFolderId' };
	return (await graph.get(mailPath`/messages/${messageId}`, rawMessage, { query })).message;
}

/** The same when the run first came to it, by ID: an earlier item may have restored it. */
const firstPlaces = rememberDeeds<Awaited<ReturnType<typeof readPlace>>>();

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
	const places = await firstPlaces(...runIn(graph));
	const [{ parentFolderId }, bin, recoverable] = await together([
		oncePerRun(places, messageId, async () => await readPlace(graph, messageId)),
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
