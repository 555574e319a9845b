import { z } from 'zod';
import { shortHash } from '../../../shared/text/shortHash';
import type { Entry, Ledger, State, StoredKind } from '../../../shared/watch/ledger';
import { isHandled } from '../../../shared/watch/ledger';
import { MAX_OPEN } from '../mails/limits';
import type { ListedMail } from '../mails/listedMail';

const moment = z.number().finite();

/** What a peek shows of a place (the whole mailbox, or one folder) from a moment on. */
const peek = z.object({
	/** Mails received since then. */
	count: z.number(),
	/** When the newest of them was received; 0 when there is none. */
	newest: z.number(),
	/** How many of them were received at that moment, where that was counted. */
	latest: z.number().optional(),
});
export type Peek = z.output<typeof peek>;

/** The peeks of when everything in the mailbox was handled: while they stay the same, nothing is new. */
const mark = z.object({
	/** Names the places. */
	placesId: z.string(),
	/** The mails are counted from here. */
	start: moment,
	/** When all of the mails were last listed. */
	at: moment,
	/** When a peek was last seen to be the same. */
	confirmed: moment,
	/** One for each place. */
	peeks: z.array(peek),
});
export type Mark = z.output<typeof mark>;

/** What the ledger keeps besides the mails. */
const extra = z.object({
	/** Mail received before this moment does not count for the trigger. */
	from: moment,
	mark: mark.optional(),
	/** Short hash of whose mailbox it is, where that is told. */
	owner: z.string().optional(),
});
export type MailboxExtra = z.output<typeof extra>;

/** How far the mailbox was read. All times are the provider's, in milliseconds since the epoch. */
export interface MailboxPosition
	extends MailboxExtra, Pick<Ledger<MailboxExtra>, 'since' | 'entries'> {}

/** The position that a ledger holds. */
export function positionOf(ledger: Ledger<MailboxExtra>): MailboxPosition {
	const { since, entries } = ledger;
	return { since, entries, ...ledger.extra };
}

const MINUTE_MS = 60_000;
const BASE = 36;
/** The limit of dates, in milliseconds before and after 1970: https://tc39.es/ecma262/#sec-time-values-and-time-range */
const LAST_MOMENT = 8_640_000_000_000_000;

const minuteOf = (time: number) => Math.floor(time / MINUTE_MS);
const numberIn = ([text = '']: State) => parseInt(text, BASE);

/** The state of a handled mail: the minute in which it was received. */
export const handledState = ({ received }: ListedMail): State => [
	minuteOf(received).toString(BASE),
];

/** The state of a mail that waits or could not be loaded: with the ID by which it is asked for, wherever it lies. */
export const openState = ({ id, received }: ListedMail): State => [received.toString(BASE), id];

/** The most mails that wait: their IDs are saved in full, and the state shall stay small. */
export const MAX_WAITING = 50;

/** The mails that wait, or could not be loaded. */
export function openMails(
	{ entries }: Pick<MailboxPosition, 'entries'>,
	which: 'waits' | 'tries',
): ListedMail[] {
	const open = [...entries.values()].filter((entry) => entry[which]);
	return open.map(({ state }) => ({ id: state[1] ?? '', received: numberIn(state) }));
}

/** How a ledger of mails is stored. With 10,000 mails an hour it holds 3,500, those of the overlap. */
export const storedMails: StoredKind<MailboxExtra> = {
	extra,
	mostOpen: MAX_OPEN,
	isState: (state) =>
		/^-?[0-9a-z]{1,11}$/.test(state[0] ?? '') &&
		Math.abs(numberIn(state)) <= LAST_MOMENT &&
		state.length <= 2,
};

/** True where a mail was handled, waits, or could not be loaded. */
export function isKnown(
	{ entries }: Pick<MailboxPosition, 'entries'>,
	{ id }: ListedMail,
): boolean {
	return entries.has(shortHash(id));
}

/** The entries without those of handled mails from before the minute of `start`. */
export function withoutOld(
	entries: MailboxPosition['entries'],
	start: number,
): MailboxPosition['entries'] {
	const isNeeded = (entry: Entry) => !isHandled(entry) || numberIn(entry.state) >= minuteOf(start);
	return new Map([...entries].filter(([, entry]) => isNeeded(entry)));
}
