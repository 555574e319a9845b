import type { DateTime } from 'luxon';
import { z } from 'zod';
import { htmlToText } from '../../shared/html/html';
import { presentableText } from '../../shared/http/failures';
import { withoutServers } from '../graph/failure';
import { askMailTips } from '../graph/mailTips';
import type { GraphClient } from '../graph/types';
import { fromGraphTime, graphTimeShape, toIso } from '../graph/zones';

/** What is asked of each address: https://learn.microsoft.com/graph/api/user-getmailtips */
const TIPS =
	'automaticReplies, mailboxFullStatus, customMailTip, externalMemberCount, totalMemberCount, ' +
	'maxMessageSize, deliveryRestriction, moderationStatus, recipientScope';

const text = z.string().nullish();
const count = z.number().nullish();
const flag = z.boolean().nullish();

/** https://learn.microsoft.com/graph/api/resources/mailtips */
const tipsShape = z.object({
	emailAddress: z.object({ address: text }).nullish(),
	automaticReplies: z
		.object({
			message: text,
			scheduledStartTime: graphTimeShape.nullish(),
			scheduledEndTime: graphTimeShape.nullish(),
		})
		.nullish(),
	mailboxFull: flag,
	customMailTip: text,
	externalMemberCount: count,
	totalMemberCount: count,
	maxMessageSize: count,
	deliveryRestricted: flag,
	isModerated: flag,
	recipientScope: text,
	error: z.object({ message: text, code: text }).nullish(),
});
type Tips = z.output<typeof tipsShape>;
/** An entry that cannot be read counts as one that is missing: nothing is known of its address. */
const answer = z.object({ value: z.array(tipsShape.catch({})).nullish() });

/** What is known of an address before it is written to, as a step puts it out. */
export const mailTipsItem = z.object({
	address: z.string(),
	problem: z.string().optional(),
	automaticReply: z
		.object({ message: z.string(), start: z.string().optional(), end: z.string().optional() })
		.optional(),
	mailboxFull: z.boolean().optional(),
	totalMembers: z.number().optional(),
	externalMembers: z.number().optional(),
	maxMessageSize: z.number().optional(),
	deliveryRestricted: z.boolean().optional(),
	moderated: z.boolean().optional(),
	scope: z.string().optional(),
	tip: z.string().optional(),
});

/**
 * What is known of addresses before they are written to, in their order. One of which nothing is known
 * has a `problem`, and spoils no other.
 */
export async function readMailTips(
	graph: GraphClient,
	addresses: string[],
	now: DateTime,
): Promise<Array<z.output<typeof mailTipsItem>>> {
	const answers = await askMailTips(graph, addresses, TIPS, answer);
	const read = answers.flatMap(({ value }) => value ?? []);
	const known = new Map(read.map((tips) => [tips.emailAddress?.address?.toLowerCase(), tips]));
	return addresses.map((address) => toJson(address, known.get(address.toLowerCase()), now));
}

function toJson(address: string, tips: Tips | undefined, now: DateTime) {
	const { message, code } = tips?.error ?? {};
	if (!tips || tips.error) {
		const problem = presentableText(withoutServers(message)) ?? presentableText(code);
		return { address, problem: problem ?? 'Nothing is known about it' };
	}
	return {
		address,
		automaticReply: toReply(tips.automaticReplies, now.zoneName ?? 'utc'),
		mailboxFull: tips.mailboxFull ?? undefined,
		totalMembers: tips.totalMemberCount ?? undefined,
		externalMembers: tips.externalMemberCount ?? undefined,
		maxMessageSize: tips.maxMessageSize ?? undefined,
		deliveryRestricted: tips.deliveryRestricted ?? undefined,
		moderated: tips.isModerated ?? undefined,
		scope: tips.recipientScope || undefined,
		tip: tips.customMailTip ? htmlToText(tips.customMailTip) : undefined,
	};
}

/** The automatic reply of an address; undefined for an empty message, which stands for none. */
function toReply(reply: Tips['automaticReplies'], zone: string) {
	const message = htmlToText(reply?.message ?? '');
	if (message === '') return undefined;
	const start = fromGraphTime(reply?.scheduledStartTime, zone);
	const end = fromGraphTime(reply?.scheduledEndTime, zone);
	return { message, start: start && toIso(start), end: end && toIso(end) };
}
