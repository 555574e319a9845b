import type { z } from 'zod';
import type { Clock } from '../../shared/clock';
import { ProviderFailure, recover } from '../../shared/failures';
import { attachAll, withAttachments } from './attach';
import type { AttachmentSource } from './attachments';
import type { GraphClient } from './client';
import { messageShape } from './message';
import { filterText } from './odata';
import type { MessageProperties } from './outgoing';
import { mailPath } from './paths';
import type { MailTransport } from './upload';

const DRAFT_FIELDS = {
	id: true,
	conversationId: true,
	internetMessageId: true,
	subject: true,
	toRecipients: true,
	ccRecipients: true,
	bccRecipients: true,
	parentFolderId: true,
	isDraft: true,
	webLink: true,
} as const;

/** A mail that is not sent yet. */
export const draftShape = messageShape.pick(DRAFT_FIELDS);
export type Draft = z.infer<typeof draftShape>;

/** The `$select` of a request whose answer `draftShape` reads. */
export const DRAFT_SELECT = Object.keys(DRAFT_FIELDS).join(',');

/**
 * A property of this package's own, in which each new draft carries a random text: a draft whose
 * making got no answer is found by it. Its GUID only has to differ from those of other programs.
 * https://learn.microsoft.com/graph/api/resources/extended-properties-overview
 */
const MARK = 'String {5b6e1c1e-6c0e-4f0c-9a56-0f1d7c1c2a90} Name DraftMark';
/** How often a draft is made in all when answers are lost. */
const MAX_ATTEMPTS = 3;
/** Pause before the draft is looked for, in milliseconds: the request may still be at work. */
const PAUSE_MS = 500;

/** The account may not keep drafts, only send. */
export class DraftsForbidden extends ProviderFailure {}

/** Nobody can tell whether the mail was sent. */
export class MayBeSent extends ProviderFailure {}

/**
 * Makes a draft with everything in it, or none: one that was begun is deleted again.
 * @throws DraftsForbidden where the account has no right to write mail.
 * @see https://learn.microsoft.com/graph/api/user-post-messages
 */
export async function createDraft(
	transport: MailTransport,
	properties: MessageProperties,
	sources: AttachmentSource[],
): Promise<Draft> {
	const { graph, clock } = transport;
	return await withAttachments(transport, properties, sources, async (opened, whole) => {
		const draft = await postDraft(graph, clock, whole ?? properties);
		if (whole) return draft;
		return await discardOnFailure(graph, draft.id, async () => {
			await attachAll(transport, draft.id, opened, 0);
			return draft;
		});
	});
}

/**
 * Deletes the draft when the task fails; where it cannot be deleted, the failure names it. A failure
 * that leaves open whether the mail was sent deletes nothing.
 */
export async function discardOnFailure<T>(
	graph: GraphClient,
	draftId: string,
	task: () => Promise<T>,
): Promise<T> {
	return await task().catch(async (error: unknown) => {
		if (error instanceof MayBeSent || (await discard(graph, draftId))) throw error;
		if (!(error instanceof ProviderFailure)) throw error;
		const left = `An unsent draft is left in Drafts (ID ${draftId}): delete it.`;
		throw new ProviderFailure(error.kind, error.message, {
			...error.details,
			hint: [error.details.hint, left].filter((part) => part !== undefined).join(' '),
		});
	});
}

async function discard(graph: GraphClient, draftId: string): Promise<boolean> {
	return await graph.request({ method: 'DELETE', path: mailPath`/messages/${draftId}` }).then(
		() => true,
		recover(
			() => true,
			({ kind }) => kind === 'notFound',
		),
	);
}

/** Makes a draft once: when the answer is lost, the draft is looked for before another is made. */
async function postDraft(
	graph: GraphClient,
	clock: Clock,
	message: MessageProperties,
): Promise<Draft> {
	const value = crypto.randomUUID();
	const marked = { ...message, singleValueExtendedProperties: [{ id: MARK, value }] };
	for (let attempt = 1; ; attempt++) {
		const made = await graph.post(mailPath`/messages`, marked, draftShape).catch(
			recover(
				({ kind, details }) => kind === 'forbidden' || details.mayHaveHappened === true,
				(failure) => failure,
			),
		);
		if (!(made instanceof ProviderFailure)) return made;
		if (made.kind === 'forbidden') throw new DraftsForbidden(made.kind, made.message, made.details);
		await clock.wait(PAUSE_MS * attempt);
		const found = await findMarked(graph, value).catch(
			recover(
				() => true,
				() => {
					throw notMade(made, ' An unsent draft may be left in Drafts.');
				},
			),
		);
		if (found) return found;
		if (attempt >= MAX_ATTEMPTS) throw notMade(made, '');
	}
}

async function findMarked(graph: GraphClient, value: string): Promise<Draft | undefined> {
	const mark = `ep/id eq ${filterText(MARK)} and ep/value eq ${filterText(value)}`;
	const query = {
		$filter: `singleValueExtendedProperties/any(ep: ${mark})`,
		$select: DRAFT_SELECT,
	};
	return (await graph.list(mailPath`/messages`, draftShape, { limit: 1, query }))[0];
}

function notMade({ details }: ProviderFailure, left: string): ProviderFailure {
	return new ProviderFailure(
		'unavailable',
		'The connection broke while the draft was made: nothing was sent',
		{ ...details, mayHaveHappened: false, hint: `Run the step again later.${left}` },
	);
}
