import type { Clock } from '../../shared/http/clock';
import type { Send } from '../../shared/http/request';
import type { GraphClient } from './types';

/** What makes an email. */
export interface Maker {
	/** The ID of the workflow, not its name, which others could read. */
	workflow: string;
	node: string;
	/** It runs as the tool of an AI agent. */
	asTool: boolean;
}

/** What it takes to send mails and files to a mailbox. */
export interface MailTransport {
	graph: GraphClient;
	/** Sends without the credential: upload addresses carry their own permission. */
	sendAnonymous: Send;
	clock: Clock;
	/** Ends what waits: the execution was cancelled. */
	signal?: AbortSignal;
	maker: Maker;
	/** Names the item of this run: with Retry On Fail, n8n runs it again with the same key. */
	runKey(): string;
}
