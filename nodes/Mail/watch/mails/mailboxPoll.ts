import type { IBinaryData } from 'n8n-workflow';
import { shortHash } from '../../../shared/text/shortHash';
import type { Ledger } from '../../../shared/watch/ledger';
import { isHandled } from '../../../shared/watch/ledger';
import type { PollStart } from '../../../shared/watch/pollInTurn';
import type { SearchFilter } from '../../filter/searchFilter';
import type { WatchedMailbox } from '../eachMailbox';
import type { MailSettings } from './fields';
import type { FolderMemory, Places } from './places';

/** What the polls of a trigger leave to each other. */
export interface TriggerMemory {
	readonly folders: FolderMemory;
	/** Files of mails that could not be loaded in full, and are loaded again: by the IDs of mail and attachment. */
	readonly files: Map<string, Map<string, IBinaryData>>;
	/** Names of mails that came in, by the short hashes of their IDs. */
	readonly names: Map<string, string>;
}

/** By the names of mails: the short hash of the ID of the one that is loaded in this poll; empty for one before. */
export type Bearers = Map<string, string>;

/**
 * Forgets the names of mails that were not handled, as what a poll loaded may have come to nothing, and the files of
 * mails that nobody asks for again.
 * @returns the names of mails that were handled.
 */
export function handledNames(
	{ names, files }: Pick<TriggerMemory, 'names' | 'files'>,
	{ entries }: Pick<Ledger<unknown>, 'entries'>,
): Bearers {
	for (const key of names.keys()) if (!isHandled(entries.get(key))) names.delete(key);
	for (const id of files.keys()) if (!entries.get(shortHash(id))?.tries) files.delete(id);
	return new Map([...names.values()].map((name) => [name, '']));
}

/** What a poll works with, in one mailbox. */
export interface MailboxPoll
	extends PollStart, WatchedMailbox, Pick<TriggerMemory, 'files' | 'names'> {
	places: Places;
	settings: MailSettings;
	filter: SearchFilter;
	/**
	 * The mails that the test step read and that do not match, newest first: when each was received, as Graph writes it,
	 * and the conditions that it does not meet, as they are written.
	 */
	misses: Array<{ received: string; unmet: string[] }>;
	/** What reading a mail waits for, so that many of them do not hold the event loop. */
	pause(): Promise<void>;
}
