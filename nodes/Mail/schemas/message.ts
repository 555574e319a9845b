import { z } from 'zod';
import { flag, optionalText, rawText, textList } from '../../shared/inputSchemas';
import { optionalRecipient, recipients } from '../email/recipients';
import { otherAttachments } from './attachments';

/** A name for a header of one's own: Graph takes no others (resource `internetMessageHeader`). */
const HEADER_NAME = /^x-[!-9;-~]+$/i;

const importance = optionalText
	.transform((word) => word?.toLowerCase())
	.pipe(z.enum(['low', 'normal', 'high']).optional());

const headers = z
	.object({
		header: z
			.array(
				z.object({
					name: rawText
						.transform((name) => name.trim())
						.pipe(z.string().regex(HEADER_NAME, 'must begin with x- and hold no blanks')),
					value: rawText.pipe(z.string().regex(/^[^\r\n]*$/, 'must be one line')),
				}),
			)
			.default([]),
	})
	.nullish()
	.transform((given) => given?.header ?? []);

/** What every mail can have beside its recipients, subject and text. */
export const messageOptions = z.object({
	deliveryReceipt: flag,
	from: optionalRecipient,
	headers,
	importance,
	labels: textList,
	readReceipt: flag,
	replyTo: recipients,
});
/** The Options of a new mail. */
export const outgoingOptions = messageOptions.extend({ otherAttachments }).default({});

const messageFormat = optionalText
	.transform((format) => format?.toLowerCase() ?? 'auto')
	.pipe(z.enum(['auto', 'html', 'text']));

/** The text of a mail and how it is written; `auto` looks at the text. */
export const messageText = { message: rawText, messageFormat };

/** A subject on one line; undefined when left empty. */
export const subjectLine = optionalText.transform((text) => text?.replace(/\s*[\r\n]+\s*/g, ' '));
