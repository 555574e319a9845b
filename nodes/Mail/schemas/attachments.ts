import { z } from 'zod';
import { optionalText, rawText, requiredText } from '../../shared/inputSchemas';

const contentId = requiredText.transform((id) => id.replace(/^cid:/i, '').replace(/^<|>$/g, ''));

/** Attachments that are not simply binary fields of the input item. */
export const otherAttachments = z
	.object({
		fromEmails: z
			.array(z.object({ messageId: requiredText, attachmentId: optionalText }))
			.default([]),
		inlineImages: z.array(z.object({ binaryField: requiredText, contentId })).default([]),
		textFiles: z.array(z.object({ fileName: requiredText, content: rawText })).default([]),
	})
	.nullish()
	.transform((given) => given ?? { fromEmails: [], inlineImages: [], textFiles: [] });
