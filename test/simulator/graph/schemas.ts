import { z } from 'zod';

/** Enum values are accepted in any case, as the service does (fact: enum-case). */
export function caseless<const T extends readonly [string, ...string[]]>(values: T) {
	return z.preprocess(
		(value) =>
			typeof value === 'string'
				? (values.find((known) => known.toLowerCase() === value.toLowerCase()) ?? value)
				: value,
		z.enum(values),
	);
}

const odataType = { '@odata.type': z.string().optional() };

export const bodySchema = z
	.object({
		contentType: caseless(['text', 'html']).default('text'),
		content: z.string().nullable().default(''),
		...odataType,
	})
	.strict();

export const emailAddressSchema = z
	.object({ address: z.string().optional(), name: z.string().nullish(), ...odataType })
	.strict();

export const recipientSchema = z
	.object({ emailAddress: emailAddressSchema, ...odataType })
	.strict();

export const dateTimeZoneSchema = z
	.object({ dateTime: z.string(), timeZone: z.string().nullish(), ...odataType })
	.strict();

export const flagSchema = z
	.object({
		flagStatus: caseless(['notFlagged', 'complete', 'flagged']).optional(),
		startDateTime: dateTimeZoneSchema.nullish(),
		dueDateTime: dateTimeZoneSchema.nullish(),
		completedDateTime: dateTimeZoneSchema.nullish(),
		...odataType,
	})
	.strict()
	// fact: flag-due
	.refine(({ startDateTime, dueDateTime }) => startDateTime || !dueDateTime);

export const importanceSchema = caseless(['low', 'normal', 'high']);

/** Custom headers must begin with x- (fact: custom-headers). */
const headerSchema = z
	.object({ name: z.string().regex(/^x-/i), value: z.string(), ...odataType })
	.strict();

const attachmentBase = {
	name: z.string(),
	contentType: z.string().nullish(),
	isInline: z.boolean().optional(),
	// Read-only in the metadata, yet sent by many clients and accepted.
	size: z.number().optional(),
};

/** The three kinds, told apart by `@odata.type`, which is required (fact: attachment-types). */
export const attachmentSchema = z.discriminatedUnion('@odata.type', [
	z
		.object({
			'@odata.type': z.literal('#microsoft.graph.fileAttachment'),
			contentBytes: z.string(),
			contentId: z.string().nullish(),
			contentLocation: z.string().nullish(),
			...attachmentBase,
		})
		.strict(),
	z
		.object({
			'@odata.type': z.literal('#microsoft.graph.itemAttachment'),
			item: z.object({ '@odata.type': z.string() }).passthrough(),
			...attachmentBase,
		})
		.strict(),
	z
		.object({
			'@odata.type': z.literal('#microsoft.graph.referenceAttachment'),
			sourceUrl: z.string().optional(),
			...attachmentBase,
		})
		.strict(),
]);

export type AttachmentInput = z.infer<typeof attachmentSchema>;

/** What a client may set on a draft. Unknown names are refused (fact: patch-unknown). */
export const messageSchema = z
	.object({
		subject: z.string().nullable(),
		body: bodySchema,
		importance: importanceSchema,
		from: recipientSchema,
		sender: recipientSchema,
		toRecipients: z.array(recipientSchema),
		ccRecipients: z.array(recipientSchema),
		bccRecipients: z.array(recipientSchema),
		replyTo: z.array(recipientSchema),
		categories: z.array(z.string()),
		flag: flagSchema,
		isRead: z.boolean(),
		isDeliveryReceiptRequested: z.boolean().nullable(),
		isReadReceiptRequested: z.boolean().nullable(),
		inferenceClassification: caseless(['focused', 'other']),
		// fact: custom-headers-limit
		internetMessageHeaders: z.array(headerSchema).min(1).max(5),
		internetMessageId: z.string(),
		// https://learn.microsoft.com/graph/api/singlevaluelegacyextendedproperty-post-singlevalueextendedproperties
		singleValueExtendedProperties: z.array(
			z
				.object({
					// A property of one's own, or one of Exchange by its tag.
					id: z.string().regex(/^\w+ (\{[\da-f-]{36}\} (Name|Id) \S+|0x[\da-f]{1,4})$/i),
					value: z.string(),
				})
				.strict(),
		),
		attachments: z.array(attachmentSchema),
		...odataType,
	})
	.partial()
	.strict();

export type MessageInput = z.infer<typeof messageSchema>;

/** `Comment` and `comment` mean the same in action bodies (fact: action-names). */
export function camelKeys(value: unknown): unknown {
	if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
	return Object.fromEntries(
		Object.entries(value).map(([name, inner]) => [
			name.replace(/^[A-Z]/, (letter) => letter.toLowerCase()),
			inner,
		]),
	);
}
