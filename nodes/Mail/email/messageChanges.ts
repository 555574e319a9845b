import { InvalidInput, ProviderFailure, recover } from '../../shared/http/failures';
import type { Answer } from '../../shared/http/request';
import { deltaPages } from '../graph/delta';
import { toImmutableIds } from '../graph/exchangeIds';
import { mailPath } from '../graph/paths';
import type { GraphClient, GraphOptions } from '../graph/types';
import { largestPage } from './message';
import type { RawMessage } from './messageOutput';
import { rawMessage, withNeeded } from './messageOutput';

/** A mail of a folder that is new or changed. */
export interface ChangedMail {
	mail: RawMessage;
	/** What it is known by when it leaves the folder: an ID that holds only there. */
	folderItemId: string;
}

export interface FolderChanges {
	changed: ChangedMail[];
	/** What was deleted, or moved to another folder. */
	removed: string[];
	/** A link of the provider's, from which to go on. */
	position: string;
	/** False when there is more at once. */
	complete: boolean;
}

interface ReadOptions {
	/** Mails after which no further page is read; everything when left out. */
	limit?: number;
	/** Only where to go on is wanted. */
	positionOnly?: boolean;
	query: NonNullable<GraphOptions['query']>;
	prefer: string[];
}

/** Mails a page where no bodies are read. */
const PAGE_SIZE = 100;
/** What every mail has, so that one without it was told in part. */
const ALWAYS_THERE = 'receivedDateTime';

/**
 * What a folder holds, page by page, and where to go on. Graph is asked for IDs that do not outlive a move:
 * with immutable ones it does not tell of a mail that is moved into the folder (fact: delta-moved-in).
 * @param folder ID or well-known name.
 * @see https://learn.microsoft.com/graph/api/message-delta
 */
export async function readFolderContent(
	graph: GraphClient,
	folder: string,
	options: ReadOptions,
): Promise<FolderChanges> {
	const { needs } = withNeeded(options.query, [ALWAYS_THERE]);
	const first = await graph
		.request({
			method: 'GET',
			path: mailPath`/mailFolders/${folder}/messages/delta`,
			query: needs,
			...asked(options),
			alone: true,
		})
		.catch(
			recover(isMissingInCloud, (failure) => {
				throw failure.withHint(
					'The clouds of China have no changes of a folder: use Find Email there, with a date.',
				);
			}),
		);
	return await readRound(graph, first, options);
}

/** A cloud that has no such function says so of it, not of the folder (fact: delta-of-messages-missing). */
function isMissingInCloud({ kind, message, details }: ProviderFailure): boolean {
	if (kind === 'notFound') return details.providerCode !== 'ErrorItemNotFound';
	return kind === 'rejected' && /segment/i.test(message);
}

/**
 * What changed since a position.
 * @throws InvalidInput where the position is none of this account's provider, or is given up by it.
 */
export async function readFolderChanges(
	graph: GraphClient,
	position: string,
	options: ReadOptions,
): Promise<FolderChanges> {
	const first = await graph.follow(position, asked(options)).catch((error: unknown) => {
		// It leads to somebody else, who must not get the token.
		if (error instanceof InvalidInput) throw notAPosition();
		throw error;
	});
	return await readRound(graph, first, options);
}

function asked({ limit = PAGE_SIZE, query, prefer }: ReadOptions) {
	const size = Math.min(limit, largestPage(query, PAGE_SIZE));
	return { prefer: [`odata.maxpagesize=${size}`, ...prefer], mutableIds: true };
}

