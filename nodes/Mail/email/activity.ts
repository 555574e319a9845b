import { z } from 'zod';
import { expandProperty } from '../graph/odata';
import { mailPath } from '../graph/paths';
import type { Maker } from '../graph/transport';
import type { GraphClient } from '../graph/types';
import { messageShape, RECIPIENTS, toAddresses } from './message';

/**
 * A property in which each email of this package carries what made it: the ID of the workflow, the name of the node,
 * and whether that ran as a tool. It takes no request of its own.
 *
 * No internet header: those go to every recipient, and Graph takes none for the drafts of replies. A property of a
 * program goes to no other organization, but Exchange may hand it on within the own one, so that it names no workflow.
 * https://learn.microsoft.com/graph/api/resources/extended-properties-overview
 */
const MADE_BY = 'String {5b6e1c1e-6c0e-4f0c-9a56-0f1d7c1c2a90} Name MadeBy';

/** The property `MADE_BY` of a new email. */
export function madeByProperty({ workflow, node, asTool }: Maker): { id: string; value: string } {
	const value = new URLSearchParams({ workflow, node, ...(asTool && { tool: 'true' }) });
	return { id: MADE_BY, value: value.toString() };
}

const madeShape = messageShape
	.pick({ id: true, subject: true, isDraft: true, sentDateTime: true, ...RECIPIENTS })
	.extend({
		createdDateTime: z.string().nullish(),
		singleValueExtendedProperties: z.array(z.object({ value: z.string() })).nullish(),
	});

/** An email that a workflow made, as it is put out. */
export const activityItem = z.object({
	/** When it was handed over to be sent, or made as a draft: ISO 8601, UTC. */
	at: z.string(),
	/** False for a draft that lies there, or waits for its time. */
	sent: z.boolean(),
	subject: z.string(),
	/** Addresses in To, Cc and Bcc. */
	recipients: z.array(z.string()),
	node: z.string(),
	/** It ran as the tool of an AI agent. */
	asTool: z.boolean(),
	workflowId: z.string(),
	id: z.string(),
});

/**
 * The emails that this package made in a mailbox, newest first: what lies in Sent Items and Drafts
 * (fact: mark-kept).
 * @param span In milliseconds since the epoch.
 */
export async function listActivity(
	graph: GraphClient,
	span: { start: number; end: number },
): Promise<Array<z.infer<typeof activityItem>>> {
	const query = {
		// It was modified last when it left, or later, also where it waited for its time (fact: sent-by-modified).
		$filter: `lastModifiedDateTime ge ${new Date(span.start).toISOString()}`,
		$select: Object.keys(madeShape.omit({ singleValueExtendedProperties: true }).shape).join(','),
		$expand: expandProperty(MADE_BY),
	};
	const read = async (folder: string) =>
		await graph.list(mailPath`/mailFolders/${folder}/messages`, madeShape, { query });
	const mails = (await Promise.all([read('sentitems'), read('drafts')])).flat();
	return mails
		.flatMap((mail) => toActivity(mail) ?? [])
		.filter(({ at }) => Date.parse(at) >= span.start && Date.parse(at) < span.end)
		.sort((one, other) => Date.parse(other.at) - Date.parse(one.at));
}

/** @returns undefined for an email that something else made. */
function toActivity(mail: z.infer<typeof madeShape>): z.infer<typeof activityItem> | undefined {
	const [property] = mail.singleValueExtendedProperties ?? [];
	if (!property) return undefined;
	const made = new URLSearchParams(property.value);
	const lists = [mail.toRecipients, mail.ccRecipients, mail.bccRecipients];
	return {
		at: (mail.isDraft ? mail.createdDateTime : mail.sentDateTime) ?? '',
		sent: !mail.isDraft,
		subject: mail.subject ?? '',
		recipients: lists.flatMap(toAddresses).map(({ address }) => address),
		node: made.get('node') ?? '',
		asTool: made.has('tool'),
		workflowId: made.get('workflow') ?? '',
		id: mail.id,
	};
}
