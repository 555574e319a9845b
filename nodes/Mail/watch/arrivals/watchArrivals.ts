import { shortHash } from '../../../shared/text/shortHash';
import type { Ledger } from '../../../shared/watch/ledger';
import type { Opened } from '../../../shared/watch/pollWatch';
import type { Change, Look, Verdict, Watch } from '../../../shared/watch/watch';
import { limitsOf } from '../mails/limits';
import type { ListedMail } from '../mails/listedMail';
import { loadMail } from '../mails/loadMail';
import type { Bearers, MailboxPoll } from '../mails/mailboxPoll';
import { handledNames } from '../mails/mailboxPoll';
import { MAX_TRIED, nothingMatches } from '../mails/nothingMatches';
import type { Arrival } from '../mails/places';
import { arrivalsOf, unwantedOf } from './arrivals';
import { listFrom, listNew, listNewest, MAX_CANDIDATES, peekAt } from './listing';
import { confirm, looksUnchanged, markOf } from './mark';
import type { MailboxExtra, MailboxPosition } from './position';
import {
	handledState,
	MAX_WAITING,
	openMails,
	openState,
	positionOf,
	withoutOld,
} from './position';
import { CLOCK_MARGIN_MS, isOfOthers, positionNow, salvage } from './startingPoint';
import type { Listing } from './window';
import { candidates, handledUntil, OVERLAP_MS, windowStart } from './window';

/**
 * How long a mail that was in Junk is asked for while nobody can tell where it is, in milliseconds. A day is longer
 * than the provider fails for a moment. Without a limit, one that can never be read would be asked for at each poll.
 */
const UNKNOWN_MS = 24 * 60 * 60_000;

export interface MailboxLook extends Look {
	/** The position before, as far as it can be believed. */
	position: MailboxPosition;
	/** Left out where the peeks are the same as when everything was handled. */
	listing?: Listing;
	/** Mails of the listing that are not known yet, oldest first. */
	fresh: ListedMail[];
	/** By ID: what the folders say of waiting mails, and of those that are listed with their folder. */
	arrivals: ReadonlyMap<string, Arrival>;
}

/** Mail that arrives in the places that the trigger watches. */
export function openArrivals(poll: MailboxPoll): Opened<ListedMail, MailboxExtra> {
	const { scope, settings, context, owner } = poll;
	const ownerKey = owner && shortHash(owner.id);
	let looked: string | undefined;
	return {
		scope,
		watch: watchArrivals(poll, ownerKey),
		limits: limitsOf(settings, { loads: MAX_CANDIDATES, waiting: MAX_WAITING }),
		heartbeat: settings.options.heartbeat,
		beginsAnew: settings.whenActivated === 'new',
		async sample() {
			const { isWholeMailbox } = poll.places;
			// The whole mailbox also holds sent, deleted and junk mail, which may be all of the newest.
			const limit = isWholeMailbox ? MAX_CANDIDATES : MAX_TRIED;
			const { mails, now } = await listNewest(poll, limit, isWholeMailbox);
			const unwanted = await unwantedOf(poll, mails);
			const incoming = mails.filter(({ id }) => !unwanted.has(id));
			if (mails.length === MAX_CANDIDATES && incoming.length < MAX_TRIED)
				looked = `Looked through the newest ${MAX_CANDIDATES} emails of the mailbox, of which ${incoming.length} came in.`;
			return { now, happenings: incoming.slice(0, MAX_TRIED) };
		},
		nothing: () => nothingMatches(poll, looked),
		rank: ({ received }) => received,
		salvage(ledger, saved) {
			const isOthers = ![undefined, ownerKey].includes(ledger?.extra.owner);
			// Their mailbox may hold the mail of weeks in which nobody was signed in.
			const notBefore = isOthers ? owner?.signedInAt : undefined;
			const warn = (message: string) => context.logger.warn(message);
			return salvage(scope, ledger, saved, warn, notBefore);
		},
	};
}

function watchArrivals(
	poll: MailboxPoll,
	owner: string | undefined,
): Watch<MailboxLook, ListedMail, MailboxExtra> {
	let bearers: Bearers = new Map();
	return {
		async observe(ledger) {
			if (!ledger) return await lookAtBeginning(poll);
			bearers = handledNames(poll, ledger);
			return await look(poll, positionOf(ledger));
		},
		diff,
		async load(mail, attempt) {
			const { verdict, items } = await loadMail(poll, mail, attempt, bearers);
			return { verdict: verdict === 'waiting' ? whileAside(mail, attempt.now) : verdict, items };
		},
		advance(ledger, seen) {
			const { extra, ...next } = advance(ledger, seen);
			return { ...next, extra: { ...extra, ...(owner && { owner }) } };
		},
	};
}

