import type { Clock } from '../../shared/http/clock';
import type { Send } from '../../shared/http/request';
import type { GraphClient } from './types';

/** What moving bytes to a mailbox takes. */
export interface MailTransport {
	graph: GraphClient;
	/** Sends without the credential: upload addresses carry their own permission. */
	sendAnonymous: Send;
	clock: Clock;
}
