import { z } from 'zod';
import type { Ledger } from '../../../shared/watch/ledger';
import { isHandled } from '../../../shared/watch/ledger';
import type { MailboxExtra, MailboxPosition } from './position';
import { positionOf } from './position';
import { watchedSince } from './window';

/**
 * A margin at the activation, in milliseconds: for a mail that shows late, and for clocks of the provider's machines
 * that differ.
 */
export const CLOCK_MARGIN_MS = 60_000;

/** Whether other places were watched when everything in them was handled. */
export function isOfOthers({ mark }: MailboxPosition, placesId: string): boolean {
	return mark !== undefined && mark.placesId !== placesId;
}

/**
 * The part of a stored position that can be believed, and is wanted.
 * @param present The provider's time, and what the settings want: mail older than the age, in milliseconds, does not count.
 */
export function positionNow(
	stored: MailboxPosition,
	{ now, placesId, maximumAge }: { now: number; placesId: string; maximumAge: number },
): MailboxPosition {
	// Mail that already lay in newly watched folders is not new. The peeks of other folders tell nothing of these.
	const here = isOfOthers(stored, placesId)
		? { ...notOlderThan(stored, watchedSince(stored)), mark: undefined }
		: stored;
	return notOlderThan(notAhead(here, now), now - maximumAge);
}

/**
 * The same position, but with no moment in the future: no poll gets further than the moment at which it looks.
 * Something else wrote such a state, and the trigger would wait for a moment that never comes.
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

/** The parts of an unreadable state that may still be readable. */
const damaged = z.object({
	scope: z.string().optional(),
	since: z.number().finite(),
	/** The newest mail of each place. Where there is a mark, all was handled up to these. */
	extra: z
		.object({ mark: z.object({ peeks: z.array(z.object({ newest: z.number().finite() })) }) })
		.transform(({ mark }) => mark.peeks.map(({ newest }) => newest))
		.catch([]),
});

/**
 * Makes a ledger of that of another account or mailbox, or of a state that cannot be read.
 * @param warn is told what becomes of such a state.
 * @param notBefore When somebody else signed in, in milliseconds: what they got before is no backlog.
 * @returns undefined where that is impossible.
 */
export function salvage(
	scope: string,
	ledger: Ledger<MailboxExtra> | undefined,
	saved: unknown,
	warn: (message: string) => void,
	notBefore = 0,
): Ledger<MailboxExtra> | undefined {
	if (ledger) {
		// What came to another mailbox before the change is no backlog of this one.
		const from = Math.max(ledger.since, watchedSince(positionOf(ledger)), notBefore);
		const handled = [...ledger.entries].filter(([, entry]) => isHandled(entry));
		return { ...ledger, scope, since: from, entries: new Map(handled), extra: { from } };
	}
	if (saved === undefined || saved === null) return undefined;
	const { since, scope: savedScope = scope, extra = [] } = damaged.safeParse(saved).data ?? {};
	if (since === undefined || savedScope !== scope) {
		warn('Mail Trigger: the saved state cannot be read; starting from now');
		return undefined;
	}
	warn('Mail Trigger: the saved state is damaged; continuing after the last mail it names');
	// The mails of that second were delivered, but their IDs are lost: it goes on with the next second.
	const from = Math.max(since, ...extra) + 1_000;
	return { scope, since: from, deliveries: 0, entries: new Map(), extra: { from } };
}
