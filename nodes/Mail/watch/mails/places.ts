import { z } from 'zod';
import type { Clock } from '../../../shared/http/clock';
import { ProviderFailure, undefinedOn } from '../../../shared/http/failures';
import { rememberPerRun } from '../../../shared/provider/perRun';
import { shortHash } from '../../../shared/text/shortHash';
import { readFolders, resolveFolder } from '../../email/folders';
import type { Message } from '../../email/message';
import { isThingMissing } from '../../graph/failure';
import { mailPath } from '../../graph/paths';
import type { GraphClient } from '../../graph/types';
import type { WatchedMailbox } from '../eachMailbox';
import type { MailSettings } from './fields';

/**
 * What the folder of a mail says about it. `incoming`: deliver it. `never`: it did not come in. `aside`: it is in Junk
 * or Deleted Items, from where it may come back.
 */
export type Arrival = 'incoming' | 'never' | 'aside';

/** Sticky notes and chats are mail to Graph, in folders that its page does not name (fact: notes-folder, fact: teams-chats). */
const UNDOCUMENTED = ['notes', 'teamchat'];
/** Folders of mail that never came in. Sync Issues are among them: Outlook keeps copies there (fact: sync-issues). */
const NEVER_INCOMING = [
	...['drafts', 'sentitems', 'outbox', 'conversationhistory', 'syncissues'],
	...UNDOCUMENTED,
];
/** Folders of incoming mail that nobody wants, unless it is taken out again. */
const PUT_ASIDE = ['junkemail', 'deleteditems'];
/** Folders where the way up through the parents may end: that of most mail, and the root. */
const ORDINARY = ['inbox', 'msgfolderroot'];

/** How long the folders of a mailbox are remembered, in milliseconds: half of the overlap. */
const REMEMBERED_MS = 10 * 60_000;

/** Where the trigger looks: the whole mailbox, or folders of it. */
export interface Places {
	/** Paths of message collections, below the mailbox. */
	paths: string[];
	/** Short hash of the paths. */
	placesId: string;
	/**
	 * The property by which new mail is found. A scheduled mail comes to Sent Items with a time that is long over: only
	 * its last modification shows that it is new (fact: deferred-time).
	 */
	order: 'receivedDateTime' | 'lastModifiedDateTime';
	isWholeMailbox: boolean;
	/** True for a folder in which the trigger looks. */
	holds(folderId: string): boolean;
	/** True where subfolders are watched that the user did not choose themselves. */
	hasSubfolders: boolean;
	arrivalOf(message: Pick<Message, 'parentFolderId' | 'isDraft'>): Promise<Arrival>;
	/** Forgets the folders, as one of them is gone: the next poll asks for them again. */
	forget(): void;
}

type FolderChoice = Pick<MailSettings, 'event' | 'folders' | 'chosenFolders' | 'includeSubfolders'>;

const folderId = z.object({ id: z.string() });
const folderAbove = z.object({ parentFolderId: z.string().nullish() });

/** One choice of folders. As an object, it is the key under which `rememberPerRun` keeps the answers about it. */
interface Asked {
	/** Names the mailbox and what the user chose. */
	named: string;
	choice: FolderChoice;
	askedAt: number;
	/** Of the poll that asks. */
	graph: GraphClient;
}

/** What polls remember of the folders, which hardly ever change. */
export interface FolderMemory {
	asked?: Asked;
}

/**
 * The places of the mailbox that the user chose.
 * @throws ProviderFailure (`notFound`) when a chosen folder does not exist.
 */
