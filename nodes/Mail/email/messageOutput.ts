import type { IDataObject } from 'n8n-workflow';
import type { z } from 'zod';
import { withoutInvisible } from '../../shared/html/invisible';
import { createPauses } from '../../shared/html/pauses';
import { withRaw } from '../../shared/provider/understand';
import { mapTexts } from '../../shared/step/mapTexts';
import type { Notices } from '../../shared/step/notices';
import { withoutUsual } from '../../shared/step/outputs';
import { isSameText } from '../../shared/text/sameText';
import type { ODataQuery } from '../graph/odata';
import { HEADERS, senderVerified } from '../graph/senderVerified';
import type { GraphClient, GraphOptions } from '../graph/types';
import { readFolder } from './folders';
import type { BodyFormat, Message, SimplifyOptions } from './message';
import {
	bodyOf,
	bodyPreference,
	messageShape,
	simplifiedSelect,
	simplifyMessage,
	toAddresses,
	withTextBody,
} from './message';

/** How a step puts mails out, as the user chose. */
export interface MessageOutput {
	simplify: boolean;
	options: {
		body: BodyFormat;
		/** Properties to select, for raw output; all when empty. */
		fields: string[];
		/** In characters; 0 for the whole body. */
		maxBodyLength?: number;
		/** How long a whole body is need not be told. */
		withoutLength?: boolean;
		/** Reads the headers as well, some 10 kB of a mail, which say whether the sender is real; for simplified output. */
		checkSender?: boolean;
	};
}

/** Characters of a body in a list for a language model, which pays for each: 25 mails are about 4,000 tokens. */
const MODEL_BODY_LENGTH = 200;

/**
 * How mails of a list are put out, where nobody said it. People read a list at a glance; the preview may hold
 * hidden text, so where it may reach a model it is what is seen, also where the preview was chosen.
 */
export function listOutput(
	{
		simplify,
		options,
	}: Pick<MessageOutput, 'simplify'> & { options: Partial<MessageOutput['options']> },
	{ forModel, mayReachModel }: Pick<Notices, 'forModel' | 'mayReachModel'>,
): MessageOutput {
	const { fields = [], maxBodyLength: given } = options;
	const asked = given ?? (forModel ? MODEL_BODY_LENGTH : undefined);
	const { body = simplify && asked === undefined ? 'none' : 'text' } = options;
	const isSeen = mayReachModel && simplify && body === 'none';
	const maxBodyLength = isSeen ? (asked ?? MODEL_BODY_LENGTH) : asked;
	const shown = isSeen ? 'text' : body;
	return { simplify, options: { fields, body: shown, maxBodyLength, withoutLength: forModel } };
}

/** What a language model gets of a mail that a step changed. */
export const CHANGED_KEYS = ['subject', 'isRead', 'flag', 'id'] as const;

/** A mail of which the raw form is kept beside what the package uses. */
export const rawMessage = withRaw(messageShape).transform(({ raw, used }) => ({
	raw,
	message: used,
}));
export type RawMessage = z.output<typeof rawMessage>;

/**
 * What to ask Graph for, so that `toMessageJson` has what it needs and no more.
 * @param known Properties of simplified output that need not be asked for.
 */
export function messageQuery(
	{ simplify, options }: MessageOutput,
	known: string[] = [],
): Required<Pick<GraphOptions, 'query' | 'prefer'>> {
	const { body, fields, checkSender } = options;
	const simplified = [simplifiedSelect(body, known), ...(checkSender ? [HEADERS] : [])].join(',');
	const selected = fields.length > 0 ? ['id', ...fields.filter((name) => name !== 'id')] : [];
	return {
		query: { $select: simplify ? simplified : selected.join(',') || undefined },
		prefer: bodyPreference(body),
	};
}

/** A query that also reads what is needed, and what takes that away again where nobody asked for it. */
export function withNeeded(query: ODataQuery, needed: string[]) {
	const asked = query.$select === undefined ? undefined : String(query.$select).split(',');
	const added = asked ? needed.filter((name) => !asked.includes(name)) : [];
	const $select = asked && [...asked, ...added].join(',');
	return {
		needs: { ...query, $select },
		strip({ raw, message }: RawMessage): RawMessage {
			const kept = Object.entries(raw).filter(([name]) => !added.includes(name));
			return { raw: Object.fromEntries(kept), message };
		},
	};
}

