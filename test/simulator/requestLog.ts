import { matchesRequest, type RequestMatch } from './faults';

/** One request that really arrived, with what it was answered. */
export interface LoggedRequest {
	/** Which of the simulated services it came to. */
	service: 'graph' | 'collection' | 'oauth' | 'upload' | 'files' | 'lists';
	method: string;
	/** Below the API's root, without query: `/me/messages`, `/partner_api/v1/clients`. */
	path: string;
	/** Path and query as sent; in a batch part relative to the version root. */
	url: string;
	query: Record<string, string>;
	headers: Record<string, string>;
	/** Parsed JSON, text, or the bytes. */
	body: unknown;
	/** 0 when the connection was cut before an answer. */
	status: number;
	/** Whose token it carried: a mailbox address, or `collection`. */
	account?: string;
	/** Only on parts of a batch: the part's id and position. */
	batch?: { id: string; index: number };
	/** Only on a `POST /$batch`: its parts in the order of the request. */
	parts?: LoggedRequest[];
	/** Bytes of the answer's body. */
	bytes: number;
	/** Bytes of the request's body. */
	bytesIn: number;
	/** Milliseconds on the simulator's clock. */
	startedAt: number;
	endedAt: number;
}

const observers = new Set<(entry: LoggedRequest) => void>();

/** Calls back for every request that arrives at any simulator of this process, as it arrives. */
export function observeRequests(observer: (entry: LoggedRequest) => void): void {
	observers.add(observer);
}

/** What arrived at the simulator, oldest first. */
export class RequestLog {
	all: LoggedRequest[] = [];

	/** Notes a request that is about to run. */
	add(entry: LoggedRequest): void {
		this.all.push(entry);
		for (const observer of observers) observer(entry);
	}

	/** Bytes of all answers' bodies. */
	get bytesOut(): number {
		return this.all.reduce((sum, entry) => sum + entry.bytes, 0);
	}

	/** Forgets everything logged so far. */
	clear(): void {
		this.all = [];
	}

	/**
	 * How many requests arrived; with a match, how many of those match, batch parts counted one by
	 * one (`inBatch: false` leaves the parts out, `true` counts only them).
	 */
	count(match?: RequestMatch): number {
		return match === undefined ? this.all.length : this.matching(match).length;
	}

	/** The requests and batch parts that match, in order of arrival. */
	matching(match: RequestMatch): LoggedRequest[] {
		return this.flat().filter((entry) => matchesRequest(match, entry, entry.batch !== undefined));
	}

	/** Every request and every batch part, a batch before its parts. */
	flat(): LoggedRequest[] {
		return this.all.flatMap((entry) => [entry, ...(entry.parts ?? [])]);
	}
}
