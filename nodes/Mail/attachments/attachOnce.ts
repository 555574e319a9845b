import { ProviderFailure, recover, rethrow } from '../../shared/http/failures';
import { sharedLane } from '../../shared/http/sharedLane';
import { createSlotLane } from '../../shared/http/slotLane';
import { once } from '../../shared/provider/once';
import { anything } from '../../shared/provider/understand';
import { untilFound } from '../graph/foundLate';
import { mailPath } from '../graph/paths';
import type { MailTransport } from '../graph/transport';
import type { Attachment, AttachmentBytes, AttachmentSource } from './attachment';
import { attachmentPath, readAttachments } from './attachment';
import { uploadAttachment } from './upload';

/** An attachment whose bytes can be read. */
interface OpenAttachment {
	source: AttachmentSource;
	bytes: AttachmentBytes;
}

interface OpenAttachments {
	opened: OpenAttachment[];
	/** The property of the message that holds them all; undefined where they do not fit into the request that makes it. */
	toProperty?: () => Promise<{ attachments?: object[] }>;
}

/**
 * Largest request body in bytes that carries attachments: Graph refuses bodies over 4 MB, the
 * base64 text counted. https://learn.microsoft.com/graph/outlook-large-attachments
 */
const MAX_BODY_SIZE = 4_000_000;
/** Room in a body for an attachment's other properties, in bytes. */
const PROPERTIES_SIZE = 1_000;
/** From so many bytes on, a mail waits for its turn, so that few are in memory. Smaller ones fit into batches. */
const HEAVY = 65_536;
/**
 * Mails with heavy attachments at work at once: each takes up to 20 MB of memory. Their lane is that of
 * the process, whatever the account, as the memory is the process's.
 */
const HEAVY_AT_ONCE = 4;
/** The same for one account, so that one that is throttled for minutes leaves room for others. */
const HEAVY_OF_ACCOUNT = HEAVY_AT_ONCE - 1;
/** How often an attachment is sent in all when answers are lost. */
const MAX_ATTEMPTS = 3;
/** Pause before the draft is asked for what it has, in milliseconds: the request may still be at work. */
const PAUSE_MS = 500;

/**
 * Opens the attachments of one message and hands them to `task`. Messages with heavy attachments
 * take turns, so that memory stays flat however many items run side by side.
 * @param message What else goes into the request that makes the message.
 */
export async function withAttachments<T>(
	{ graph, clock, signal }: MailTransport,
	message: object,
	sources: AttachmentSource[],
	task: (attachments: OpenAttachments) => Promise<T>,
): Promise<T> {
	if (sources.length === 0) return await task({ opened: [], toProperty: async () => ({}) });
	const work = async () => {
		const opened: OpenAttachment[] = [];
		// One after the other: an attachment of another mail is downloaded here.
		for (const source of sources) {
			const bytes = await source.open();
			opened.push({ source: { ...source, ...bytes.file }, bytes });
		}
		// In bytes, not characters: letters of most scripts take several.
		const textSize = Buffer.byteLength(JSON.stringify(message));
		const bodySize = opened.reduce((sum, attachment) => sum + jsonSize(attachment), textSize);
		if (bodySize > MAX_BODY_SIZE) return await task({ opened });
		const toProperty = async () => ({ attachments: await Promise.all(opened.map(toJson)) });
		return await task({ opened, toProperty });
	};
	const size = sources.reduce((sum, source) => sum + source.size, 0);
	if (size < HEAVY) return await work();
	const laneOf = (name: string, slots: number) =>
		sharedLane(`heavy attachments${name}`, () => createSlotLane(slots, clock));
	const lane = laneOf('', HEAVY_AT_ONCE);
	// Its own mailbox stands for the account, whichever one the mail is in.
	const ofAccount = laneOf(` of ${graph.forMailbox(undefined).key}`, HEAVY_OF_ACCOUNT);
	return await ofAccount.run(1, async () => await lane.run(1, work, { signal }), { signal });
}

/**
 * Adds attachments to a mail that is already there: all of them, or none.
 * @returns the new ones as the mail has them.
 * @throws ProviderFailure; `mayHaveHappened` where some were added and could not be taken away again.
 * @see https://learn.microsoft.com/graph/api/message-post-attachments
 */
