import { InvalidInput } from '../../shared/http/failures';
import type { Notices } from '../../shared/step/notices';
import type { MailTransport } from '../graph/transport';
import { checkIsDraft } from './draft';
import { readDraft } from './schedule';

type Run = MailTransport & { notices: Pick<Notices, 'forModel'> };

/**
 * Keeps a language model from changing a mail that waits to be sent: what a person approved leaves later by itself,
 * and nobody looks at it again.
 * @throws InvalidInput for a mail whose time lies ahead.
 */
export async function refuseWaiting(run: Run, messageId: string): Promise<void> {
	if (run.notices.forModel) checkTime(run, await readDraft(run.graph, messageId));
}

/**
 * The same, and keeps anybody from changing a mail that is no draft: Graph was seen to do it (fact: sent-mail-fixed).
 * @param instead The steps that do it with an email that is no draft.
 * @throws InvalidInput for such a mail too.
 */
export async function refuseUnlessDraft(
	run: Run,
	messageId: string,
	instead: string,
): Promise<void> {
	const read = await readDraft(run.graph, messageId);
	checkIsDraft(read.draft, instead);
	if (run.notices.forModel) checkTime(run, read);
}

function checkTime({ clock }: Run, { sendTime = 0 }: Awaited<ReturnType<typeof readDraft>>): void {
	if (sendTime <= clock.now()) return;
	throw new InvalidInput(
		'waits to be sent, and is not changed any more',
		'messageId',
		'Cancel it with Cancel Scheduled Email, and write it again.',
	);
}