async function readRound(
	graph: GraphClient,
	first: Answer,
	options: ReadOptions,
): Promise<FolderChanges> {
	const { limit = Infinity, positionOnly = false } = options;
	// A mail may be told several times: the last word counts.
	const told = new Map<string, RawMessage | undefined>();
	let position = '';
	let complete = false;
	for await (const page of deltaPages(graph, first, rawMessage, asked(options))) {
		position = page.link;
		complete = page.isLast;
		if (positionOnly) continue;
		for (const mail of page.entries) told.set(mail.message.id, mail);
		for (const id of page.removed) told.set(id, undefined);
		if (told.size >= limit) break;
	}
	const present = [...told].flatMap(([folderItemId, mail]) =>
		mail ? [{ folderItemId, mail }] : [],
	);
	const ids = await toImmutableIds(
		graph,
		present.map(({ folderItemId }) => folderItemId),
	);
	const whole = await Promise.all(
		present.map(async ({ folderItemId, mail }) => {
			const id = ids.get(folderItemId) ?? folderItemId;
			return { folderItemId, mail: await inFull(graph, withId(mail, id), options) };
		}),
	);
	const changed = whole.flatMap(({ folderItemId, mail }) => (mail ? [{ folderItemId, mail }] : []));
	const there = new Set(changed.map(({ folderItemId }) => folderItemId));
	return { changed, removed: [...told.keys()].filter((id) => !there.has(id)), position, complete };
}

function withId({ raw, message }: RawMessage, id: string): RawMessage {
	return { raw: { ...raw, id }, message: { ...message, id } };
}

/** A mail of which only what changed was told is read; undefined for one that is gone meanwhile. */
async function inFull(
	graph: GraphClient,
	mail: RawMessage,
	{ query, prefer }: ReadOptions,
): Promise<RawMessage | undefined> {
	if (mail.raw[ALWAYS_THERE] !== undefined) return withNeeded(query, [ALWAYS_THERE]).strip(mail);
	return await graph
		.get(mailPath`/messages/${mail.message.id}`, rawMessage, { query, prefer })
		.catch(
			recover(
				({ kind }) => kind === 'notFound',
				() => undefined,
			),
		);
}

/** The mailbox in the path of a link to changes: `/me`, or a user by address or ID (fact: delta-link-form). */
const POSITION_PATH =
	/\/v1\.0\/(?:me|users(?:\/([^/]+)|\('([^'/]+)'\)))\/mailFolders(?:\/[^/]+|\('[^'/]+'\))\/messages\/(?:microsoft\.graph\.)?delta(?:\(\))?$/i;

/**
 * Whether a text can be a position in a folder of a mailbox. That it leads to the account's provider shows
 * when it is followed.
 * @param mailbox Address or user ID; undefined for the account's own.
 */
export function isPosition(text: string, mailbox: string | undefined): boolean {
	if (!URL.canParse(text)) return false;
	const { pathname, searchParams } = new URL(text);
	const [isFound, ...users] = POSITION_PATH.exec(pathname.replaceAll('%27', "'")) ?? [];
	if (!isFound || !(searchParams.has('$deltatoken') || searchParams.has('$skiptoken')))
		return false;
	const user = users
		.find((one) => one !== undefined)
		?.replace(/%40/i, '@')
		.toLowerCase();
	if (user === undefined) return mailbox === undefined;
	// Of a user ID nobody can say here whose it is.
	return !user.includes('@') || user === mailbox?.toLowerCase();
}

/** The refusal of what is no position. */
export function notAPosition(): InvalidInput {
	return new InvalidInput(
		'is no position in a folder of this mailbox',
		'position',
		'Take "position" from the last item of an earlier run, as it is, with the same Mailbox; leave it empty to begin.',
	);
}

/** HTTP 400 Bad Request, 404 Not Found, 410 Gone: https://learn.microsoft.com/graph/delta-query-overview */
const GIVEN_UP = [400, 404, 410];

/** For `catch` behind a position: says how to begin anew where the provider does not know it any more. */
export const explainPosition = recover(
	(failure) => GIVEN_UP.includes(failure.details.httpCode ?? 0),
	({ details }): never => {
		throw new ProviderFailure('rejected', 'Microsoft does not know this position any more', {
			...details,
			hint: 'Start over: leave Position empty, and put what comes out in the place of all that you keep of the folder.',
		});
	},
);
