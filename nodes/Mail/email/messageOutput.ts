import type { IDataObject } from 'n8n-workflow';
import type { z } from 'zod';
import { withoutInvisible } from '../../shared/html/invisible';
import { createPauses } from '../../shared/http/pauses';
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
		/** `bodyLength` is not put out, so that a long body need not be read whole. */
		withoutLength?: boolean;
		/** Reads the headers as well, some 10 kB of a mail, which say whether the sender is real; for simplified output. */
		checkSender?: boolean;
	};
}

/** Characters of a body in a list for a language model, which pays for each: 25 mails are about 4,000 tokens. */
const MODEL_BODY_LENGTH = 200;

/**
 * How a list puts mails out, with what the user left open: a preview for people, a short text for models. Microsoft's
 * preview may hold hidden text: where the output may reach a model, visible text replaces it, even a chosen one.
 */
export function listOutput(
	{ simplify, options }: { simplify: boolean; options: Partial<MessageOutput['options']> },
	{ forModel, mayReachModel }: Pick<Notices, 'forModel' | 'mayReachModel'>,
): MessageOutput {
	const { fields = [], maxBodyLength: given } = options;
	const length = given ?? (forModel ? MODEL_BODY_LENGTH : undefined);
	const { body = simplify && length === undefined ? 'none' : 'text' } = options;
	const replacesPreview = mayReachModel && simplify && body === 'none';
	const maxBodyLength = replacesPreview ? (length ?? MODEL_BODY_LENGTH) : length;
	const shown = replacesPreview ? 'text' : body;
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

/** A query that also reads the properties needed here. `strip` takes those out of a mail that nobody asked for. */
export function withNeeded(query: ODataQuery, needed: string[]) {
	const asked = query.$select === undefined ? undefined : String(query.$select).split(',');
	const added = asked ? needed.filter((name) => !asked.includes(name)) : [];
	const $select = asked && [...asked, ...added].join(',');
	return {
		needs: { ...query, $select },
		strip({ raw, message }: RawMessage): RawMessage {
			if (added.length === 0) return { raw, message };
			const kept = Object.entries(raw).filter(([name]) => !added.includes(name));
			return { raw: Object.fromEntries(kept), message };
		},
	};
}

/** Characters read beyond a cut: the lines there may show that the text before them begins a quote. */
const LOOK_AHEAD = 2_000;

/** How many characters of a body to read; all where its length is put out. */
function wantedOf({ maxBodyLength, withoutLength }: MessageOutput['options']): number {
	return withoutLength && maxBodyLength ? maxBodyLength + LOOK_AHEAD : Infinity;
}

/** Turns the HTML of a mail into text once its page is there, so that HTML is not kept; undefined for other output. */
export function readingFor(
	{ simplify, options }: MessageOutput,
	pause: () => Promise<void>,
): ((mail: RawMessage) => Promise<RawMessage>) | undefined {
	if (!simplify || options.body !== 'text') return undefined;
	const upTo = wantedOf(options);
	return async ({ message }) => ({ raw: {}, message: await withTextBody(message, pause, upTo) });
}

/** What simplified output shows that a mail does not say itself. */
type Known = Pick<SimplifyOptions, 'folder' | 'senderVerified'>;

/**
 * A mail as the step puts it out.
 * @param pause Made by `createPauses`.
 * @param known What the mail itself does not say, for simplified output.
 * @param forModel Leaves out what a language model has no use for, and what is empty or usual.
 */
export async function toMessageJson(
	{ raw, message }: RawMessage,
	{ simplify, options }: MessageOutput,
	pause: () => Promise<void>,
	{ forModel = false, ...known }: Known & { forModel?: boolean },
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
	// Get Conversation takes the ID of any of its mails. A model that knows a blind copy may tell of it.
	const unneeded = ['bcc', 'folderId', 'conversationId'];
	return forModel ? withoutUsual(USUAL, without(full, unneeded)) : full;
}

/** The values that most mails have; without them 25 mails cost a third less. */
const USUAL = { isRead: true, flag: 'notFlagged', importance: 'normal', hasAttachments: false };

/**
 * As `toMessageJson`, with the name of the mail's folder where the output shows it.
 * @param pause Made by `createPauses`, once for all mails of a list.
 * @param place The folder of the mail by ID or well-known name, where the caller knows it.
 */
export async function toMessageJsonInFolder(
	graph: GraphClient,
	{ raw, message }: RawMessage,
	output: MessageOutput,
	forModel: boolean,
	pause = createPauses(),
	place?: string,
): Promise<IDataObject> {
	const folderId = place ?? message.parentFolderId;
	const folder = output.simplify && folderId ? await readFolder(graph, folderId) : undefined;
	const parentFolderId = folder?.id ?? folderId;
	const shown = { folder: folder?.displayName ?? undefined, forModel };
	return await toMessageJson(
		{ raw, message: { ...message, parentFolderId } },
		output,
		pause,
		shown,
	);
}

/**
 * A mail in a list for a language model. A cut body ends in `…`, which the list explains once (`BODIES_CUT`).
 * `to` is left out where the mail went to the mailbox alone.
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

/** What a list with cut bodies says. */
export const BODIES_CUT = 'A body that ends in … was cut: Get Email returns the whole text.';

/**
 * An item without Microsoft's preview, which may hold hidden text, without blind copies, and without the characters of subjects, names
 * and places that show nothing: strangers write them. A body is as it was asked for.
 */
export function asSeen(json: IDataObject): IDataObject {
	return mapTexts(without(json, ['preview', 'bcc']), withoutInvisible, ['body']);
}

function without(json: IDataObject, names: string[]): IDataObject {
	return Object.fromEntries(Object.entries(json).filter(([name]) => !names.includes(name)));
}
