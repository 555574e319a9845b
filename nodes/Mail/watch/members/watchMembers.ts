import { z } from 'zod';
import { undefinedOn } from '../../../shared/http/failures';
import { shortHash } from '../../../shared/text/shortHash';
import type { Ledger, State } from '../../../shared/watch/ledger';
import { isHandled } from '../../../shared/watch/ledger';
import type { Opened } from '../../../shared/watch/pollWatch';
import { isOfTheThing } from '../../../shared/watch/triggerErrors';
import type { Look, Watch } from '../../../shared/watch/watch';
import { explainMissing } from '../../email/labels';
import { PAGE_WITH_BODY } from '../../email/message';
import { limitsOf, MAX_OPEN } from '../mails/limits';
import type { ListedMail } from '../mails/listedMail';
import { loadMail } from '../mails/loadMail';
import type { Bearers, MailboxPoll } from '../mails/mailboxPoll';
import { handledNames } from '../mails/mailboxPoll';
import { MAX_TRIED, nothingMatches } from '../mails/nothingMatches';
import type { Arrival } from '../mails/places';
import { mostWhole } from '../mails/readMail';
import type { SetLook, WatchedSet } from './watchedSet';
import { listChanged, listSet, lookAt, MAX_MEMBERS, watchedSet } from './watchedSet';

/**
 * How long a set is believed to hold the same emails while its count and its newest email stay the same, in
 * milliseconds: one may join it just as another one leaves.
 */
const TRUST_MS = 10 * 60_000;

const extra = z.object({
	/** Its count and newest email when all in it was handled, and when it was last listed. */
	look: z.object({ count: z.number(), newest: z.string(), at: z.number().finite() }).optional(),
});
type Extra = z.output<typeof extra>;

interface Seen extends Look {
	/** Undefined where the provider does not count it: then all of it is listed. */
	look?: SetLook;
	/** All that is in it, oldest first; undefined where that need not be listed. */
	listed?: ListedMail[];
	/** What joined it, oldest first; undefined where count and newest are the same as when all of it was handled. */
	joined?: ListedMail[];
}

/**
 * Emails in a set: the flagged ones, those with a label, those in a folder. The ledger has an entry for each that is
 * in it, by the short hash of its ID. The entries have no state: there is no more to know.
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

/** The sentence that no mail has the label, why that may be, and what to do; empty for other events. */
async function noneLabelled(poll: MailboxPoll): Promise<[why?: string, next?: string]> {
	const { event, label } = poll.settings;
	if (event !== 'labelAdded' || !label) return [];
	const missing = await explainMissing(poll.graph, label.names);
	const said = `No email has the label "${label.names.join('" or "')}".`;
	if (missing === undefined) return [said, 'Label one'];
	return [`${said} ${missing}`, 'Correct the name, or label one'];
}

function watchMembers(poll: MailboxPoll, set: WatchedSet): Watch<Seen, ListedMail, Extra> {
	let bearers: Bearers = new Map();
	return {
		async observe(ledger) {
			if (ledger) bearers = handledNames(poll, ledger);
			const { look, now } = await lookAt(poll, set);
			const before = ledger?.extra.look;
			if (look && before && Math.abs(now - before.at) < TRUST_MS) {
				const more = look.count - before.count;
				if (more === 0 && look.newest === before.newest) return { look, now };
				const isFew = more > 0 && more <= mostWhole(poll) && look.count <= MAX_MEMBERS;
				const joined = isFew ? await findJoined(poll, set, ledger, more) : undefined;
				if (joined) return { look, now, joined };
			}
			const listed = await listSet(poll, set);
			return { look, now, listed, joined: listed };
		},
		diff({ entries }, { listed, joined = [] }) {
			const mails = new Map(joined.map((mail) => [shortHash(mail.id), mail]));
			// What left the set loses its entry: it may join again.
			const gone = listed ? [...entries.keys()].filter((key) => !mails.has(key)) : [];
			const fresh = [...mails].filter(([key]) => !isHandled(entries.get(key)));
			return [
				...gone.map((key) => ({ key, next: null })),
				...fresh.map(([key, mail]) => ({ key, happening: mail, next: [], at: mail.received })),
			];
		},
		load: async (mail, attempt) => await loadMail(poll, mail, attempt, bearers),
		advance(ledger, { look, listed, joined, now }, open) {
			if (!joined) return ledger;
			const since = Math.max(ledger.since, now);
			const at = listed ? now : (ledger.extra.look?.at ?? now);
			return { ...ledger, since, extra: open.length > 0 || !look ? {} : { look: { ...look, at } } };
		},
	};
}

/**
 * The emails that joined the set since it was handled; undefined where something else happened to it, too.
 * @param more How many more it holds.
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
