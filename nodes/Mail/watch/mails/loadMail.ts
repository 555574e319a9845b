import { isTimeout } from '../../../shared/http/clock';
import { ProviderFailure, recover, undefinedOn } from '../../../shared/http/failures';
import { objectionToId } from '../../../shared/http/pathSegment';
import { shortHash } from '../../../shared/text/shortHash';
import { isOfTheThing } from '../../../shared/watch/triggerErrors';
import type { Attempt, Loaded, Verdict } from '../../../shared/watch/watch';
import type { Attachment } from '../../attachments/attachment';
import { readAttachments } from '../../attachments/attachment';
import { isPlaceholder } from '../../attachments/attachmentNotes';
import type { Message } from '../../email/message';
import { isMailboxMissing } from '../../graph/failure';
import { plainBody, toFilterable } from './filterable';
import type { ListedMail } from './listedMail';
import type { Bearers, MailboxPoll } from './mailboxPoll';
import type { WantedMail } from './mailItem';
import { outputOf, withAttachments, withError } from './mailItem';
import { markAsRead } from './markAsRead';
import { MAX_SIZE } from './outputFields';
import type { Places } from './places';
import type { ReadMail } from './readMail';
import {
	filterNeedsAttachments,
	isYoung,
	looksAtAttachments,
	readMessage,
	readPlace,
} from './readMail';
import type { Told } from './readTold';
import { readTold } from './readTold';
import { findTooLarge, skipNote } from './sizeLimit';
import { describeAttachment, eachApart, storeAttachments } from './storeAttachments';

type MailReader = MailboxPoll & Attempt;

/** How long Microsoft's scan of attachments usually takes, in milliseconds (fact: scanned-late). */
const SCAN_MS = 15 * 60_000;
/** What the test step says of an email whose attachments are not there yet. */
const SCANNED = 'Microsoft still scans its attachments';

/**
 * Loads one mail, decides on it, and makes its item, or one for each attachment. A mail that the workflow gets is
 * marked as read, where that is wanted.
 * @param attempt In the last one, a mail that cannot be loaded is delivered with an error note.
 * @param bearers Of the names of mails that were handled, maybe under another ID. Those of this poll are added.
 * @throws ProviderFailure when the account or the provider's limits are the reason, not the mail.
 */
export async function loadMail(
	poll: MailboxPoll,
	mail: ListedMail,
	attempt: Attempt,
	bearers: Bearers,
): Promise<Loaded> {
	const { isLast, isOnly } = attempt;
	const reader = { ...poll, ...attempt };
	// No mail has such an ID: the provider's list, or the saved state, is at fault.
	if (objectionToId(mail.id) !== undefined) return { verdict: 'done', items: [] };
	/** What is known of it, once it is told to have come in. */
	let read: WantedMail | undefined;
	const load = async (): Promise<Loaded> => {
		// In the last attempt they are read apart: if that fails, the note can still show the mail.
		const withThem = looksAtAttachments(reader) && !isLast;
		const found = mail.whole ?? (await readMessage(reader, mail.id, withThem));
		const elsewhere = await lyingElsewhere(reader, found.message);
		if (elsewhere) return elsewhere;
		read = found;
		const name = nameOfMail(read.message);
		if (name !== undefined) {
			const key = shortHash(mail.id);
			reader.names.set(key, name);
			const bearer = bearers.get(name) ?? key;
			// A copy that a rule made at once: what becomes of the other one, the next poll knows.
			if (bearer !== key) return { verdict: bearer === '' ? 'done' : 'open', items: [] };
			bearers.set(name, key);
		}
		if (filterNeedsAttachments(reader)) {
			const attachments = found.attachments ?? (await readAttachments(reader.graph, mail.id));
			read = { ...found, attachments };
		}
		const told = await decide(reader, read);
		if ('verdict' in told) return told;
		read = { ...read, told };
		return await itemsOf(reader, read, told);
	};
	return await load()
		.catch(mailTookTooLong)
		.catch(
			recover(isOfTheMail, async (failure): Promise<Loaded> => {
				// This holds for `notFound` too: Graph says so for a moment while a rule moves a mail.
				if (!isLast) return { verdict: 'failed', items: [] };
				// Of one that was read, it is a part that is not found.
				if (failure.kind === 'notFound' && !read)
					return { verdict: isOnly ? 'open' : 'done', items: [] };
				const elsewhere = read ? undefined : await unreadElsewhere(reader, mail);
				if (elsewhere) return elsewhere;
				const { logger } = reader.context;
				logger.warn('Mail Trigger: a mail could not be loaded and is delivered with an error');
				const json = await withError(reader, mail, read, failure);
				return { verdict: 'done', items: [{ json }] };
			}),
		);
}

