import type { IBinaryData, IPollFunctions } from 'n8n-workflow';
import { createPauses } from '../../shared/pauses';
import { shortHash } from '../../shared/shortHash';
import type { Budget } from '../../shared/trigger/budget';
import type { PollStart } from '../../shared/trigger/pollInTurn';
import { accountTypeOf, connectGraph } from '../connectGraph';
import type { SearchFilter } from '../filter/searchFilter';
import { parseSearchFilter } from '../filter/searchFilter';
import type { GraphClient } from '../graph/types';
import type { TriggerSettings } from './fields';
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

/** One mailbox as the trigger reads it. */
export interface Mailbox {
	graph: GraphClient;
	places: Places;
	/** Names the mailbox. */
	scope: string;
}

/** What a poll works with. */
export interface Poll extends Mailbox {
	context: IPollFunctions;
	settings: TriggerSettings;
	filter: SearchFilter;
	budget: Budget;
	files: StoredFiles;
	/** What reading a mail waits for, so that many of them do not hold the event loop. */
	pause(): Promise<void>;
}

/**
 * Reads the filter, connects the account, finds the folders.
 * @throws SearchFilterError for a filter that cannot be evaluated, with the position.
 * @throws ProviderFailure when a chosen folder does not exist.
 */
export async function openPoll(
	{ context, clock, budget, memory }: PollStart<TriggerMemory>,
	settings: TriggerSettings,
): Promise<Poll> {
	const filter = parseSearchFilter(settings.searchFilter);
	const { deadline, signal } = budget;
	const account = await connectGraph(context, { deadline, signal, clock });
	const graph = account.forMailbox(settings.mailbox);
	const scope = scopeOf(context, settings.mailbox);
	const { folders, files } = memory;
	const places = await openPlaces(graph, settings, { scope, memory: folders, clock });
	const pause = createPauses(clock);
	return { context, settings, filter, budget, graph, scope, places, files, pause };
}

/**
 * Names what is watched.
 * @param chosen The address of the mailbox, and what else of it was chosen.
 */
export function scopeOf(
	context: IPollFunctions,
	...[mailbox = '', ...chosen]: Array<string | undefined>
): string {
	const { id, name } = context.getNode().credentials?.[accountTypeOf(context)] ?? {};
	return shortHash(JSON.stringify([id ?? name ?? '', mailbox.toLowerCase(), ...chosen]));
}
