import { InvalidInput } from '../../shared/http/failures';
import type { Notices } from '../../shared/step/notices';
import type { MailTransport } from '../graph/transport';
import type { Draft } from './draft';
import { readDraft } from './schedule';

/**
 * Keeps a language model from changing a mail that waits to be sent: what a person approved leaves later by itself,
 * and nobody looks at it again.
 * @returns the mail, where it was read for that.
 * @throws InvalidInput for a mail whose time lies ahead.
 */
export async function refuseWaiting(
	{ graph, clock, notices }: MailTransport & { notices: Pick<Notices, 'forModel'> },
	messageId: string,
): Promise<Draft | undefined> {
	if (!notices.forModel) return undefined;
	const { draft, sendTime = 0 } = await readDraft(graph, messageId);
	if (sendTime > clock.now()) {
		throw new InvalidInput(
			'waits to be sent, and is not changed any more',
			'messageId',
			'Cancel it with Cancel Scheduled Email, and write it again.',
		);
	}
	return draft;
}