/** What becomes of a mail that lies where none comes in; undefined for any other. */
async function lyingElsewhere(
	{ places }: MailReader,
	message: Parameters<Places['arrivalOf']>[0],
): Promise<Loaded | undefined> {
	const arrival = await places.arrivalOf(message);
	if (arrival === 'incoming') return undefined;
	return { verdict: arrival === 'aside' ? 'waiting' : 'done', items: [] };
}

/** The same of a mail that cannot be read: where it lies may be told all the same. */
async function unreadElsewhere(reader: MailReader, { id }: ListedMail) {
	return await readPlace(reader, id)
		.then(async (place) => await lyingElsewhere(reader, place))
		.catch(mailTookTooLong)
		.catch(undefinedOn(isOfTheMail));
}

/** Without its mailbox no mail is there. */
function isOfTheMail(failure: ProviderFailure): boolean {
	return isOfTheThing(failure) && !isMailboxMissing(failure);
}

/** A mail that took too long for one poll counts as failed: it will hardly load in the next one. */
function mailTookTooLong(error: unknown): never {
	throw isTimeout(error) ? new ProviderFailure('unavailable', 'Reading it took too long') : error;
}

function notWanted(
	{ context, misses }: MailReader,
	{ receivedDateTime }: Message,
	unmet: () => string[],
	verdict: Verdict = 'done',
): Loaded {
	if (context.getMode() === 'manual')
		misses.push({ received: receivedDateTime ?? '', unmet: unmet() });
	return { verdict, items: [] };
}

/** Whether the real attachments are not there yet, for which the filter and the workflow wait. */
function isScanned({ now }: MailReader, message: Message, attachments: Attachment[] = []): boolean {
	return attachments.some(isPlaceholder) && isYoung(now, message, SCAN_MS);
}

/** Whether the filter and the headers let a mail through. @returns what the headers tell, where they do. */
async function decide(
	reader: MailReader,
	{ raw, message, attachments }: ReadMail,
): Promise<Loaded | Told> {
	const { filter } = reader;
	if (isScanned(reader, message, attachments))
		return notWanted(reader, message, () => [SCANNED], 'open');
	const body = filter.needs.has('body') ? await plainBody(message, reader.pause) : '';
	const filterable = toFilterable({ raw, message }, attachments, body);
	if (!filter.matches(filterable, reader.now))
		return notWanted(reader, message, () => filter.unmet(filterable, reader.now));
	const told = await readTold(reader, message);
	const { unmet, isEarly } = told;
	if (unmet === undefined) return told;
	return notWanted(reader, message, () => [unmet], isEarly ? 'open' : 'done');
}

/** The items of a mail that is let through, unless its attachments are too large or not there yet. */
async function itemsOf(
	reader: MailReader,
	{ raw, message, attachments: known }: ReadMail,
	told: Told,
): Promise<Loaded> {
	const { settings, graph } = reader;
	const { logger } = reader.context;
	const { id } = message;
	const isDue = known === undefined && looksAtAttachments(reader);
	const attachments = isDue ? await readAttachments(graph, id) : (known ?? []);
	if (isScanned(reader, message, attachments))
		return notWanted(reader, message, () => [SCANNED], 'open');
	const { downloadAttachments, oneItemPerAttachment } = settings;
	const { maxAttachmentSize: limit = Infinity, emitSkipped, attachmentPrefix } = settings.options;
	const tooLarge = await findTooLarge(graph, id, attachments, limit);
	if (tooLarge) {
		logger.warn('Mail Trigger: skipped a mail with an attachment over the maximum size', {
			size: tooLarge.size,
			limit,
		});
		if (!emitSkipped) return notWanted(reader, message, () => [MAX_SIZE]);
		return { verdict: 'done', items: [{ json: skipNote(message, tooLarge, limit) }] };
	}
	const stored = downloadAttachments
		? await storeAttachments(reader, id, attachments, reader.isLast)
		: { entries: attachments.map(describeAttachment) };
	const apart = oneItemPerAttachment ? eachApart(stored, attachmentPrefix) : [stored];
	const json = await outputOf(reader, { raw, message }, told);
	await markAsRead(reader, message);
	return {
		verdict: 'done',
		items: apart.map(({ entries, binary }) => ({
			json: withAttachments(settings, json, entries),
			...(binary ? { binary } : {}),
		})),
	};
}

/**
 * Names a mail by what stays where its ID does not (fact: moved-in-outlook). Programs give several mails one
 * `Message-ID`, hardly ever in one second and with one subject.
 * @returns undefined for a mail without one.
 */
function nameOfMail({ internetMessageId: id, receivedDateTime, subject }: Message) {
	return id ? shortHash(JSON.stringify([id, receivedDateTime, subject])) : undefined;
}
