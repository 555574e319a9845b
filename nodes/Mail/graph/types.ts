import type { Consume } from '../../shared/http/download';
import type { Origin } from '../../shared/http/origin';
import type { Answer } from '../../shared/http/request';
import type { Repeated } from '../../shared/provider/request';
import type { Shape } from '../../shared/provider/understand';
import type { GraphRequest } from './batch';
import type { ODataQuery, Parts } from './odata';

export interface GraphOptions extends Pick<Repeated, 'repeatable' | 'removes' | 'changes'> {
	query?: ODataQuery;
	/** Entries of the `Prefer` header beside the immutable IDs. */
	prefer?: string[];
	headers?: Record<string, string>;
	/** IDs as Graph gives them by default, for what a move must end; `$search` and delta break immutable ones. */
	mutableIds?: boolean;
	/** Keeps the request out of batches. */
	alone?: boolean;
	/** All pages will be read: the next one is requested while one is processed. */
	readsAll?: boolean;
	/** A page without a list of entries is a failure; an empty list is none. */
	needsEntries?: boolean;
}

export interface ListOptions extends GraphOptions {
	/** Everything when left out. */
	limit?: number;
	/** Items a request, at most 1,000. */
	pageSize?: number;
}

export interface Page<T> {
	entries: T[];
	/** The provider names no page after it. */
	isLast: boolean;
}

/** A request to any path, for answers that are not simply an object. */
export interface GraphCall extends GraphOptions {
	method: GraphRequest['method'];
	/** Below the mailbox, built by `mailPath`. */
	path: string;
	/** JSON, or the text itself where a header names another kind. */
	body?: object | string;
	/** Written by the user, so that it may ask for anything. */
	freeform?: boolean;
	/** Looks before each attempt, as the one before may be minutes ago. What it throws ends them. */
	before?: () => Promise<void>;
}

/** Microsoft Graph as the operations see it, bound to one mailbox. Throws `ProviderFailure`. */
export interface GraphClient {
	/** Reads one object; `answer` is the shape that is relied upon. */
	get<T>(path: string, answer: Shape<T>, options?: GraphOptions): Promise<T>;
	/** Asks for the properties that `answer` names, and for no others. */
	part<T>(path: string, answer: Shape<T> & Parts, options?: GraphOptions): Promise<T>;
	post<T>(path: string, body: object, answer: Shape<T>, options?: GraphOptions): Promise<T>;
	patch<T>(path: string, body: object, answer: Shape<T>, options?: GraphOptions): Promise<T>;
	/** Any request, with status and headers of its answer. */
	request(call: GraphCall): Promise<Answer>;
	/**
	 * Asks whether the guard will let a later request through, before the first one of several is made.
	 * @throws ProviderFailure of the kind `policy` when it will not.
	 */
	permit(call: GraphCall): Promise<void>;
	/** Tells the guard what a request of this run made, where its answer was lost and the thing was found. */
	adopt(call: GraphCall, found: object): void;
	/** Names the account and the mailbox, in other runs too. */
	key: string;
	/** What all attempts at a run share. */
	run: object;
	/** The credential lets nothing be sent: what would be is left in Drafts for a person. */
	draftsOnly: boolean;
	/** The credential has a policy on what reaches others or is deleted. */
	hasPolicy: boolean;
	/** The credential is for agents: what is read may reach a language model. */
	isForAgents: boolean;
	/** A collection page by page, as far as it is asked for. */
	pages<T>(path: string, item: Shape<T>, options?: GraphOptions): AsyncGenerator<Page<T>, void>;
	/** A collection up to `limit` items, in as few pages as Graph allows. */
	list<T>(path: string, item: Shape<T>, options?: ListOptions): Promise<T[]>;
	/** The same of the items that match; `complete` is false where there are more than `limit`. */
	collect<T>(
		path: string,
		item: Shape<T>,
		options?: ListOptions & { matches?(entry: T): boolean },
	): Promise<{ items: T[]; complete: boolean }>;
	/**
	 * Reads bytes as a stream. The connection belongs to `consume` until it is done, and `consume`
	 * runs again when the connection breaks.
	 */
	download<T>(path: string, consume: Consume<T>, options?: GraphOptions): Promise<T>;
	/** The client of this run for another mailbox, by address or user ID; the own one by undefined. */
	forMailbox(mailbox: string | undefined): GraphClient;
	/** The same mailbox in another version of the API. */
	forVersion(version: string): GraphClient;
	/** For paths that begin at the root of an API version, such as `/users`. */
	fromRoot(version: string): GraphClient;
	/** Reads the page behind a link that the provider gave. */
	follow(link: string, options?: GraphOptions): Promise<Answer>;
	/** The same for a link that somebody wrote into a field: it opens no mailbox that the credential does not. */
	followWritten(link: string, options?: GraphOptions): Promise<Answer>;
	/** The address behind a link that is used without the account, such as that of an upload. */
	outside: Origin['outside'];
}
