import type { ReadMail } from './readMail';

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
