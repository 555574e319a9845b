import type { GraphCall, GraphClient } from './types';

/** A request before it is made. */
export interface GuardedCall extends GraphCall {
	/** Where its path begins: `/me`, `/users/<address>`, or nothing for one that names it itself. */
	root: string;
	version: string;
	/** Reads in the same mailbox. */
	graph: GraphClient;
}

/** What stands between the steps and Graph: nothing leaves that it does not let through. */
export interface Guard extends Pick<GraphClient, 'draftsOnly' | 'hasPolicy' | 'isForAgents'> {
	/**
	 * @param counts Whether the request is made now, so that it counts for a limit.
	 * @throws ProviderFailure of the kind `policy` for what is not let through.
	 */
	check(call: GuardedCall, counts: boolean): Promise<void>;
	/** Takes note of what came of a request: the body of its answer. */
	note(call: GuardedCall, made: unknown): void;
	/** Takes note that a request is over, whatever came of it. */
	end(call: GuardedCall): void;
}

/**
 * Refuses what lies in a mailbox that the credential does not open. Only the name that the credential lists opens a
 * mailbox, as another name could mean somebody else.
 * @param path Without the version; in an API call that a user wrote (`freeform`) it may lie in no mailbox at all.
 * @throws ProviderFailure of the kind `policy`.
 */
export type CheckMailbox = (path: string, freeform: boolean) => void;
