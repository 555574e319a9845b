import type { z } from 'zod';
import type { FailureDetails, FailureKind } from '../../shared/http/failures';
import { InvalidInput, ProviderFailure, recover } from '../../shared/http/failures';
import { DryRun } from '../../shared/outgoing/dryRun';
import { untilFound } from '../graph/foundLate';
import { mailPath } from '../graph/paths';
import type { MailTransport } from '../graph/transport';
import type { GraphClient, GraphOptions } from '../graph/types';
import { messageShape, RECIPIENTS } from './message';
import type { ItemBody, MessageProperties } from './messageProperties';
import { seenInFront, textAsHtml, withoutOwnText } from './quote';

/** A mail that is not sent yet. */
export const draftShape = messageShape.pick({
	id: true,
	conversationId: true,
	internetMessageId: true,
	subject: true,
	...RECIPIENTS,
	parentFolderId: true,
	isDraft: true,
	body: true,
});
export type Draft = z.infer<typeof draftShape>;

/** Nobody can tell whether the mail was sent: the hint says where to look. */
export class MayBeSent extends ProviderFailure {
	constructor(kind: FailureKind, message: string, details: FailureDetails) {
		super(kind, message, { ...details, isHintOfKind: false, mayHaveHappened: true });
	}
}

/** The sending of a mail got no answer, and nothing tells what became of it. @param where To look for it. */
export function mayBeSent({ details }: ProviderFailure, where: string): MayBeSent {
	return new MayBeSent(
		'unavailable',
		'The email may have been sent: the provider did not say what became of it',
		{ ...details, hint: `Look in ${where} before running the step again.` },
	);
}

/** The body of a draft, as Graph takes it back. */
export function bodyOfDraft({ body }: Pick<Draft, 'body'>): ItemBody {
	return {
		contentType: body?.contentType?.toLowerCase() === 'text' ? 'text' : 'html',
		content: body?.content ?? '',
	};
}

/** A new text for a draft, in front of the mail that the draft quotes, if it quotes one. */
export async function inPlaceOfOwnText(
	graph: GraphClient,
	draftId: string,
	own: ItemBody,
): Promise<ItemBody> {
	const query = { $select: 'id,body' };
	const draft = await graph.get(mailPath`/messages/${draftId}`, draftShape, { query });
	const quoted = withoutOwnText(bodyOfDraft(draft));
	return quoted ? await seenInFront(own, quoted) : own;
}

/**
 * @param instead The steps that do it with an email that is no draft.
 * @throws InvalidInput for an email that was sent or received.
 */
export function checkIsDraft({ isDraft }: Pick<Draft, 'isDraft'>, instead: string): void {
	if (isDraft !== false) return;
	throw new InvalidInput(
		'is no draft: this email was already sent or received',
		'messageId',
		`Use ${instead} for emails that are not drafts.`,
	);
}

/**
 * Changes what is given and nothing else. Personal mailboxes refuse plain text in place of HTML (fact: text-over-html):
 * then the text is written as HTML.
 * @param options With `changes: false` where it says nothing that the change may have been made.
 * @see https://learn.microsoft.com/graph/api/message-update
 */
export async function changeDraft(
	graph: GraphClient,
	draftId: string,
	changes: MessageProperties,
	options?: Pick<GraphOptions, 'changes'>,
): Promise<Draft> {
	const write = async (properties: MessageProperties) =>
		await graph.patch(mailPath`/messages/${draftId}`, properties, draftShape, options);
	const { body } = changes;
	if (body?.contentType !== 'text') return await write(changes);
	return await write(changes).catch(
		recover('forbidden', async () => await write({ ...changes, body: textAsHtml(body) })),
	);
}

/**
 * Deletes the draft when the task fails; where it cannot be deleted, the failure names it. A failure
 * that leaves open whether the mail was sent deletes nothing, nor does a dry run: the draft shows what would leave.
 */
export async function discardOnFailure<T>(
	transport: Pick<MailTransport, 'graph' | 'clock' | 'signal'>,
	draftId: string,
	task: () => Promise<T>,
): Promise<T> {
	return await task().catch(async (error: unknown) => {
		if (error instanceof MayBeSent || error instanceof DryRun) throw error;
		const path = mailPath`/messages/${draftId}`;
		const discard = async () => await transport.graph.request({ method: 'DELETE', path });
		const isDiscarded = await untilFound(transport, discard).then(
			() => true,
			recover('any', ({ kind }) => kind === 'notFound'),
		);
		if (isDiscarded || !(error instanceof ProviderFailure)) throw error;
		throw error.withLeft(`An unsent draft is left in Drafts (ID ${draftId}): delete it.`, true);
	});
}
