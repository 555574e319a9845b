import { InvalidInput, ProviderFailure, rethrow } from '../../shared/http/failures';
import { decodeAll } from '../../shared/http/pathSegment';
import type { Answer } from '../../shared/http/request';
import type { Shape } from '../../shared/provider/understand';
import { deltaPages, isEndless, isLinkRefused } from './delta';
import type { IdKind } from './exchangeIds';
import { toImmutableIds } from './exchangeIds';
import { isMailboxMissing } from './failure';
import type { GraphClient, GraphOptions } from './types';

/** A collection in a mailbox of which Graph tells changes. */
export interface Changing<T> {
	/** As people call it. */
	what: 'folder' | 'calendar' | 'contact folder';
	/** What is in the path of its links behind the mailbox, as a regular expression. */
	links: string;
	item: Shape<T>;
	idOf(entry: T): string;
	options: GraphOptions;
	/** Makes the first request, where there is no position. */
	begin(): Promise<Answer>;
}

/** How far changes are read. */
export interface ChangesWanted {
	/** Where an earlier run ended; without it, everything that is there is read. */
	position?: string;
	/** Entries after which no further page is read; everything when left out. */
	limit?: number;
	/** Whether only the new position is wanted, without entries. */
	positionOnly: boolean;
}

export interface ToldChanges<T> {
	/** Each entry as it came last, by the ID with which it came; undefined where it is gone. */
	told: Map<string, T | undefined>;
	/** A link of the provider's, from which to go on. */
	position: string;
	/** False when more can be read right away. */
	complete: boolean;
}

/**
 * The entry of the `Prefer` header for the size of pages. A page is put out whole, so that none may be larger than
 * the limit. Graph may make them smaller: https://learn.microsoft.com/graph/delta-query-events
 */
export function pagesOf(largest: number, limit = largest): string {
	return `odata.maxpagesize=${Math.min(limit, largest)}`;
}

/** An ID in the path of a link (fact: delta-link-form). */
export const LINKED_ID = String.raw`(?:\/[^/]+|\('[^'/]+'\))`;

/**
 * What a collection holds, or what changed in it since a position, page by page, and where to go on.
 * @throws InvalidInput where the position is none of this mailbox's.
 * @throws ProviderFailure where Graph does not know the position any more.
 */
export async function readChanges<T>(
	{ graph, mailbox }: { graph: GraphClient; mailbox?: string },
	place: Changing<T>,
	wanted: ChangesWanted,
): Promise<ToldChanges<T>> {
	const { position } = wanted;
	if (position === undefined) return await readRound(graph, await place.begin(), place, wanted);
	if (!isPosition(position, mailbox, place.links)) throw notAPosition(place.what);
	return await graph
		.followWritten(position, place.options)
		.catch((error: unknown) => {
			// It leads to somebody else, who must not get the token.
			if (error instanceof InvalidInput) throw notAPosition(place.what);
			throw error;
		})
		.then(async (first) => await readRound(graph, first, place, wanted))
		.catch(explainPosition(place.what))
		.catch(
			rethrow(isEndless, (failure) =>
				failure.withMore('The position keeps its own: leave Position empty to begin anew.'),
			),
		);
}

async function readRound<T>(
	graph: GraphClient,
	first: Answer,
	{ item, idOf, options }: Changing<T>,
	{ limit = Infinity, positionOnly }: ChangesWanted,
): Promise<ToldChanges<T>> {
	// An entry may be told several times: the last word counts.
	const told = new Map<string, T | undefined>();
	let position = '';
	let complete = false;
	for await (const page of deltaPages(graph, first, item, options)) {
		position = page.link;
		complete = page.isLast;
		if (positionOnly) continue;
		for (const entry of page.entries) told.set(idOf(entry), entry);
		for (const id of page.removed) told.set(id, undefined);
		if (told.size >= limit) break;
	}
	return { told, position, complete };
}

/** Changes as a step puts them out. */
export interface Changes<T> extends Pick<ToldChanges<T>, 'position' | 'complete'> {
	/** What is new or changed. `removed` will name it by its `folderItemId`, which holds in this folder alone. */
	changed: Array<{ entry: T; folderItemId: string }>;
	/** What was deleted, or moved elsewhere. */
	removed: string[];
}

/**
 * Changes that were told by IDs which do not outlive a move, as whole entries with immutable IDs.
 * @param inFull Reads the rest of an entry that came in part; undefined for one that is gone meanwhile.
 */
export async function withLastingIds<T>(
	graph: GraphClient,
	told: Map<string, T | undefined>,
	kind: IdKind,
	inFull: (entry: T, id: string) => Promise<T | undefined>,
): Promise<Pick<Changes<T>, 'changed' | 'removed'>> {
	const present = [...told].flatMap(([folderItemId, entry]) =>
		entry === undefined ? [] : [{ folderItemId, entry }],
	);
	const known = present.map(({ folderItemId }) => folderItemId);
	const ids = await toImmutableIds(graph, known, kind);
	const whole = await Promise.all(
		present.map(async ({ folderItemId, entry }) => {
			const now = await inFull(entry, ids.get(folderItemId) ?? folderItemId);
			return now === undefined ? [] : [{ folderItemId, entry: now }];
		}),
	);
	const changed = whole.flat();
	const there = new Set(changed.map(({ folderItemId }) => folderItemId));
	return { changed, removed: [...told.keys()].filter((id) => !there.has(id)) };
}

/**
 * Whether a text can be a position in a mailbox. That it leads to the account's provider shows when it is
 * followed.
 * @param mailbox Address or user ID; undefined for the account's own.
 * @param links As in `Changing`.
 */
export function isPosition(text: string, mailbox: string | undefined, links: string): boolean {
	if (!URL.canParse(text)) return false;
	const { pathname, searchParams } = new URL(text);
	// The mailbox is `/me`, or a user by address or ID (fact: delta-link-form).
	const path = new RegExp(
		String.raw`\/v1\.0\/(?:me|users(?:\/([^/]+)|\('([^'/]+)'\)))\/${links}\/(?:microsoft\.graph\.)?delta(?:\(\))?$`,
		'i',
	);
	const [isFound, ...users] = path.exec(pathname.replaceAll('%27', "'")) ?? [];
	const names = decodeAll(users.filter((name) => name !== undefined));
	if (!isFound || !names || !(searchParams.has('$deltatoken') || searchParams.has('$skiptoken')))
		return false;
	const [user] = names;
	if (user === undefined) return mailbox === undefined;
	// Whose a user ID is cannot be told here.
	return !user.includes('@') || user.toLowerCase() === mailbox?.toLowerCase();
}

function notAPosition(what: string): InvalidInput {
	return new InvalidInput(
		`is no position in a ${what} of this mailbox`,
		'position',
		'Take "position" from the last item of an earlier run, as it is, with the same Mailbox; leave it empty to begin.',
	);
}

/** Whether Graph refuses the changes of a collection; a missing mailbox has an error of its own. */
export function refusesChanges(failure: ProviderFailure): boolean {
	return isLinkRefused(failure) && !isMailboxMissing(failure);
}

/** For `catch`: says how to begin anew where the provider does not know a position any more. */
function explainPosition(what: string) {
	const message = 'Microsoft does not know this position any more';
	const hint = `Start over: leave Position empty, and put what comes out in the place of all that you keep of the ${what}.`;
	return rethrow(
		refusesChanges,
		({ details }) => new ProviderFailure('rejected', message, { ...details, hint }),
	);
}
