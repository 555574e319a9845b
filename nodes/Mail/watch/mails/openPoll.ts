import type { IBinaryData, IPollFunctions } from 'n8n-workflow';
import { createPauses } from '../../../shared/html/pauses';
import type { Budget } from '../../../shared/watch/budget';
import type { PollStart } from '../../../shared/watch/pollInTurn';
import type { SearchFilter } from '../../filter/searchFilter';
import { parseSearchFilter } from '../../filter/searchFilter';
import type { GraphClient } from '../../graph/types';
import type { WatchedMailbox } from '../eachMailbox';
import type { MailSettings } from './fields';
import type { Miss } from './nothingMatches';
import type { FolderMemory, Places } from './places';
import { openPlaces } from './places';

/** Files that n8n stores, by the IDs of their mail and of the attachment. */
export type StoredFiles = Map<string, Map<string, IBinaryData>>;

/** What the polls of a trigger leave to each other. */
export interface TriggerMemory {
	/** The folders that the trigger watches. */
	readonly folders: FolderMemory;
	/** Files of mails that could not be loaded in full, and are loaded again. */
	readonly files: StoredFiles;
}

/** That of a mailbox that was not polled yet. */
export const createMemory = (): TriggerMemory => ({ folders: {}, files: new Map() });

/** One mailbox as the trigger reads it. */
export interface Mailbox {
	graph: GraphClient;
	places: Places;
	/** Names the mailbox. */
	scope: string;
}

/** What a poll works with. */
export interface MailboxPoll extends Mailbox {
	context: IPollFunctions;
	settings: MailSettings;
	filter: SearchFilter;
	budget: Budget;
	/** It is the first poll of an activation. */
	isFirst: boolean;
	files: StoredFiles;
	/** What the test step read that does not match, newest first. */
	misses: Miss[];
	/** What reading a mail waits for, so that many of them do not hold the event loop. */
	pause(): Promise<void>;
}

/**
 * Reads the filter.
 * @returns what finds the folders of a mailbox, and throws a ProviderFailure when a chosen one does not exist.
 * @throws SearchFilterError for a filter that cannot be evaluated, with the position.
 */
export function startReading(
	{ context, clock, budget, isFirst }: PollStart,
	settings: MailSettings,
): (watched: WatchedMailbox, memory: TriggerMemory) => Promise<MailboxPoll> {
	const filter = parseSearchFilter(settings.searchFilter);
	const pause = createPauses(clock);
	const misses: Miss[] = [];
	const common = { context, settings, filter, budget, isFirst, misses, pause };
	return async ({ graph, scope }, { folders, files }) => {
		const places = await openPlaces(graph, settings, { scope, memory: folders, clock });
		return { ...common, graph, scope, places, files };
	};
}
