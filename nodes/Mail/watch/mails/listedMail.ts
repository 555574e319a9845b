import type { ReadMail } from './readMail';

/** A mail as a listing shows it; times are the provider's, in milliseconds since the epoch. */
export interface ListedMail {
	/** Immutable. */
	id: string;
	/** When it was received, or left: what was scheduled bears the time at which it was handed over. */
	received: number;
	/** The time by which the listing is ordered, where that is another one; never saved. */
	listed?: number;
	/** Where it lies, if that was asked for; never saved. */
	folderId?: string;
	/** All that is wanted of it, where that came with the listing; never saved. */
	whole?: ReadMail;
}

/** The time by which the listing that shows a mail is ordered. */
export function listedAt({ received, listed = received }: ListedMail): number {
	return listed;
}