export async function openPlaces(
	{ graph, scope }: WatchedMailbox,
	choice: FolderChoice,
	memory: FolderMemory,
	clock: Clock,
): Promise<Places> {
	const { folders: which, chosenFolders, includeSubfolders } = choice;
	const named = JSON.stringify([scope, which, chosenFolders, includeSubfolders]);
	const asked = recall(memory, { named, choice, askedAt: clock.now(), graph });
	const chosen = which === 'incoming' ? undefined : await findChosen(asked);
	const paths = chosen
		? chosen.all.map((id) => mailPath`/mailFolders/${id}/messages`)
		: [mailPath`/messages`];
	return {
		paths,
		placesId: shortHash(paths.join('\n')),
		order: choice.event === 'sent' ? 'lastModifiedDateTime' : 'receivedDateTime',
		isWholeMailbox: !chosen,
		holds: (id) => chosen?.all.includes(id) ?? true,
		hasSubfolders: chosen?.all.some((id) => !chosen.direct.includes(id)) === true,
		async arrivalOf({ parentFolderId, isDraft }) {
			const passed = new Set<string>();
			// A folder below Sent Items or Deleted Items is a part of it, unless it was chosen itself.
			for (let id = parentFolderId ?? ''; id && !passed.has(id);) {
				if (chosen?.direct.includes(id)) return 'incoming';
				// Asked for here only: where an owner shares single folders, Graph shows no others.
				const name = (await findSpecial(asked)).get(id) ?? '';
				if (NEVER_INCOMING.includes(name)) return 'never';
				if (PUT_ASIDE.includes(name)) return isDraft ? 'never' : 'aside';
				if (ORDINARY.includes(name)) break;
				passed.add(id);
				id = (await findAbove(asked, id)) ?? '';
			}
			return isDraft ? 'never' : 'incoming';
		},
		forget() {
			memory.asked = undefined;
		},
	};
}

/** The ID of the parent folder; undefined where there is none, or it may not be read. */
const findAbove = rememberPerRun(async ({ graph }: Asked, id: string) => {
	const folder = await graph
		.part(mailPath`/mailFolders/${id}`, folderAbove)
		.catch(undefinedOn('notFound', 'forbidden'));
	return folder?.parentFolderId;
});

/** The remembered object of the same choice, and with it the answers, unless they are too old. */
function recall(memory: FolderMemory, now: Asked): Asked {
	const { asked } = memory;
	const isRecent = asked && Math.abs(now.askedAt - asked.askedAt) < REMEMBERED_MS;
	if (isRecent && asked.named === now.named) return Object.assign(asked, { graph: now.graph });
	memory.asked = now;
	return now;
}

const findChosen = rememberPerRun(async (asked: Asked) => {
	const { graph } = asked;
	const { chosenFolders, includeSubfolders } = asked.choice;
	const direct = await Promise.all(
		chosenFolders.map(async (locator) => {
			const id = await idOf(graph, await resolveFolder(graph, locator, 'chosenFolders'));
			if (id === undefined) throw folderGone();
			return id;
		}),
	);
	if (!includeSubfolders) return { direct, all: [...new Set(direct)] };
	const [folders, names] = await Promise.all([readFolders(graph), findSpecial(asked)]);
	const all = new Set(direct);
	// Parents come before their children.
	for (const { id, parentFolderId } of folders) {
		const isSpecial = [...NEVER_INCOMING, ...PUT_ASIDE].includes(names.get(id) ?? '');
		if (parentFolderId && all.has(parentFolderId) && !isSpecial) all.add(id);
	}
	return { direct, all: [...all] };
});

/** The ID of a folder that may be named by its well-known name; undefined where it is not there. */
async function idOf(graph: GraphClient, folder: string): Promise<string | undefined> {
	const found = await graph
		.part(mailPath`/mailFolders/${folder}`, folderId)
		.catch(undefinedOn(isThingMissing));
	return found?.id;
}

/** The names of the special folders by their IDs; those that the mailbox lacks have none. */
const findSpecial = rememberPerRun(async ({ graph }: Asked) => {
	const special = [...NEVER_INCOMING, ...PUT_ASIDE, ...ORDINARY];
	const entries = special.map(async (name) => {
		const id = idOf(graph, name);
		// A mailbox may refuse a name that is not documented, or hide what it names.
		const found = UNDOCUMENTED.includes(name) ? id.catch(undefinedOn('rejected', 'forbidden')) : id;
		return [await found, name] as const;
	});
	return new Map(await Promise.all(entries));
});

/** The failure for a place that does not exist, or no longer does. */
export function folderGone(places?: Places): ProviderFailure {
	if (places?.hasSubfolders) {
		const message = 'A subfolder that was watched is not there any more';
		return new ProviderFailure('unavailable', message, { hint: 'Run the step again.' });
	}
	return places?.isWholeMailbox
		? new ProviderFailure('notFound', 'The mailbox was not found', {
				httpCode: 404,
				hint: 'Check Mailbox, that the account has access to it, and that it is in Exchange Online.',
			})
		: new ProviderFailure('notFound', 'Folders: a chosen folder does not exist in the mailbox', {
				httpCode: 404,
				hint: 'Open the trigger and choose its folders again. In a shared mailbox, the account needs access to them.',
			});
}
