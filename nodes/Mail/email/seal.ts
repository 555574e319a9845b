import { z } from 'zod';
import { InvalidInput } from '../../shared/http/failures';
import { despiteConflicts } from '../../shared/provider/conflicts';
import { readAttachments } from '../attachments/attachment';
import { deferralShape, SEND_TIME_EXPAND, sendTimeOf } from '../graph/deferral';
import { mailPath } from '../graph/paths';
import { SEAL, SEAL_EXPAND } from '../graph/sealProperty';
import type { GraphClient } from '../graph/types';
import { unlessChanged, versionShape } from '../graph/unlessChanged';
import { messageShape, RECIPIENTS, toAddresses } from './message';

const shape = messageShape
	.pick({ subject: true, body: true, from: true, ...RECIPIENTS })
	.merge(versionShape)
	.extend({
		replyTo: messageShape.shape.toRecipients,
		singleValueExtendedProperties: z.array(z.object({ value: z.string() })).nullish(),
	});

/**
 * Seals a draft before a person sees it and decides whether a tool's call may send it. The seal is a digest of the call
 * and of what people see of the draft. It joins the seals of other reviews; no other step writes them.
 * @throws ProviderFailure where it cannot be read or written.
 * @see https://learn.microsoft.com/graph/api/singlevaluelegacyextendedproperty-post-singlevalueextendedproperties
 */
export async function sealDraft(graph: GraphClient, id: string, call: string): Promise<void> {
	// Its agent may change it in the same turn: then the review shows what it says by now.
	await despiteConflicts(async (tries) => {
		const { digest, seals, version } = await readSeals(graph, id, call);
		// One property for all calls: a mailbox holds only so many names of properties.
		const value = [digest, ...seals].join(' ');
		const body = { singleValueExtendedProperties: [{ id: SEAL, value }] };
		const headers = unlessChanged(version, tries);
		await graph.request({ method: 'PATCH', path: mailPath`/messages/${id}`, body, headers });
	});
}

/**
 * Lets a draft pass that nobody reviewed, one that is as the person saw it who decided about this call, and a mail that
 * is no draft any more. A change in the milliseconds until the sending goes unnoticed: Graph sends no draft on a condition.
 * @throws InvalidInput for one that was changed since, or was reviewed for other calls alone.
 */
export async function checkSeal(graph: GraphClient, id: string, call: string): Promise<void> {
	const { digest, seals, isDraft } = await readSeals(graph, id, call);
	// Sending it made it another one than was shown, with a sender. Graph sends only drafts.
	if (isDraft === false || seals.length === 0 || seals.includes(digest)) return;
	throw new InvalidInput(
		'was changed since its review, or reviewed for another call: it was not sent',
		'messageId',
		'Run Send Draft again: the person then sees it as it is now. Where nobody is asked, write a new draft.',
	);
}

async function readSeals(graph: GraphClient, id: string, call: string) {
	const path = mailPath`/messages/${id}`;
	// Two properties at once would have to be told apart by IDs that Graph writes in its own way.
	const [draft, deferral, files] = await Promise.all([
		graph.part(path, shape, { query: { $expand: SEAL_EXPAND } }),
		graph.part(path, deferralShape, { query: { $expand: SEND_TIME_EXPAND } }),
		readAttachments(graph, id),
	]);
	const addresses = [draft.toRecipients, draft.ccRecipients, draft.bccRecipients, draft.replyTo];
	const seen = [
		call,
		draft.subject ?? '',
		draft.body?.content ?? '',
		...[[draft.from], ...addresses].map((list) => toAddresses(list).map(({ address }) => address)),
		sendTimeOf(deferral) ?? '',
		files.map(({ id, name, size, contentType }) => [id, name, size, contentType]),
	];
	const text = new TextEncoder().encode(JSON.stringify(seen));
	const digest = Buffer.from(await crypto.subtle.digest('SHA-256', text)).toString('base64url');
	const seals = draft.singleValueExtendedProperties?.[0]?.value.split(' ') ?? [];
	return { digest, seals, version: draft, isDraft: deferral.isDraft };
}
