import { optionalEmail, requiredEmail } from '../../../../nodes/Collection/clients/email';

describe('an email address', () => {
	it.each([
		['pat@example.com', 'pat@example.com'],
		['  pat@example.com ', 'pat@example.com'],
		['Pat Doe <pat@example.com>', 'pat@example.com'],
		['<pat@example.com>', 'pat@example.com'],
		['pat@old.org <pat@example.com>', 'pat@example.com'],
		['"pat@example.com" <pat@example.com>', 'pat@example.com'],
		['Pat @ Contoso <pat@example.com>', 'pat@example.com'],
		['pat+tag@mail.example.co.uk', 'pat+tag@mail.example.co.uk'],
		["o'neil@example.com", "o'neil@example.com"],
		['пат@пример.рф', 'пат@пример.рф'],
		['\u200bpat@exam\u00adple.com\ufeff', 'pat@example.com'],
		['Pat <\u202apat@example.com\u202c>\u202c', 'pat@example.com'],
		['pat\u0000@example.com', 'pat@example.com'],
		['mailto:pat@example.com', 'pat@example.com'],
		['mailto:pat@example.com?subject=Hello', 'pat@example.com'],
	])('%j is read as %j', (text, email) => {
		expect(requiredEmail.parse(text)).toBe(email);
		expect(optionalEmail.parse(text)).toBe(email);
	});

	it.each([
		'pat',
		'@example.com',
		'pat@',
		'pat@example',
		'pat@example.',
		'pat@example..com',
		'pat@.example.com',
		'pat@@example.com',
		'pat@example.com\r\nBcc: x@example.com',
		'pat doe@example.com',
		'a@example.com,b@example.com',
		'a@example.com, Bob <b@example.com>',
		'a@example.com and Bob <b@example.com>',
		'a@example.com;<b@example.com>',
		'mailto:a@example.com?cc=b@example.com',
		'“pat@example.com”',
		'`pat@example.com`',
		'pat@example.com…',
		'pat@exam\u2011ple.com',
		`${'a'.repeat(250)}@example.com`,
	])('%j is refused', (text) => {
		expect(requiredEmail.safeParse(text).success).toBe(false);
		expect(optionalEmail.safeParse(text).success).toBe(false);
	});

	it('may be left out only where it is optional', () => {
		expect(requiredEmail.safeParse('').success).toBe(false);
		expect(optionalEmail.parse('')).toBeUndefined();
		expect(optionalEmail.parse(undefined)).toBeUndefined();
	});
});
