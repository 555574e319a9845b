import type { Reading } from '../../scripts/factRows';
import type { Client } from './client';

/**
 * Stands in the subject or name of everything that is made, and in the address of a client. Whatever has it
 * is taken away.
 */
export const MARK = 'mail-collection-check-7f3a9c1e';

/** ID of a row of docs/facts. */
export type FactId = Reading['fact'];

/** What was seen: the reading that holds, none where it is neither of them, and how that is known, without any content. */
export interface Finding {
	reading: string | undefined;
	evidence: Record<string, number | boolean | string>;
}

/** Asks the question of one row of docs/facts. Throws NotAsked where that cannot be done. */
export interface Probe<Site> {
	fact: FactId;
	ask(site: Site): Promise<Finding>;
}

/** A mailbox, and whose it is to the caller. */
export interface MailboxSite {
	client: Client;
	address: string;
	/** `/users/{address}`. */
	path: string;
	/** The mailbox of whoever signed in, of somebody else, or one that an application reaches. */
	access: 'own' | 'shared' | 'application';
	/** IDs of the two folders that were made to work in. */
	folder: string;
	otherFolder: string;
	/** ID of the calendar that is made to work in, once it is asked for. */
	calendar: () => Promise<string>;
}

/** An account of Content Snare. */
export interface CollectionSite {
	client: Client;
	/** What the addresses of clients are made of: all of them lead to the one mailbox. */
	address: string;
}

/** What a cloud does not have: rows whose readings are `there`, `segment` and `not-found`. */
export function presence({ status, code }: { status: number; code: string }): Finding {
	const readings: Record<number, string> = { 200: 'there', 400: 'segment', 404: 'not-found' };
	const reading = readings[status];
	return { reading, evidence: { status, code } };
}
