import { z } from 'zod';
import { once } from '../../shared/provider/once';
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
	const { message } = await once({
		attempts: 1,
		act: async () => await graph.post(`${path}/move`, { destinationId: folder }, rawMessage),
		async lookUp() {
			const query = { $select: SIMPLIFIED_FIELDS.join(',') };
			const now = await graph.get(path, rawMessage, { query });
			const { id } = await graph.get(mailPath`/mailFolders/${folder}`, folderId, {
				query: { $select: 'id' },
			});
			return now.message.parentFolderId === id ? now : undefined;
		},
		notDone: (failure) => failure,
	});
	return message;
}