export async function addAttachments(
	transport: MailTransport,
	messageId: string,
	sources: AttachmentSource[],
): Promise<Attachment[]> {
	const { graph } = transport;
	const owner = mailPath`/messages/${messageId}`;
	return await withAttachments(transport, {}, sources, async ({ opened }) => {
		const list = async () => await readAttachments(graph, messageId);
		const before = new Set((await list()).map(({ id }) => id));
		const added = async () =>
			(await untilFound(transport, list)).filter(({ id }) => !before.has(id));
		const names = new Set<unknown>(opened.map(({ source }) => source.name));
		const takeAway = async () => {
			const found = await added();
			// Somebody else may have attached others meanwhile.
			const own = found.filter(({ name }) => names.has(name));
			const requests = own.map(
				async ({ id }) =>
					await graph.request({ method: 'DELETE', path: attachmentPath(messageId, id) }),
			);
			const ends = await Promise.allSettled(requests);
			return own.length === found.length && ends.every(({ status }) => status === 'fulfilled');
		};
		return await attachAll(transport, owner, opened, before.size)
			.then(added)
			.catch(
				rethrow('any', async (failure) => {
					// The user has to learn why nothing was attached, not why it cannot be undone.
					const isUndone = await takeAway().catch(recover('any', () => false));
					return isUndone
						? failure
						: failure.withDetails({ mayHaveHappened: true }).withMore(MAY_BE_LEFT);
				}),
			);
	});
}

const MAY_BE_LEFT =
	'Attachments may be in the draft already: look at it before you run the step again.';

/**
 * Puts attachments on a draft or an event, one after the other, each exactly once.
 * @param owner The path of that, built by `mailPath`.
 * @param present How many attachments it has already.
 */
export async function attachAll(
	transport: MailTransport,
	owner: string,
	attachments: OpenAttachment[],
	present: number,
): Promise<void> {
	for (const [index, attachment] of attachments.entries()) {
		await attachOnce(transport, owner, attachment, present + index);
	}
}

/** How many attachments a mail or an event has, which may be new. @param owner Its path. */
export async function countAttachments(transport: MailTransport, owner: string): Promise<number> {
	const path = `${owner}/attachments`;
	const query = { $select: 'id' };
	const list = async () => await transport.graph.list(path, anything, { query });
	return (await untilFound(transport, list)).length;
}

/** Nobody can tell whether the attachment was added. */
export class MayBeAttached extends ProviderFailure {}

/**
 * After a lost answer the draft itself tells whether the attachment arrived.
 * @throws MayBeAttached where the draft cannot be read then.
 */
async function attachOnce(
	transport: MailTransport,
	owner: string,
	attachment: OpenAttachment,
	present: number,
): Promise<void> {
	const { clock, signal } = transport;
	await once({
		attempts: MAX_ATTEMPTS,
		limits: transport,
		async act() {
			await untilFound(transport, async () => await attach(transport, owner, attachment));
			return true;
		},
		async lookUp(_, made) {
			await clock.wait(PAUSE_MS * made, signal);
			const count = await countAttachments(transport, owner).catch(
				rethrow('any', ({ kind, message, details }) => new MayBeAttached(kind, message, details)),
			);
			return count > present || undefined;
		},
		notDone: (failure) => notAttached(attachment, failure),
	});
}

async function attach(transport: MailTransport, owner: string, attachment: OpenAttachment) {
	const { source, bytes } = attachment;
	const { graph } = transport;
	const post = async () =>
		await graph.post(`${owner}/attachments`, await toJson(attachment), anything);
	if (jsonSize(attachment) <= MAX_BODY_SIZE) await post();
	else await uploadAttachment(transport, owner, source, bytes).catch(recover(isTooSmall, post));
}

/** Graph takes files below "3 MB" in one request only, and does not say how many bytes that is. */
function isTooSmall({ details }: ProviderFailure): boolean {
	return details.providerCode === 'ErrorAttachmentSizeShouldNotBeLessThanMinimumSize';
}

function notAttached({ source }: OpenAttachment, { details }: ProviderFailure): ProviderFailure {
	return new ProviderFailure(
		'unavailable',
		`The provider did not take the attachment "${source.name}"`,
		{ ...details, mayHaveHappened: false, hint: 'Run the step again later.' },
	);
}

/** Size of an attachment in a JSON body: base64 makes four bytes of three. */
function jsonSize({ bytes }: OpenAttachment): number {
	return Math.ceil(bytes.size / 3) * 4 + PROPERTIES_SIZE;
}

/** @see https://learn.microsoft.com/graph/api/resources/fileattachment */
async function toJson({ source, bytes }: OpenAttachment): Promise<object> {
	const { name, contentType, contentId } = source;
	return {
		'@odata.type': '#microsoft.graph.fileAttachment',
		name,
		contentType,
		...(contentId === undefined ? {} : { isInline: true, contentId }),
		contentBytes: (await bytes.read()).toString('base64'),
	};
}
