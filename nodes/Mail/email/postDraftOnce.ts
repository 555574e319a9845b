import { ProviderFailure, recover } from '../../shared/http/failures';
import { once } from '../../shared/provider/once';
import { shortHash } from '../../shared/text/shortHash';
import type { AttachmentSource } from '../attachments/attachment';
import { attachAll, withAttachments } from '../attachments/attachOnce';
import { takesNoNames } from '../graph/failure';
import { filterText, selectOf } from '../graph/odata';
import { mailPath } from '../graph/paths';
import type { MailTransport } from '../graph/transport';
import type { GraphCall, GraphClient } from '../graph/types';
import { madeByProperty } from './activity';
import type { Draft } from './draft';
import { discardOnFailure, draftShape } from './draft';
import type { MessageProperties } from './messageProperties';

/**
 * A property of this package's own with a random text, by which a draft is found where the answer that made it was
 * lost. Its GUID only has to differ from those of other programs.
 * https://learn.microsoft.com/graph/api/resources/extended-properties-overview
 */
const MARK = 'String {5b6e1c1e-6c0e-4f0c-9a56-0f1d7c1c2a90} Name DraftMark';
/** How often a draft is made in all when answers are lost. */
const MAX_ATTEMPTS = 3;
/** Pause before the draft is looked for, in milliseconds: the request may still be at work. */
const PAUSE_MS = 500;

/**
 * Marks of drafts that may exist or not, by the item and request that may have made them. When n8n retries the item,
 * it first looks for that draft: a second one would leave it in Drafts. The oldest marks are forgotten.
 */
const unclear = new Map<string, string>();
const MOST_UNCLEAR = 1_000;

/** The account may not keep drafts, only send. */
export class DraftsForbidden extends ProviderFailure {}

/**
 * Makes a draft with all its attachments, or none: an unfinished one is deleted.
 * @throws DraftsForbidden where the account has no right to write mail.
 * @see https://learn.microsoft.com/graph/api/user-post-messages
 */
export async function postDraftOnce(
	transport: MailTransport,
	properties: MessageProperties,
	sources: AttachmentSource[],
): Promise<Draft> {
	const { graph } = transport;
	return await withAttachments(transport, properties, sources, async ({ opened, toProperty }) => {
		const message = { ...properties, ...(await toProperty?.()) };
		const path = mailPath`/messages`;
		const draft = await makeOnce(transport, { path, body: message }, async (marks) => {
			const own = message.singleValueExtendedProperties ?? [];
			const marked = { ...message, singleValueExtendedProperties: [...own, ...marks] };
			return await graph.post(path, marked, draftShape);
		});
		if (toProperty) return draft;
		return await discardOnFailure(transport, draft.id, async () => {
			await attachAll(transport, mailPath`/messages/${draft.id}`, opened, 0);
			return draft;
		});
	});
}

/**
 * Makes a draft once: when the answer is lost, the draft is looked for before another is made.
 * @param call The request that makes it, without the marks.
 * @param make Makes a draft with these marks; it gets none where the mailbox takes none.
 * @throws DraftsForbidden where the account has no right to write mail.
 */
export async function makeOnce(
	{ graph, clock, signal, maker, runKey }: MailTransport,
	call: Pick<GraphCall, 'path' | 'body'>,
	make: (marks: Array<{ id: string; value: string }>) => Promise<Draft>,
): Promise<Draft> {
	// Computed only where it is needed: the body may be long.
	const key = () => shortHash(JSON.stringify([runKey(), call]));
	const earlier = unclear.size > 0 ? unclear.get(key()) : undefined;
	const value = earlier ?? crypto.randomUUID();
	const marks = [{ id: MARK, value }, madeByProperty(maker)];
	const look = async () => {
		const found = await findMarked(graph, value);
		if (found) graph.adopt({ ...call, method: 'POST' }, found);
		return found;
	};
	if (earlier) {
		const found = await look();
		unclear.delete(key());
		if (found) return found;
	}
	return await once({
		attempts: MAX_ATTEMPTS,
		limits: { clock, signal },
		act: async () =>
			await make(marks)
				.catch(recover(takesNoNames, async () => await make([])))
				.catch(
					recover('forbidden', ({ kind, message, details }) => {
						throw new DraftsForbidden(kind, message, details);
					}),
				),
		async lookUp(failure, made) {
			await clock.wait(PAUSE_MS * made, signal);
			return await look().catch(
				recover('any', () => {
					remember(key(), value);
					throw notMade(failure).withLeft('An unsent draft may be left in Drafts.');
				}),
			);
		},
		notDone: notMade,
	});
}

function remember(key: string, value: string): void {
	unclear.set(key, value);
	const [oldest] = unclear.keys();
	if (unclear.size > MOST_UNCLEAR && oldest !== undefined) unclear.delete(oldest);
}

async function findMarked(graph: GraphClient, value: string): Promise<Draft | undefined> {
	const mark = `ep/id eq ${filterText(MARK)} and ep/value eq ${filterText(value)}`;
	const query = {
		$filter: `singleValueExtendedProperties/any(ep: ${mark})`,
		$select: selectOf(draftShape),
	};
	return (await graph.list(mailPath`/messages`, draftShape, { limit: 1, query }))[0];
}

function notMade({ details }: ProviderFailure): ProviderFailure {
	return new ProviderFailure(
		'unavailable',
		'Nothing was sent: the provider did not say that it made the draft',
		{ ...details, mayHaveHappened: false, hint: 'Run the step again later.' },
	);
}
