/*
 * This folder keeps the promise of the triggers: what matches starts the workflow once. For emails, that is mail that
 * arrives (`arrivals`), and mail that joins a set (`members`); how one of them is read is in `mails`. A poll begins
 * where the last one ended, looks at the mailbox, and delivers what is new in it. What is new is decided by `diff` and
 * `advance` of each watch, which know nothing of n8n and ask the provider for nothing. The folder must not know the
 * operations of the Mail node, nor the syntax of the filter. All moments are the provider's; n8n's clock only measures
 * how long something takes.
 */

import type { INodeExecutionData, IPollFunctions } from 'n8n-workflow';
import type { Clock } from '../../shared/http/clock';
import { createPauses } from '../../shared/http/pauses';
import type { PollStart } from '../../shared/watch/pollInTurn';
import type { Opened } from '../../shared/watch/pollWatch';
import { pollBy } from '../../shared/watch/pollWatch';
import { parseSearchFilter } from '../filter/searchFilter';
import { writes } from '../outgoing/writes';
import { storedMails } from './arrivals/position';
import { openArrivals } from './arrivals/watchArrivals';
import type { WatchedMailbox } from './eachMailbox';
import { eachMailbox } from './eachMailbox';
import { mailTriggerProperties, readSettings } from './mails/fields';
import type { MailboxPoll, TriggerMemory } from './mails/mailboxPoll';
import { openPlaces } from './mails/places';
import { openMembers, setMembers } from './members/watchMembers';

/** The events of emails that join a set, not of new emails. */
const SET_EVENTS: unknown[] = ['flagged', 'labelAdded', 'moved'];

const about = {
	who: 'The Mail Trigger',
	permission: ['Mail.Read'],
	fields: mailTriggerProperties,
	whenTooSlow: 'lower Maximum Emails per Poll',
	createMemory: (): TriggerMemory => ({ folders: {}, files: new Map(), names: new Map() }),
};

const pollSets = pollBy({ ...about, ...setMembers, open: mailboxesBy(openMembers) });

const pollArrivals = pollBy({
	...about,
	...storedMails,
	initial: { from: 0 },
	open: mailboxesBy(openArrivals),
});

/**
 * Polls the mailboxes once. In n8n's manual mode: the newest mail that matches, and nothing is saved.
 * @returns null when there is nothing new.
 */
export async function poll(
	this: IPollFunctions,
	clock?: Clock,
): Promise<INodeExecutionData[][] | null> {
	const isSet = SET_EVENTS.includes(this.getNodeParameter('event'));
	return await (isSet ? pollSets : pollArrivals).call(this, clock);
}

/** Makes the `open` of a kind of trigger: it opens a watch for each chosen mailbox. */
function mailboxesBy<Happening, Extra>(
	open: (poll: MailboxPoll) => Opened<Happening, Extra> | Promise<Opened<Happening, Extra>>,
) {
	return async (start: PollStart) => {
		const settings = readSettings(start.context);
		const filter = parseSearchFilter(settings.searchFilter);
		const common = { ...start, settings, filter, misses: [], pause: createPauses(start.clock) };
		const openOne = async (watched: WatchedMailbox, { folders, files, names }: TriggerMemory) => {
			const places = await openPlaces(watched, settings, folders, start.clock);
			return await open({ ...common, ...watched, places, files, names });
		};
		return await eachMailbox(start, settings.mailbox, openOne, [writes.updateMessage]);
	};
}