async function look(poll: MailboxPoll, known: MailboxPosition): Promise<MailboxLook> {
	const { places, settings, isFirst } = poll;
	// What could not be loaded yet may lie where nobody looks any more.
	const moved = isOfOthers(known, places.placesId) ? openMails(known, 'tries') : [];
	const [{ seen, now }, back] = await Promise.all([
		peekAt(poll, known.mark?.start ?? windowStart(known)),
		arrivalsOf(poll, [...openMails(known, 'waits'), ...moved]),
	]);
	const maximumAge = isFirst ? settings.maximumAge : Infinity;
	const position = positionNow(known, { now, placesId: places.placesId, maximumAge });
	const listing = looksUnchanged(position, seen, now)
		? undefined
		: await listNew(poll, position, seen, now);
	const fresh = listing ? candidates(position, listing) : [];
	const unwanted = await unwantedOf(poll, fresh);
	return { now, position, listing, fresh, arrivals: new Map([...back, ...unwanted]) };
}

/** Begins at the provider's time, less a margin: what was received in that margin and is visible counts as handled. */
async function lookAtBeginning(poll: MailboxPoll): Promise<MailboxLook> {
	const { now } = await listNewest(poll, 1);
	const start = now - CLOCK_MARGIN_MS;
	const position = { since: start, from: start, entries: new Map() };
	const starts = poll.places.paths.map(() => start);
	const listing = await listFrom(poll, { position, starts, enough: Infinity });
	return { now, position, listing, fresh: candidates(position, listing), arrivals: new Map() };
}

/** Changes for mails that came, that were taken out of Junk, and that could not be loaded before. */
export function diff(
	_: Ledger<MailboxExtra>,
	{ now, position, fresh, arrivals }: MailboxLook,
): Array<Change<ListedMail>> {
	const change = (mail: ListedMail) => ({
		key: shortHash(mail.id),
		next: handledState(mail),
		held: openState(mail),
		at: mail.received,
	});
	const decided = (mail: ListedMail): Change<ListedMail> => {
		const arrival = arrivals.get(mail.id) ?? 'incoming';
		if (arrival === 'incoming') return { ...change(mail), happening: mail };
		return { ...change(mail), verdict: arrival === 'aside' ? whileAside(mail, now) : 'done' };
	};
	const isUndecided = (mail: ListedMail) => {
		const arrival = arrivals.get(mail.id);
		if (arrival === undefined) return mail.received >= now - UNKNOWN_MS;
		return arrival === 'aside' && whileAside(mail, now) === 'waiting';
	};
	const back = openMails(position, 'waits').filter((mail) => !isUndecided(mail));
	const failed = openMails(position, 'tries');
	return [
		...back.map((mail) => (arrivals.has(mail.id) ? decided(mail) : change(mail))),
		...[...fresh, ...failed].map(decided),
	];
}

/** The verdict on a mail that lies in Junk or Deleted Items: while it is young, it may be taken out again. */
function whileAside({ received }: ListedMail, now: number): Exclude<Verdict, 'failed'> {
	return received >= now - OVERLAP_MS ? 'waiting' : 'done';
}

/**
 * The ledger after a look at the mailbox. It moves only over mails that were handled, or are asked for by their IDs.
 * The oldest other mail, and everything after it, is listed again. Mail dated in the future does not move it past now.
 */
export function advance(
	ledger: Ledger<MailboxExtra>,
	{ now, position, listing, fresh }: MailboxLook,
): Ledger<MailboxExtra> {
	const { from, mark } = position;
	if (!listing) {
		const { since } = position;
		return { ...ledger, since, extra: { from, ...(mark ? { mark: confirm(mark, now) } : {}) } };
	}
	const unhandled = fresh.filter(({ id }) => !ledger.entries.has(shortHash(id)));
	// What was not listed may still show a late mail: that is looked for from the last full listing on.
	const until = Math.min(handledUntil(listing, unhandled), listing.look?.at ?? now, now);
	const since = Math.max(position.since, until);
	const start = windowStart({ since, from });
	const isWhole = listing.horizon === undefined && unhandled.length === 0;
	return {
		...ledger,
		since,
		entries: withoutOld(ledger.entries, start),
		extra: { from, ...(isWhole ? { mark: markOf(listing, start, now) } : {}) },
	};
}
