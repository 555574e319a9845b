import type { AutomaticRepliesSetting } from '@microsoft/microsoft-graph-types';
import type { DateTime } from 'luxon';
import { z } from 'zod';
import { htmlToText, linesToHtml } from '../../shared/html/html';
import { ProviderFailure, rethrow } from '../../shared/http/failures';
import { anything } from '../../shared/provider/understand';
import type { TextFormat } from '../email/messageProperties';
import { toBody } from '../email/messageProperties';
import { mailPath } from '../graph/paths';
import type { GraphClient } from '../graph/types';
import type { GraphTime } from '../graph/zones';
import { fromGraphTime, graphTimeShape, ianaOf, toIso } from '../graph/zones';
import { explainChanging, explainReading } from './access';

const text = z.string().nullish();

/** A word of Graph's in its usual spelling: its pages begin some with a capital, mailboxes do not. */
const wordOf = (...words: string[]) =>
	text.transform((given) => {
		const key = given?.toLowerCase();
		return words.find((word) => word.toLowerCase() === key) ?? given;
	});

/** https://learn.microsoft.com/graph/api/resources/automaticrepliessetting */
const repliesShape = z.object({
	status: wordOf('disabled', 'alwaysEnabled', 'scheduled'),
	externalAudience: wordOf('none', 'contactsOnly', 'all'),
	internalReplyMessage: text,
	externalReplyMessage: text,
	scheduledStartDateTime: graphTimeShape.nullish(),
	scheduledEndDateTime: graphTimeShape.nullish(),
});
type Replies = z.output<typeof repliesShape>;

const answer = z.object({
	automaticRepliesSetting: repliesShape.nullish().transform((replies) => replies ?? {}),
	timeZone: text,
});

/** Automatic replies as steps put them out; `start` and `end` only where they are scheduled. */
export const repliesItem = z.object({
	status: z.string(),
	active: z.boolean(),
	start: z.string().optional(),
	end: z.string().optional(),
	externalAudience: z.string(),
	message: z.string(),
	externalMessage: z.string(),
});

/** How automatic replies are put out, and the moment at which that is. */
interface Shown {
	format: TextFormat;
	now: DateTime;
	/** IANA name of the zone of the times where the mailbox does not say its own. */
	zone?: string;
}

/** The automatic replies of the mailbox. */
export async function readReplies(graph: GraphClient, shown: Shown) {
	const settings = await graph.get(mailPath`/mailboxSettings`, answer).catch(explainReading);
	const own = settings.timeZone ? ianaOf(settings.timeZone) : undefined;
	return toJson(settings.automaticRepliesSetting, { ...shown, zone: own ?? shown.zone });
}

const MAY_BE_SET =
	'The automatic replies may be set already: look at them with Get Automatic Replies.';

/** An end long ago: only with it do some mailboxes switch off scheduled replies (fact: replies-left). */
const LONG_AGO: GraphTime = { dateTime: '1970-01-01T00:00:00', timeZone: 'UTC' };

/**
 * Sets what is given of the automatic replies, and returns them as they are read afterwards: a mailbox may ignore the
 * change without an error.
 * @throws ProviderFailure where they are not on, or not off, as was asked.
 */
export async function writeReplies(
	graph: GraphClient,
	replies: AutomaticRepliesSetting,
	shown: Shown,
) {
	const write = async (changes: AutomaticRepliesSetting) => {
		const body = { automaticRepliesSetting: changes };
		await graph.patch(mailPath`/mailboxSettings`, body, anything).catch(explainChanging);
		return await readReplies(graph, shown).catch(
			rethrow('any', (failure) => failure.withLeft(MAY_BE_SET)),
		);
	};
	const { status } = replies;
	let now = await write(replies);
	if (status === 'disabled' && now.status !== status) {
		const over = { scheduledStartDateTime: LONG_AGO, scheduledEndDateTime: LONG_AGO };
		now = await write({ status, ...over });
	}
	if (now.status === status) return now;
	const left = now.status === 'disabled' ? 'off' : 'on';
	throw new ProviderFailure('rejected', `Microsoft left the automatic replies ${left}`, {
		hint:
			status === 'alwaysEnabled'
				? 'Personal mailboxes take them "On for a Time" (scheduled) alone: choose that, with an End.'
				: 'Set them in Outlook.',
	});
}

/** A text as a reply holds it, which is HTML; undefined when there is none. */
export function toReplyText(content: string, format: 'auto' | TextFormat): string | undefined {
	const body = toBody(content, format);
	return body?.contentType === 'text' ? linesToHtml(body.content) : body?.content;
}

function toJson(replies: Replies, { format, now, zone = now.zoneName ?? 'utc' }: Shown) {
	const isScheduled = replies.status === 'scheduled';
	const start = isScheduled ? fromGraphTime(replies.scheduledStartDateTime, zone) : undefined;
	const end = isScheduled ? fromGraphTime(replies.scheduledEndDateTime, zone) : undefined;
	const isNow = (start === undefined || start <= now) && (end === undefined || now < end);
	return {
		status: replies.status ?? 'disabled',
		active: replies.status === 'alwaysEnabled' || (isScheduled && isNow),
		start: start && toIso(start),
		end: end && toIso(end),
		externalAudience: replies.externalAudience ?? 'none',
		message: shownText(replies.internalReplyMessage, format),
		externalMessage: shownText(replies.externalReplyMessage, format),
	};
}

/** Exchange leaves a byte order mark at the end of some texts. */
function shownText(html: string | null | undefined, format: TextFormat): string {
	const whole = (html ?? '').replaceAll('\uFEFF', '');
	return format === 'html' ? whole : htmlToText(whole);
}
