import { z } from 'zod';
import {
	flag,
	optionalLocator,
	optionalText,
	rawText,
	wholeNumber,
} from '../../shared/inputSchemas';
import { mailbox } from '../fields/mailbox';
import { messageOutputInput } from './output';

/** Bytes of a megabyte, as Outlook counts them. */
const MEGABYTE = 1_048_576;
const HOUR_MS = 3_600_000;
const DEFAULT_SIZE_MB = 25;
const DEFAULT_MAILS = 50;
const DEFAULT_AGE_HOURS = 24;

/** Megabytes, with a fraction; 0 for no limit. In bytes. */
const size = z
	.union([z.number(), z.string(), z.null(), z.undefined()])
	.transform((value, context) => {
		const given = value === null || value === undefined || value === '' ? DEFAULT_SIZE_MB : value;
		const megabytes = Number(given);
		if (Number.isFinite(megabytes) && megabytes >= 0) {
			return megabytes === 0 ? undefined : Math.floor(megabytes * MEGABYTE);
		}
		context.addIssue({ code: 'custom', message: 'must be a number of megabytes, 0 or more' });
		return z.NEVER;
	});

const chosenFolders = z
	.object({ folder: z.array(z.object({ folder: optionalLocator })).default([]) })
	.partial()
	.nullish()
	.transform((chosen) => (chosen?.folder ?? []).flatMap(({ folder }) => folder ?? []));

/** The fields of the Mail Trigger. */
export const mailTriggerInput = z
	.object({
		mailbox: mailbox.input,
		searchFilter: rawText,
		folders: z.enum(['incoming', 'chosen']).default('incoming'),
		chosenFolders,
		includeSubfolders: flag,
		output: z.enum(['simplified', 'raw', 'fields']).default('simplified'),
		fields: messageOutputInput.fields,
		body: messageOutputInput.body,
		downloadAttachments: flag,
		whenActivated: z.enum(['new', 'sinceLast']).default('new'),
		maximumAge: wholeNumber({ min: 1 }),
		options: z
			.object({
				attachmentPrefix: optionalText,
				emitSkipped: flag,
				markAsRead: flag,
				maxAttachmentSize: size,
				maxBodyLength: messageOutputInput.maxBodyLength,
				maxMails: wholeNumber({ min: 1, max: 1_000 }),
			})
			.default({}),
	})
	.superRefine(({ folders, chosenFolders: chosen, output, fields }, context) => {
		if (folders === 'chosen' && chosen.length === 0) {
			context.addIssue({
				code: 'custom',
				path: ['chosenFolders'],
				message: 'choose at least one folder',
			});
		}
		if (output === 'fields' && fields.length === 0) {
			context.addIssue({ code: 'custom', path: ['fields'], message: 'is required' });
		}
	})
	.transform(({ output, fields, body, maximumAge, options, ...rest }) => ({
		...rest,
		output: {
			simplify: output === 'simplified',
			options: {
				body,
				fields: output === 'fields' ? fields : [],
				maxBodyLength: options.maxBodyLength,
			},
		},
		attachmentPrefix: options.attachmentPrefix ?? 'attachment_',
		maxAttachmentSize: options.maxAttachmentSize,
		emitSkipped: options.emitSkipped,
		markAsRead: options.markAsRead,
		maxMails: options.maxMails ?? DEFAULT_MAILS,
		maxAge: (maximumAge ?? DEFAULT_AGE_HOURS) * HOUR_MS,
	}));
