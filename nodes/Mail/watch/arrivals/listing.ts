import { z } from 'zod';
import { ProviderFailure, recover, rethrow, undefinedOn } from '../../../shared/http/failures';
import { understand } from '../../../shared/provider/understand';
import { isOfTheThing } from '../../../shared/watch/triggerErrors';
import { deferralShape, deferredTo, SEND_TIME_EXPAND } from '../../graph/deferral';
import { isThingMissing } from '../../graph/failure';
import type { ODataQuery } from '../../graph/odata';
import { MAX_PAGE } from '../../graph/pages';
import { mailPath } from '../../graph/paths';
import { providerTime } from '../../graph/providerTime';
import type { ListOptions } from '../../graph/types';
import type { ListedMail } from '../mails/listedMail';
import { listedAt } from '../mails/listedMail';
import type { MailboxPoll } from '../mails/mailboxPoll';
import { folderGone } from '../mails/places';
import { MAX_WHOLE, readWhole, wholeQuestion } from '../mails/readMail';
import { lookAfter, restsOf } from './mark';
import type { MailboxPosition, Peek } from './position';
import { MAX_WAITING, openMails } from './position';
import type { Listing } from './window';
import { candidates, windowStart } from './window';

/** The most mails that one poll looks at; a filter may want none of them. */
export const MAX_CANDIDATES = 1_000;
/** The most mails that one poll lists while it need not load all of them. */
const MAX_LISTED = 10_000;

/** The last second that has a year of four digits, in milliseconds since the epoch. */
const LAST_SECOND = Date.parse('9999-12-31T23:59:59Z');

/** A moment as Graph writes it. */
const moment = z.string().datetime({ offset: true });

const row = z
	.object({
		id: z.string(),
		receivedDateTime: moment,
		lastModifiedDateTime: moment.nullish(),
		parentFolderId: z.string().nullish(),
		singleValueExtendedProperties: deferralShape.shape.singleValueExtendedProperties.catch(null),
	})
	.transform(
		({ id, receivedDateTime, lastModifiedDateTime, parentFolderId, ...sent }): ListedMail => ({
			id,
			received: Math.max(Date.parse(receivedDateTime), deferredTo(sent) ?? -Infinity),
			...(lastModifiedDateTime ? { listed: Date.parse(lastModifiedDateTime) } : {}),
			...(parentFolderId ? { folderId: parentFolderId } : {}),
		}),
	);

/** What an entry needs so that its mail can be asked for. */
const entry = z.object({ id: z.string() }).passthrough();

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
	for (const { starts, isAfter } of restsOf(position, seen, now, MAX_WHOLE)) {
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
		const fields = shown(poll, withFolders);
		const asked: ListOptions = isWhole ? wholeQuestion(poll, fields) : { query: fields };
		const { query: wanted, prefer, pageSize: $top = MAX_PAGE } = asked;
		const query = { ...listedFrom(poll, starts[place] ?? 0), ...wanted, $top };
		const mails: ListedMail[] = [];
		let unhandled = 0;
		// An unreadable entry must not count as looked at.
		const options = { query, prefer, needsEntries: true };
		for await (const { entries } of poll.graph.pages(path, entry, options)) {
			const read = async (listed: z.output<typeof entry>) => {
				const whole = isWhole ? readWhole(listed) : undefined;
				return (await readRow(poll, listed)).map((mail) => ({ ...mail, whole }));
			};
			const page = (await Promise.all(entries.map(read))).flat();
			for (const mail of page) mails.push(mail);
			unhandled += candidates(position, { places: [page] }).length;
			const last = page.at(-1);
			if (last && (unhandled > enough || poll.budget.isLate()))
				return { mails, horizon: listedAt(last) };
		}
		return { mails };
	});
	const horizons = listings.flatMap(({ horizon }) => horizon ?? []);
	return {
		placesId: poll.places.placesId,
		places: listings.map(({ mails }) => mails),
		...(horizons.length > 0 ? { horizon: Math.min(...horizons) } : {}),
	};
}

/**
 * Reads an entry of a list. Where that does not tell when the mail was received, the mail itself is asked. One that
 * cannot tell either is left out: it cannot be put in order, and is asked again as long as it is listed.
 */
async function readRow(poll: MailboxPoll, listed: z.output<typeof entry>): Promise<ListedMail[]> {
	const read = row.safeParse(listed);
	if (read.success) return [read.data];
	const query = shown(poll, true);
	const asked = poll.graph.get(mailPath`/messages/${listed.id}`, row, { query });
	return await asked.then(
		(mail) => [mail],
		recover(isOfTheThing, () => {
			poll.context.logger.warn('Mail Trigger: nothing tells when a mail was received');
			return [];
		}),
	);
}

/**
 * Filter and order of a list from a moment on. The moment is in whole seconds, as Graph shows its times: a finer one
 * could fall between two. It is not before 1970, and not after what Graph can read. `$orderby` needs its field first
 * in the filter: https://learn.microsoft.com/graph/api/user-list-messages
 */
function listedFrom({ places: { order } }: MailboxPoll, start: number) {
	const time = Math.min(Math.max(0, Math.floor(start / 1_000) * 1_000), LAST_SECOND);
	const seconds = new Date(time).toISOString().replace('.000', '');
	return { $filter: `${order} ge ${seconds}`, $orderby: order };
}

/** The fields that `row` reads. @param withFolder Makes the answer half as long again. */
function shown({ places: { order } }: MailboxPoll, withFolder = false) {
	const names = new Set(['receivedDateTime', order, ...(withFolder ? ['parentFolderId'] : [])]);
	const $select = [...names].join(',');
	return order === 'receivedDateTime' ? { $select } : { $select, $expand: SEND_TIME_EXPAND };
}

/** Asks all places at once: one request, or one batch for every twenty. */
async function each<T>(
	{ places }: MailboxPoll,
	ask: (path: string, place: number) => Promise<T>,
): Promise<T[]> {
	const answers = Promise.all(places.paths.map(ask));
	return await answers.catch(
		rethrow(isThingMissing, ({ details }) => {
			// HTTP 410 Gone: the place in the list is lost, not the mailbox.
			if (details.httpCode === GONE) return new ProviderFailure('unavailable', EXPIRED);
			places.forget();
			return folderGone(places);
		}),
	);
}

const GONE = 410;
const EXPIRED = 'The provider gave up reading the mailbox half-way; the next poll begins anew';
