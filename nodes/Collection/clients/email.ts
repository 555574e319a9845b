import { z } from 'zod';
import { optionalText, requiredText } from '../../shared/step/inputSchemas';
import { toEmailAddress, withoutUnseen } from '../../shared/text/emailAddress';

/** `Pat Doe <pat@example.com>`, as mail programs write it. Another address in a name, beside other words, is somebody else. */
const WITH_NAME = /^(?:(?![^<]*\S@\S)[^<>]*|[^\s<>,;]*\s*)<([^<>]+)>$/;

/** An address whose domain has a dot: Content Snare writes to addresses on the Internet. */
const DOTTED_DOMAIN = /@[^.]+\./;

const address = z
	.string()
	.transform((text) => toEmailAddress(WITH_NAME.exec(withoutUnseen(text))?.[1] ?? text) ?? '')
	.pipe(
		z
			.string()
			// 254 characters: the longest address that fits a mail path (RFC 5321, 4.5.3.1.3).
			.max(254, 'is longer than an email address can be')
			.regex(DOTTED_DOMAIN, 'must be an email address, such as pat@example.com'),
	);

/** A text, or a sender, recipient or client of another step, which stands for the address. */
const textOrPerson = z.union([
	z.object({ address: z.string() }).transform((person) => person.address),
	z.object({ email: z.string() }).transform((person) => person.email),
	z.unknown(),
]);

/** One email address, with or without a name in front. */
export const requiredEmail = textOrPerson.pipe(requiredText).pipe(address);

/** One email address, or undefined when left empty. */
export const optionalEmail = textOrPerson.pipe(optionalText).pipe(address.optional());

/** A name in quotes is meant without them. */
const QUOTED = /^["“„](.*)["”“]$/s;

/** Whom to look for: an email without the name around it, a text without its quotes, any other text as it is. */
export const personSearch = textOrPerson
	.pipe(requiredText)
	.refine((text) => !/^[*?%]+$/.test(text), 'finds nobody by * alone: List Clients returns all')
	.transform((text) => requiredEmail.safeParse(text).data ?? text.replace(QUOTED, '$1'));
