import { z } from 'zod';
import { recover } from '../../shared/failures';
import { mailPath } from '../graph/paths';
import type { GraphClient } from '../graph/types';
import { SIMPLIFIED_FIELDS } from './message';
import type { RawMessage } from './messageOutput';
import { rawMessage } from './messageOutput';

const folderId = z.object({ id: z.string() });

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
	const moved = await graph
		.post(mailPath`/messages/${messageId}/move`, { destinationId: folder }, rawMessage)
		.catch(
			// The move may have happened although its answer was lost: the mail itself knows.
			recover(
				({ details }) => details.mayHaveHappened === true,
				async (failure) => {
					const query = { $select: SIMPLIFIED_FIELDS.join(',') };
					const { message, raw } = await graph.get(path, rawMessage, { query });
					const { id } = await graph.get(mailPath`/mailFolders/${folder}`, folderId, {
						query: { $select: 'id' },
					});
					if (message.parentFolderId !== id) throw failure;
					return { message, raw };
				},
			),
		);
	return moved.message;
}
