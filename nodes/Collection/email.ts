import { z } from 'zod';
import { optionalText, requiredText } from '../shared/inputSchemas';

/** `Pat Doe <pat@example.com>`, as mail programs write it. */
const WITH_NAME = /^[^<>]*<([^<>]+)>$/;

const address = z
	.string()
	.transform((text) => WITH_NAME.exec(text)?.[1]?.trim() ?? text)
	.pipe(
		z
			.string()
			// 254 characters: the longest address that fits a mail path (RFC 5321, 4.5.3.1.3).
			.max(254, 'is longer than an email address can be')
			.regex(
				/^[^\s@<>()[\],;:"\\]+@[^\s@<>()[\],;:"\\]+\.[^\s@<>()[\],;:"\\.]+$/,
				'must be an email address, such as pat@example.com',
			),
	);

/** One email address, with or without a name in front. */
export const requiredEmail = requiredText.pipe(address);

/** One email address, or undefined when left empty. */
export const optionalEmail = optionalText.pipe(address.optional());
