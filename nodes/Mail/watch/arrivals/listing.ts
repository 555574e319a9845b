import { z } from 'zod';
import { undefinedOn } from '../../../shared/http/failures';
import { understand } from '../../../shared/provider/understand';
import { isOfTheThing } from '../../../shared/watch/triggerErrors';
import type { ODataQuery } from '../../graph/odata';
import { providerTime } from '../../graph/providerTime';
import { whereMissing } from '../attempts';
import type { ListedMail } from '../mails/listedMail';
import { listedAt } from '../mails/listedMail';
import type { MailboxPoll } from '../mails/mailboxPoll';
import { folderGone } from '../mails/places';
import { mostWhole } from '../mails/readMail';
import { lookAfter, restsOf } from './mark';
import { listedFrom, pagesFrom, row, shown } from './pages';
import type { MailboxPosition, Peek } from './position';
import { MAX_WAITING, openMails } from './position';
import type { Listing } from './window';
import { candidates, windowStart } from './window';

/** The most mails that one poll looks at; a filter may want none of them. */
export const MAX_CANDIDATES = 1_000;
/** The most mails that one poll lists while it need not load all of them. */
const MAX_LISTED = 10_000;

/** Entries that cannot be read are left out. */
const rows = z
	.array(z.unknown())
	.nullish()
	.transform((entries) => (entries ?? []).flatMap((entry) => row.safeParse(entry).data ?? []));

const newestRows = z.object({ '@odata.count': z.number().nullish(), value: rows });

/**
 * Peeks at the mailbox: how many mails each place has from a moment on, and how new the newest is. One small request
 * for each place, together one `$batch`.
 * @returns also the provider's time, from the answer's `Date` header.
 */
export async function peekAt(
	mailbox: MailboxPoll,
	start: number,
): Promise<{ seen: Peek[]; now: number }> {
	const answers = await askNewest(mailbox, start, { ...shown(mailbox), $top: 1, $count: true });
	const seen = answers.map(({ '@odata.count': count, value: [newest] }) => ({
		// An answer without a count differs from every stored peek: the mailbox is listed.
		count: count ?? -1,
		newest: newest ? listedAt(newest) : 0,
	}));
	return { seen, now: providerTime(answers) };
}

/** The newest mails, newest first, with the folder of each where that is asked for; also the provider's time. */
export async function listNewest(
	mailbox: MailboxPoll,
	limit: number,
	withFolder = false,
): Promise<{ mails: ListedMail[]; now: number }> {
	const answers = await askNewest(mailbox, 0, { ...shown(mailbox, withFolder), $top: limit });
	const mails = answers.flatMap(({ value }) => value).sort((a, b) => b.received - a.received);
	return { mails, now: providerTime(answers) };
}

/** What each place answers about its newest mails from a moment on. */
async function askNewest(mailbox: MailboxPoll, start: number, wanted: ODataQuery) {
	const { $filter, $orderby } = listedFrom(mailbox, start);
	const query = { $filter, $orderby: `${$orderby} desc`, ...wanted };
	return await each(mailbox, async (path) => {
		const { headers, body } = await mailbox.graph.request({ method: 'GET', path, query });
		return { headers, ...understand(newestRows, body) };
	});
}

/**
 * Lists what may be new since the position, for one poll. Where all handled mails are still there, and none joined
 * them, it lists only what came later.
 * @param seen a peek at each place, made just before.
 * @param now the provider's time, in milliseconds since the epoch.
 */
export async function listNew(
	poll: MailboxPoll,
	position: MailboxPosition,
	seen: Peek[],
	now: number,
): Promise<Listing> {
	// More junk than can be remembered would be loaded in each poll: its folder in the listing tells it apart.
	const withFolders = openMails(position, 'waits').length >= MAX_WAITING;
	const enough = withFolders ? MAX_LISTED : MAX_CANDIDATES;
	for (const { starts, isAfter } of restsOf(position, seen, now, mostWhole(poll))) {
		const listing = listFrom(poll, { position, starts, enough, withFolders, isWhole: isAfter });
		// If the mails cannot be listed whole, they are listed without content, and loaded one by one.
		const rest = await (isAfter ? listing.catch(undefinedOn(isOfTheThing)) : listing);
		const look = rest && lookAfter(position, seen, rest.places, now, isAfter);
		if (look) return { ...rest, look };
	}
	const start = windowStart(position);
	return await listFrom(poll, {
		position,
		starts: seen.map(() => start),
		enough,
		withFolders,
	});
}

/** How much of the mailbox to list. */
interface Extent {
	position: MailboxPosition;
	/** Mails listed from here on, in milliseconds since the epoch; one for each place. */
	starts: number[];
	/** The most unhandled mails to list; the rest is left for the next poll. */
	enough: number;
	/** Ask for the folder of each mail, which makes the answer half as long again. */
	withFolders?: boolean;
	/** Ask for the whole content that is wanted of each mail. */
	isWhole?: boolean;
}

/**
 * Lists the mailbox from a moment on, oldest first, until more than `enough` mails are found, or there
 * is no time to read on.
 */
export async function listFrom(
	poll: MailboxPoll,
	{ position, starts, enough, withFolders = false, isWhole = false }: Extent,
): Promise<Listing> {
	const listings = await each(poll, async (path, place) => {
		const mails = new Map<string, ListedMail>();
		let unhandled = 0;
		for await (const page of pagesFrom(poll, path, starts[place] ?? 0, withFolders, isWhole)) {
			const more = page.filter(({ id }) => !mails.has(id));
			unhandled += candidates(position, { places: [more] }).length;
			for (const mail of page) mails.set(mail.id, mail);
			const last = page.at(-1);
			if (last && (unhandled > enough || poll.budget.isLate()))
				return { mails, horizon: listedAt(last) };
		}
		return { mails };
	});
	const horizons = listings.flatMap(({ horizon }) => horizon ?? []);
	return {
		placesId: poll.places.placesId,
		places: listings.map(({ mails }) => [...mails.values()]),
		...(horizons.length > 0 ? { horizon: Math.min(...horizons) } : {}),
	};
}

/** Asks all places at once: one request, or one batch for every twenty. */
async function each<T>(
	{ places }: MailboxPoll,
	ask: (path: string, place: number) => Promise<T>,
): Promise<T[]> {
	const answers = Promise.all(places.paths.map(ask));
	return await answers.catch(
		whereMissing(() => {
			places.forget();
			return folderGone(places);
		}),
	);
}
