import { rememberPerRun } from '../../shared/provider/perRun';
import { together } from '../../shared/provider/together';
import { readTree } from '../graph/folderTree';
import { guessesOf } from '../graph/guesses';
import type { GraphClient } from '../graph/types';
import type { FolderEntry } from './folders';
import { pathBelow, readFolder, readLevel } from './folders';
import type { Message } from './message';
import type { RawMessage } from './messageOutput';

/*
 * What lists of mails have to know of folders. What the last list of a mailbox asked one after the other, the next one
 * asks at once, in its own batch (fact: batch-answer-size). Only questions are remembered between runs, no answers.
 */

/** Where mails lie that are thrown away, suspected or not sent yet. */
const ASIDE = ['deleteditems', 'junkemail', 'drafts'] as const;

/** Questions of each kind: a batch has room for twenty. */
const MAX_QUESTIONS = 8;

/** Ignores the failure of what is asked early: whoever needs the answer asks again, and gets the failure. */
function early(answer: Promise<unknown>): void {
	answer.catch(() => undefined);
}

const levelBelow = rememberPerRun(
	async (graph: GraphClient, path: string) => await readLevel(graph, path, true),
);

/**
 * A well-known folder and all folders below it: a folder that is deleted lies, with its mails, in Deleted Items.
 * None where the account sees no such folder.
 */
export async function foldersIn(
	graph: GraphClient,
	name: (typeof ASIDE)[number] | 'recoverableitemsdeletions',
): Promise<FolderEntry[]> {
	const folder = await readFolder(graph, name);
	if (!folder) return [];
	if (folder.childFolderCount === 0) return [folder];
	const read = async (path: string) => await levelBelow(graph, path);
	return [folder, ...(await readTree(pathBelow(folder.id), pathBelow, read))];
}

/**
 * Whether a mail lies in Deleted Items, or in a folder below.
 * @param place Where it lies; while that is read, the folders are asked for in the same batch.
 */
export async function isThrownAway(
	graph: GraphClient,
	place: Pick<Message, 'parentFolderId'> | Promise<Pick<Message, 'parentFolderId'>>,
): Promise<boolean> {
	const [{ parentFolderId }, bin] = await together([place, foldersIn(graph, 'deleteditems')]);
	return bin.some(({ id }) => id === parentFolderId);
}

/** The IDs of Deleted Items, Junk Email and Drafts, and of all folders below them. */
export async function asideFolders(graph: GraphClient): Promise<string[]> {
	const last = guessesOf(graph);
	for (const id of last.parents) early(levelBelow(graph, pathBelow(id)));
	const all = await Promise.all(ASIDE.map(async (name) => await foldersIn(graph, name)));
	const parents = all.flat().filter(({ childFolderCount }) => childFolderCount !== 0);
	last.parents = parents.slice(0, MAX_QUESTIONS).map(({ id }) => id);
	last.aside = all.flat().map(({ id }) => id);
	return last.aside;
}

/** Folders whose mails are left out of a list. */
export interface SideFolders {
	/** Their IDs at the last list, to ask with. */
	guess: string[];
	/** Their IDs now. */
	folders: Promise<string[]>;
}

/** The IDs of `asideFolders`, asked for at the same time as the list that leaves them out. */
export function leaveAside(graph: GraphClient): SideFolders {
	const { aside: guess } = guessesOf(graph);
	const folders = asideFolders(graph);
	early(folders);
	return { guess, folders };
}

/**
 * Asks early for the names of the folders in which mails were found last: likely they are found there again.
 * @param folder The one folder that is listed, where it is one.
 */
export async function askNames(graph: GraphClient, folder?: string): Promise<void> {
	const ids = folder ? [folder] : guessesOf(graph).named;
	await Promise.allSettled(ids.map(async (id) => await readFolder(graph, id)));
}

/** Reads one mail, and beside it the name of the folder in which the last one lay: likely it lies there, too. */
export async function readBesideName(
	graph: GraphClient,
	reading: Promise<RawMessage>,
): Promise<RawMessage> {
	const guesses = guessesOf(graph);
	const [mail] = await together([reading, guesses.place && askNames(graph, guesses.place)]);
	guesses.place = mail.message.parentFolderId ?? undefined;
	return mail;
}

/** Remembers in which folders mails were found. */
export function noteFound(graph: GraphClient, found: Array<{ message: Message }>): void {
	const ids = new Set(found.flatMap(({ message }) => message.parentFolderId ?? []));
	if (ids.size > 0) guessesOf(graph).named = [...ids].slice(0, MAX_QUESTIONS);
}
