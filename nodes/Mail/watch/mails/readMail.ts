import { z } from 'zod';
import { InvalidInput, recover } from '../../../shared/http/failures';
import { withRaw } from '../../../shared/provider/understand';
import type { Attachment } from '../../attachments/attachment';
import { attachmentShape, WITH_ATTACHMENTS } from '../../attachments/attachment';
import type { Message } from '../../email/message';
import { bodyPreference, largestPage, messageShape } from '../../email/message';
import type { RawMessage } from '../../email/messageOutput';
import { messageQuery } from '../../email/messageOutput';
import { mailPath } from '../../graph/paths';
import type { GraphOptions, ListOptions } from '../../graph/types';
import { SOURCES } from './filterable';
import type { MailboxPoll } from './mailboxPoll';
import { toMessageOutput } from './outputFields';

/** The most mails that a listing reads whole. More are listed by their IDs, and loaded one by one as far as needed. */
const MAX_WHOLE = 100;

/**
 * The same, fewer where a poll delivers few: whoever lowers that lacks the time for more. Twice as many, as a filter may
 * want only some; a choice.
 */
export function mostWhole({ settings }: MailboxPoll): number {
	return Math.min(MAX_WHOLE, 2 * settings.options.maxMails);
}

/** What every mail is asked for, whatever the output: its name, its place, and what a note of it shows. */
const NEEDED = [
	'id',
	'internetMessageId',
	'receivedDateTime',
	'subject',
	'from',
	'isRead',
	'isDraft',
	'parentFolderId',
];

export function looksAtAttachments(poll: MailboxPoll): boolean {
	const { options, downloadAttachments } = poll.settings;
	if (options.maxAttachmentSize !== undefined || downloadAttachments) return true;
	return filterNeedsAttachments(poll);
}

export function filterNeedsAttachments({ filter }: Pick<MailboxPoll, 'filter'>): boolean {
	const parts = ['attachments', 'hasAttachments', 'size'] as const;
	return parts.some((part) => filter.needs.has(part));
}

/** A mail as it was asked for; with its attachments, if all of them came with it. */
export interface ReadMail extends RawMessage {
	attachments?: Attachment[];
}

const EXPANDED = z.object({
	attachments: z.array(attachmentShape).optional(),
	/** Given where not all of them came. */
	'attachments@odata.nextLink': z.string().optional(),
});

/** Properties that are no part of the mail itself. */
const BESIDE = /^(attachments|singleValueExtendedProperties)\b/;

const readShape = withRaw(messageShape.merge(EXPANDED)).transform(
	({ raw, used: { attachments, 'attachments@odata.nextLink': next, ...message } }): ReadMail => ({
		raw: Object.fromEntries(Object.entries(raw).filter(([name]) => !BESIDE.test(name))),
		message,
		...(next === undefined ? { attachments } : {}),
	}),
);

/** @throws InvalidInput when the provider refuses the chosen fields, not the mail. */
export async function readMessage(
	poll: MailboxPoll,
	id: string,
	withAttachments: boolean,
): Promise<ReadMail> {
	const { graph, settings } = poll;
	const path = mailPath`/messages/${id}`;
	const refused = recover(
		({ kind }) => kind === 'rejected' && settings.output === 'fields',
		async ({ message }): Promise<never> => {
			await graph.get(path, readShape, { query: { $select: NEEDED.join(',') } });
			throw new InvalidInput(message, 'fields', 'Spell the names as Microsoft Graph does.');
		},
	);
	const { query, prefer } = questionOf(poll);
	const expanded = withAttachments ? { ...query, $expand: WITH_ATTACHMENTS } : query;
	return await graph.get(path, readShape, { query: expanded, prefer }).catch(refused);
}

const placed = z.object({ parentFolderId: z.string(), isDraft: z.boolean().nullish() });

/** Where a mail lies. */
export async function readPlace({ graph }: MailboxPoll, id: string) {
	return await graph.part(mailPath`/messages/${id}`, placed);
}

/**
 * The query by which a listing asks for whole mails, with their attachments (fact: expand-in-list).
 * @param listed What the listing itself needs of each mail.
 */
export function wholeQuestion(
	poll: MailboxPoll,
	{ $select: names, $expand }: { $select: string; $expand?: string },
): ListOptions {
	const { query = {}, prefer } = questionOf(poll);
	const all = query.$select && new Set(`${String(query.$select)},${names}`.split(','));
	const $select = all && [...all].join();
	const expanded = [$expand ?? [], looksAtAttachments(poll) ? WITH_ATTACHMENTS : []].flat();
	const pageSize = largestPage({ $select }, MAX_WHOLE);
	return { query: { $select, $expand: expanded.join() || undefined }, prefer, pageSize };
}

/** A mail of such a listing; undefined where it cannot be read so. */
export function readWhole(listed: unknown): ReadMail | undefined {
	return readShape.safeParse(listed).data;
}

function questionOf(poll: MailboxPoll): Pick<GraphOptions, 'query' | 'prefer'> {
	const { filter, settings, graph } = poll;
	const { query, prefer } = messageQuery(toMessageOutput(settings, graph));
	if (query.$select === undefined) return { prefer };
	const filtered = [...filter.needs].flatMap((part) => SOURCES[part]);
	const names = new Set([...String(query.$select).split(','), ...NEEDED, ...filtered]);
	return {
		query: { $select: [...names].join(',') },
		prefer: prefer.length === 0 && filtered.includes('body') ? bodyPreference('text') : prefer,
	};
}

/** Whether a mail came less than so many milliseconds ago, by the clock of the poll. */
export function isYoung(now: number, { receivedDateTime }: Message, ms: number): boolean {
	return Math.abs(now - Date.parse(receivedDateTime ?? '')) < ms;
}
