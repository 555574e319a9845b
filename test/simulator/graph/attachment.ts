import type { JsonObject } from '../exchange';
import { createItemId, type IdKind } from './ids';
import type { AttachmentInput } from './schemas';

export type AttachmentKind = 'file' | 'item' | 'reference';

export interface SimAttachment {
	/** Unique in the mailbox; the ids are made of it. */
	key: string;
	kind: AttachmentKind;
	name: string;
	contentType: string | null;
	/** The file's bytes; empty for the other kinds. */
	content: Buffer;
	/** As Exchange reports it, property overhead included (fact: attachment-overhead). */
	/** Null where Exchange tells none. */
	size: number | null;
	isInline: boolean;
	contentId: string | null;
	contentLocation: string | null;
	lastModifiedDateTime: string;
	/** The attached mail, event or contact. */
	item?: JsonObject;
	sourceUrl?: string;
}

/** What tests give: content as text or bytes; `size` overrides what Exchange would report. */
export interface AttachmentSeed {
	name: string;
	kind?: AttachmentKind;
	contentType?: string;
	content?: string | Buffer;
	size?: number | null;
	isInline?: boolean;
	contentId?: string;
	item?: JsonObject;
	sourceUrl?: string;
}

// Observed: a file of 816 bytes is reported with 1053 (fact: attachment-overhead).
const PROPERTY_OVERHEAD_BYTES = 237;

/** An attachment of the given content. */
export function createAttachment(
	seed: AttachmentSeed,
	key: string,
	lastModifiedDateTime: string,
): SimAttachment {
	const content = Buffer.from(seed.content ?? '');
	return {
		key,
		kind: seed.kind ?? 'file',
		name: seed.name,
		contentType: seed.contentType ?? null,
		content,
		size: seed.size === undefined ? content.length + PROPERTY_OVERHEAD_BYTES : seed.size,
		// fact: link-inline.
		isInline: seed.isInline ?? seed.kind === 'reference',
		contentId: seed.contentId ?? null,
		contentLocation: null,
		lastModifiedDateTime,
		...(seed.item === undefined ? {} : { item: seed.item }),
		...(seed.sourceUrl === undefined ? {} : { sourceUrl: seed.sourceUrl }),
	};
}

/** What a client posted, in the form tests give it. */
export function attachmentSeed(input: AttachmentInput): AttachmentSeed {
	const base = {
		name: input.name,
		...(typeof input.contentType === 'string' ? { contentType: input.contentType } : {}),
		...(input.isInline === undefined ? {} : { isInline: input.isInline }),
	};
	switch (input['@odata.type']) {
		case '#microsoft.graph.fileAttachment':
			return {
				...base,
				kind: 'file',
				content: Buffer.from(input.contentBytes, 'base64'),
				...(typeof input.contentId === 'string' ? { contentId: input.contentId } : {}),
			};
		case '#microsoft.graph.itemAttachment':
			return { ...base, kind: 'item', item: input.item };
		case '#microsoft.graph.referenceAttachment':
			return {
				...base,
				kind: 'reference',
				...(input.sourceUrl === undefined ? {} : { sourceUrl: input.sourceUrl }),
			};
	}
}

/** An attachment's id; the mutable one changes with the item's move, as the item's own does. */
export function attachmentId(attachment: SimAttachment, kind: IdKind, generation: number): string {
	return createItemId(kind, `attachment/${attachment.key}`, generation);
}

/** An attachment as Graph shows it. contentBytes comes by default for files (fact: attachment-cast). */
export function renderAttachment(
	attachment: SimAttachment,
	view: { kind: IdKind; generation: number; expandItem: boolean },
): JsonObject {
	const common = {
		'@odata.type': `#microsoft.graph.${attachment.kind}Attachment`,
		'@odata.mediaContentType': attachment.contentType ?? 'application/octet-stream',
		id: attachmentId(attachment, view.kind, view.generation),
		lastModifiedDateTime: attachment.lastModifiedDateTime,
		name: attachment.name,
		contentType: attachment.contentType,
		size: attachment.size,
		isInline: attachment.isInline,
	};
	switch (attachment.kind) {
		case 'file':
			return {
				...common,
				contentId: attachment.contentId,
				contentLocation: attachment.contentLocation,
				contentBytes: attachment.content.toString('base64'),
			};
		case 'item':
			return view.expandItem ? { ...common, item: attachment.item ?? null } : common;
		case 'reference':
			return common;
	}
}
