import type { ProviderFailure } from '../../shared/http/failures';
import { rethrow, undefinedOn } from '../../shared/http/failures';
import type { Changes, ChangesWanted, Changing } from '../graph/changes';
import { LINKED_ID, pagesOf, readChanges, withLastingIds } from '../graph/changes';
import { isDamaged, isMailboxMissing, isThingMissing } from '../graph/failure';
import { untilFound } from '../graph/foundLate';
import { mailPath } from '../graph/paths';
import type { MailTransport } from '../graph/transport';
import type { GraphOptions } from '../graph/types';
import { largestPage } from './message';
import type { RawMessage } from './messageOutput';
import { rawMessage, withNeeded } from './messageOutput';

interface ReadOptions extends ChangesWanted {
	query: NonNullable<GraphOptions['query']>;
	prefer: string[];
}

/** Links of a folder of mails. */
export const MAIL_LINKS = `mailFolders${LINKED_ID}\\/messages`;
/** Mails a page where no bodies are read. */
const PAGE_SIZE = 100;
/** Every mail has it: one that comes without it has only what changed. */
const ALWAYS_THERE = 'receivedDateTime';

/**
 * What a folder holds, or what changed in it. Graph is not asked for immutable IDs: with them it does not tell of a
 * mail that is moved into the folder (fact: delta-moved-in).
 * @param findFolder Its ID or well-known name, where there is no position.
 * @throws as `readChanges` does.
 * @see https://learn.microsoft.com/graph/api/message-delta
 */
export async function readFolderChanges(
	where: Pick<MailTransport, 'graph' | 'clock' | 'signal'> & { mailbox?: string },
	findFolder: () => Promise<string>,
	options: ReadOptions,
): Promise<Changes<RawMessage>> {
	const { graph } = where;
	const { limit, query, prefer } = options;
	const pages = pagesOf(largestPage(query, PAGE_SIZE), limit);
	const asked = { prefer: [pages, ...prefer], mutableIds: true };
	const place: Changing<RawMessage> = {
		what: 'folder',
		links: MAIL_LINKS,
		item: rawMessage,
		idOf: ({ message }) => message.id,
		options: asked,
		async begin() {
			const path = mailPath`/mailFolders/${await findFolder()}/messages/delta`;
			const { needs } = withNeeded(query, [ALWAYS_THERE]);
			return await graph
				.request({ method: 'GET', path, query: needs, ...asked, alone: true })
				.catch(
					rethrow(isMissingInCloud, (failure) =>
						failure.withHint(
							'The clouds of China have no changes of a folder: use Find Email there, with a date.',
						),
					),
				);
		},
	};
	const readsTexts = largestPage(query, PAGE_SIZE) < PAGE_SIZE;
	const { told, ...rest } = await readChanges(where, place, options).catch(
		rethrow(isDamaged, (failure) => (readsTexts ? failure.withMore(MAY_BE_DAMAGED) : failure)),
	);
	const changes = await withLastingIds(graph, told, 'messages', async ({ raw, message }, id) => {
		const lasting = { raw: { ...raw, id }, message: { ...message, id } };
		return await inFull(where, lasting, options);
	});
	return { ...changes, ...rest };
}

/** A link keeps its `$select`: nobody can go on from it without texts (fact: damaged-text). */
const MAY_BE_DAMAGED =
	'If it stays so, the text of an email there is damaged. A person can choose Body: Preview. Then leave Position empty to begin anew.';

/** A cloud that has no such function says so of it, not of the folder (fact: delta-of-messages-missing). */
function isMissingInCloud(failure: ProviderFailure): boolean {
	const { kind, message, details } = failure;
	if (isMailboxMissing(failure)) return false;
	if (kind === 'notFound') return details.providerCode !== 'ErrorItemNotFound';
	return kind === 'rejected' && /segment/i.test(message);
}

/**
 * The whole mail, read anew where only its changes came; undefined for one that is gone meanwhile. One that is not
 * found for a moment (fact: found-late) would count as removed until it changes again.
 */
async function inFull(
	{ graph, ...limits }: Parameters<typeof readFolderChanges>[0],
	mail: RawMessage,
	{ query, prefer }: ReadOptions,
): Promise<RawMessage | undefined> {
	if (mail.raw[ALWAYS_THERE] !== undefined) return withNeeded(query, [ALWAYS_THERE]).strip(mail);
	const path = mailPath`/messages/${mail.message.id}`;
	const read = async () => await graph.get(path, rawMessage, { query, prefer });
	return await untilFound(limits, read).catch(undefinedOn(isThingMissing));
}
