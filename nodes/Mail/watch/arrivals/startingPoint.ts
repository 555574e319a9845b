import { z } from 'zod';
import type { Ledger } from '../../../shared/watch/ledger';
import { isHandled } from '../../../shared/watch/ledger';
import type { MailboxExtra, MailboxPosition } from './position';
import { positionOf } from './position';
import { watchedSince } from './window';

/**
 * How far the clocks of the provider's own machines may be apart, and a mail be late, at the moment of
 * the activation, in milliseconds.
 */
export const CLOCK_MARGIN_MS = 60_000;

/** What the provider's clock and the settings say about a position. */
interface Present {
	now: number;
	placesId: string;
	/** Mail that is older does not count, in milliseconds. */
	maximumAge: number;
}

/** A position as far as it can be believed, and is wanted. */
export function positionNow(
	stored: MailboxPosition,
	{ now, placesId, maximumAge }: Present,
): MailboxPosition {
	// What already lay in folders that were not watched before is no new mail. How others looked tells nothing of them.
	const isElsewhere = stored.mark && stored.mark.placesId !== placesId;
	const here = isElsewhere
		? { ...notOlderThan(stored, watchedSince(stored)), mark: undefined }
		: stored;
	return notOlderThan(notAhead(here, now), now - maximumAge);
}

/**
 * The same position, without what the provider's clock says cannot be: no poll gets further than the
 * moment at which it looks. A state that says so was changed by something else, and would wait for a
 * moment that never comes.
 */
function notAhead(position: MailboxPosition, now: number): MailboxPosition {
	const { since, from, mark } = position;
	const times = [since, from, ...(mark ? [mark.start, mark.at, mark.confirmed] : [])];
	if (!times.some((time) => time > now + CLOCK_MARGIN_MS)) return position;
	return { ...position, since: Math.min(since, now), from: Math.min(from, now), mark: undefined };
}

/** The same position, but nothing that was received before a moment counts. */
function notOlderThan(position: MailboxPosition, time: number): MailboxPosition {
	const limit = Math.floor(time / 1_000) * 1_000;
	const { since, from } = position;
	return { ...position, since: Math.max(since, limit), from: Math.max(from, limit) };
}

/** What of a state that cannot be read may still be readable. */
const damaged = z.object({
	scope: z.string().optional(),
	since: z.number().finite(),
	/** Where it is there, all was handled up to the newest mail of each place. */
	extra: z
		.object({ mark: z.object({ peeks: z.array(z.object({ newest: z.number().finite() })) }) })
		.transform(({ mark }) => mark.peeks.map(({ newest }) => newest))
		.catch([]),
});

/**
 * What can be used of the ledger of another account or mailbox, or of a state that cannot be read.
 * @param warn is told what becomes of such a state.
 * @returns undefined where nothing can.
 */
export function salvage(
	scope: string,
	ledger: Ledger<MailboxExtra> | undefined,
	saved: unknown,
	warn: (message: string) => void,
): Ledger<MailboxExtra> | undefined {
	if (ledger) {
		// What came to another mailbox before the change is no backlog of this one.
		const from = Math.max(ledger.since, watchedSince(positionOf(ledger)));
		const handled = [...ledger.entries].filter(([, entry]) => isHandled(entry));
		return { ...ledger, scope, since: from, entries: new Map(handled), extra: { from } };
	}
	if (saved === undefined || saved === null) return undefined;
	const { since, scope: other = scope, extra = [] } = damaged.safeParse(saved).data ?? {};
	if (since === undefined || other !== scope) {
		warn('Mail Trigger: the saved state cannot be read; starting from now');
		return undefined;
	}
	warn('Mail Trigger: the saved state is damaged; continuing after the last mail it names');
	// The mail of that second was delivered, but nobody remembers it: the next second begins.
	const from = Math.max(since, ...extra) + 1_000;
	return { scope, since: from, deliveries: 0, entries: new Map(), extra: { from } };
}
