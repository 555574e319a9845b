import { z } from 'zod';
import { undefinedOn } from '../../../shared/http/failures';
import { shortHash } from '../../../shared/text/shortHash';
import type { Ledger, State } from '../../../shared/watch/ledger';
import { isHandled } from '../../../shared/watch/ledger';
import type { Opened } from '../../../shared/watch/pollWatch';
import { isOfTheThing } from '../../../shared/watch/triggerErrors';
import type { Look, Watch } from '../../../shared/watch/watch';
import { PAGE_WITH_BODY } from '../../email/message';
import { explainMissing } from '../../email/missingLabel';
import { limitsOf, MAX_OPEN } from '../mails/limits';
import type { ListedMail } from '../mails/listedMail';
import { loadMail } from '../mails/loadMail';
import type { MailboxPoll } from '../mails/mailboxPoll';
import { MAX_TRIED, nothingMatches } from '../mails/nothingMatches';
import type { Arrival } from '../mails/places';
import { MAX_WHOLE } from '../mails/readMail';
import { keepFilesOf } from '../mails/storeAttachments';
import type { SetLook, WatchedSet } from './watchedSet';
import { listChanged, listSet, lookAt, MAX_MEMBERS, watchedSet } from './watchedSet';

/**
 * How long a set is believed to hold the same emails while it looks the same, in milliseconds: one may
 * join it just when another one leaves.
 */
const TRUST_MS = 10 * 60_000;

const extra = z.object({
	/** How it looked when all in it was handled, and when that was listed. */
	look: z.object({ count: z.number(), newest: z.string(), at: z.number().finite() }).optional(),
});
type Extra = z.output<typeof extra>;

interface Seen extends Look {
	/** Undefined where the provider does not count it: then it is listed. */
	look?: SetLook;
	/** All that is in it, oldest first; undefined where that need not be listed. */
	listed?: ListedMail[];
	/** What joined it, oldest first; undefined where it looks as it did when all of it was handled. */
	joined?: ListedMail[];
}

/**
 * Emails in a set: the flagged ones, those with a label, those in a folder. The entries are the emails that
 * are in it, by the short hash of their ID: there is nothing to know of one but that it is there.
 */
export const setMembers = {
	initial: {},
	extra,
	mostOpen: MAX_OPEN,
	isState: (state: State) => state.length === 0,
};

/**
 * @throws InvalidInput when the label or the folder is not chosen, or there is no such folder.
 */
export async function openMembers(mailbox: MailboxPoll): Promise<Opened<ListedMail, Extra>> {
	// Whoever flags, labels or moves an email wants it, also in Sent Items or Junk Email.
	const arrivalOf = async () => await Promise.resolve<Arrival>('incoming');
	const poll = { ...mailbox, places: { ...mailbox.places, arrivalOf } };
	const { whenActivated, options } = poll.settings;
	const set = await watchedSet(poll);
	let isEmpty = false;
	return {
		scope: `${poll.scope} ${set.of}`,
		watch: watchMembers(poll, set),
		limits: limitsOf(poll.settings, { loads: Infinity, waiting: 0 }),
		heartbeat: options.heartbeat,
		beginsAnew: whenActivated === 'new',
		async sample() {
			const { now } = await lookAt(poll, set);
			const newest = (await listSet(poll, set)).slice(-MAX_TRIED).reverse();
			isEmpty = newest.length === 0;
			return { now, happenings: newest };
		},
		nothing: async () => nothingMatches(poll, ...(isEmpty ? await noneLabelled(poll) : [])),
		rank: ({ received }) => received,
	};
}

/** That no mail has the label, why that may be, and what to do; empty for other events. */
async function noneLabelled({
	graph,
	settings,
}: MailboxPoll): Promise<[why?: string, next?: string]> {
	const { event, label } = settings;
	if (event !== 'labelAdded' || !label) return [];
	const missing = await explainMissing(graph, label.names);
	const said = `No email has the label "${label.names.join('" or "')}".`;
	if (missing === undefined) return [said, 'Label one'];
	return [`${said} ${missing}`, 'Correct the name, or label one'];
}

function watchMembers(poll: MailboxPoll, set: WatchedSet): Watch<Seen, ListedMail, Extra> {
	return {
		async observe(ledger) {
			keepFilesOf(poll.files, (id) => (ledger?.entries.get(shortHash(id))?.tries ?? 0) > 0);
			const { look, now } = await lookAt(poll, set);
			const before = ledger?.extra.look;
			if (look && before && now < before.at + TRUST_MS) {
				const more = look.count - before.count;
				if (more === 0 && look.newest === before.newest) return { look, now };
				const isFew = more > 0 && more <= MAX_WHOLE && look.count <= MAX_MEMBERS;
				const joined = isFew ? await findJoined(poll, set, ledger, more) : undefined;
				if (joined) return { look, now, joined };
			}
			const listed = await listSet(poll, set);
			return { look, now, listed, joined: listed };
		},
		diff({ entries }, { listed, joined = [] }) {
			const mails = new Map(joined.map((mail) => [shortHash(mail.id), mail]));
			// What left it may join again.
			const left = listed ? [...entries.keys()].filter((key) => !mails.has(key)) : [];
			const fresh = [...mails].filter(([key]) => !isHandled(entries.get(key)));
			return [
				...left.map((key) => ({ key, next: null })),
				...fresh.map(([key, mail]) => ({ key, happening: mail, next: [], at: mail.received })),
			];
		},
		load: async (mail, attempt) => await loadMail(poll, mail, attempt),
		advance(ledger, { look, listed, joined, now }, open) {
			if (!joined) return ledger;
			const since = Math.max(ledger.since, now);
			const at = listed ? now : (ledger.extra.look?.at ?? now);
			return { ...ledger, since, extra: open.length > 0 || !look ? {} : { look: { ...look, at } } };
		},
	};
}

/**
 * The emails that joined the set since it was handled; undefined where they are not all that happened to it.
 * @param more How many it holds more.
 */
async function findJoined(
	poll: MailboxPoll,
	set: WatchedSet,
	{ entries, since }: Ledger<Extra>,
	more: number,
): Promise<ListedMail[] | undefined> {
	const listing = listChanged(poll, set, since, more + PAGE_WITH_BODY);
	const changed = await listing.catch(undefinedOn(isOfTheThing));
	const joined = changed?.filter(({ id }) => !entries.has(shortHash(id)));
	return joined?.length === more ? joined : undefined;
}