/** Characters behind a cut that tell whether the text in front of it is a quote: a head of some lines. */
const LOOK_AHEAD = 2_000;

/** Characters that are read of a body, where its whole length need not be told. */
function wantedOf({ maxBodyLength, withoutLength }: MessageOutput['options']): number {
	return withoutLength && maxBodyLength ? maxBodyLength + LOOK_AHEAD : Infinity;
}

/** What reads the mails of a page for this output, so that their HTML need not be kept. */
export function readingFor(
	{ simplify, options }: MessageOutput,
	pause: () => Promise<void>,
): ((mail: RawMessage) => Promise<RawMessage>) | undefined {
	if (!simplify || options.body !== 'text') return undefined;
	const upTo = wantedOf(options);
	return async ({ message }) => ({ raw: {}, message: await withTextBody(message, pause, upTo) });
}

/** What else is known of a mail. */
type Known = Pick<SimplifyOptions, 'folder' | 'senderVerified'>;

/**
 * A mail as the step puts it out.
 * @param pause What the reading of its body waits for now and then.
 * @param known What is known beside it, for simplified output.
 * @param forModel Leaves out what a language model has no use for, and what is empty or usual.
 */
export async function toMessageJson(
	{ raw, message }: RawMessage,
	{ simplify, options }: MessageOutput,
	pause: () => Promise<void>,
	{ forModel = false, ...known }: Known & { forModel?: boolean } = {},
): Promise<IDataObject> {
	const { body, maxBodyLength, checkSender } = options;
	if (!simplify) return body === 'none' ? without(raw, ['body']) : raw;
	const content =
		body === 'none' ? undefined : await bodyOf(message, body, pause, wantedOf(options));
	const full = simplifyMessage(message, {
		content,
		maxBodyLength,
		...(checkSender ? { senderVerified: senderVerified(raw) } : {}),
		...known,
	});
	// Get Conversation takes the ID of any of its mails.
	return forModel ? withoutUsual(USUAL, without(full, ['folderId', 'conversationId'])) : full;
}

/** The values that most mails have; without them 25 mails cost a third less. */
const USUAL = { isRead: true, flag: 'notFlagged', importance: 'normal', hasAttachments: false };

/**
 * The same, with the name of its folder where the output shows it.
 * @param pause What the mails of a list wait for, one after the other.
 * @param place The folder that all of them are in, by ID or well-known name.
 */
export async function toMessageJsonInFolder(
	graph: GraphClient,
	{ raw, message }: RawMessage,
	output: MessageOutput,
	forModel: boolean,
	pause = createPauses(),
	place?: string,
): Promise<IDataObject> {
	const asked = place ?? message.parentFolderId;
	const folder = output.simplify && asked ? await readFolder(graph, asked) : undefined;
	const parentFolderId = folder?.id ?? asked;
	const shown = { folder: folder?.displayName ?? undefined, forModel };
	return await toMessageJson(
		{ raw, message: { ...message, parentFolderId } },
		output,
		pause,
		shown,
	);
}

/**
 * A mail in a list for a language model: a body that was cut ends in `…`, and the list says so once. Without
 * `to` it is to the mailbox itself alone.
 * @param own The mailbox's address, where it is known.
 */
export function asListed(
	{ truncated, ...json }: IDataObject,
	{ toRecipients }: Message,
	own: string | undefined,
): IDataObject {
	const isToOwn = toAddresses(toRecipients).every(({ address }) => isSameText(address, own));
	const rest = without(json, ['bodyLength', ...(isToOwn ? ['to'] : [])]);
	return truncated ? { ...rest, body: `${String(rest.body)}…` } : rest;
}

/** What a list with such bodies says. */
export const BODIES_CUT = 'A body that ends in … was cut: Get Email returns the whole text.';

/**
 * An item without Microsoft's preview, which may hold hidden text, and without the characters of subjects, names
 * and places that show nothing: strangers write them. A body is as it was asked for.
 */
export function asSeen(json: IDataObject): IDataObject {
	return mapTexts(without(json, ['preview']), withoutInvisible, ['body']);
}

function without(json: IDataObject, names: string[]): IDataObject {
	return Object.fromEntries(Object.entries(json).filter(([name]) => !names.includes(name)));
}
