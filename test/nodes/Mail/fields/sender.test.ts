import type { INodeParameters } from 'n8n-workflow';
import {
	own,
	provider,
	runStep,
	shared,
	SHARED_MAILBOX,
	useMailboxes,
} from '../../../harness/mail';
import type { LoggedRequest } from '../../../simulator/requestLog';

useMailboxes();

const given = { subject: 'Offer', from: 'ann@contoso.com' };
const to = 'boss@contoso.com';

/** Steps that write a mail, each with what it needs to know of a mail that is there. */
const steps: Array<[string, (messageId: string) => INodeParameters]> = [
	['sendEmail', () => ({ to })],
	['createDraft', () => ({ to })],
	['forwardEmail', (messageId) => ({ messageId, to })],
	['replyToEmail', (messageId) => ({ messageId, message: 'Thanks' })],
	['sendAndWait', () => ({ to, message: 'May I?' })],
];

/** The senders that the requests named. */
function senders(): unknown[] {
	const bodies = ({ body, parts = [] }: LoggedRequest): object[] => [
		...(typeof body === 'object' && body !== null ? [body] : []),
		...parts.flatMap(bodies),
	];
	return provider()
		.requests.all.flatMap(bodies)
		.flatMap((body) => ('from' in body ? [body.from] : []));
}

describe('the sender of an email', () => {
	it.each(steps)('is the shared mailbox that it is written in: %s', async (step, parameters) => {
		const { immutableId } = shared().deliver(given);
		await runStep(`email.${step}`, { ...parameters(immutableId), mailbox: SHARED_MAILBOX });
		expect(senders()).toEqual([{ emailAddress: { address: SHARED_MAILBOX } }]);
	});

	it.each(steps)("is left to Graph in the account's own mailbox: %s", async (step, parameters) => {
		await runStep(`email.${step}`, parameters(own().deliver(given).immutableId));
		expect(senders()).toEqual([]);
	});
});
