import type { ReadMail } from './readMail';

/** Times of mails are shown in whole seconds (fact: whole-seconds). */
export const SECOND_MS = 1_000;

/** A moment as a list is filtered by it: without the part of a second, as a finer one could fall between two mails. */
export function wholeSeconds(moment: number): string {
	return new Date(moment).toISOString().replace(/\.\d+/, '');
}

/** A mail as a listing shows it; times are the provider's, in milliseconds since the epoch. */
export interface ListedMail {
	/** Immutable. */
	id: string;
	/** When it was received. Of a scheduled mail, when it left: its own time is that of the handing over. */
	received: number;
	/** The time by which the listing is ordered, where that is not `received`; never saved. */
	listed?: number;
	/** Where it lies, if that was asked for; never saved. */
	folderId?: string;
	/** Its content, where that came with the listing; never saved. */
	whole?: ReadMail;
}

/** The time by which the listing that shows a mail is ordered. */
export function listedAt({ received, listed = received }: ListedMail): number {
	return listed;
}
