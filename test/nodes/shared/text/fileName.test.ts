import fc from 'fast-check';
import { cleanFileName, subjectFileName } from '../../../../nodes/shared/text/fileName';

describe('cleanFileName', () => {
	it.each([
		['logo.png', 'logo.png'],
		['Bank statement (May).pdf', 'Bank statement (May).pdf'],
		['../../etc/passwd', 'passwd'],
		['..\\..\\evil.exe', 'evil.exe'],
		['C:\\Users\\pat\\logo.png', 'logo.png'],
		['.', 'file'],
		['..', 'file'],
		['.\u200B.', 'file'],
		['', 'file'],
		['a/', 'file'],
		['.htaccess', '.htaccess'],
		['a\u0000b\r\nc.txt', 'abc.txt'],
		['a\u2028b.txt', 'ab.txt'],
		['invoice\u202Efdp.exe', 'invoicefdp.exe'],
		['a\uD800.txt', 'a\uFFFD.txt'],
		['請求書 5月.pdf', '請求書 5月.pdf'],
		[`${'a'.repeat(300)}.pdf`, `${'a'.repeat(196)}.pdf`],
		[`Report ${'a'.repeat(300)}.pdf`, `Report ${'a'.repeat(189)}.pdf`],
		[`a.${'b'.repeat(300)}`, `a.${'b'.repeat(198)}`],
		[`${'😀'.repeat(300)}.pdf1`, `${'😀'.repeat(97)}.pdf1`],
	])('%j becomes %j', (given, name) => {
		expect(cleanFileName(given)).toBe(name);
	});

	it('is no folder, hides nothing, has a length that is bounded, and is clean already', () => {
		fc.assert(
			fc.property(
				fc.oneof(
					fc.string({ unit: 'binary', maxLength: 300 }),
					fc.string({ unit: fc.constantFrom('.', '/', '\\', '\u202E', '\0', ' ', 'a') }),
				),
				(given) => {
					const name = cleanFileName(given);
					expect(name).not.toMatch(/^\.{0,2}$|[\\/\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u);
					expect(name.length).toBeLessThanOrEqual(200);
					expect(name.isWellFormed()).toBe(true);
					expect(cleanFileName(name)).toBe(name);
				},
			),
		);
	});
});

describe('subjectFileName', () => {
	it.each([
		['Offer 1/2: "final"?', 'Offer 1 2 final.eml'],
		['a\r\nb', 'a b.eml'],
		['..', 'email.eml'],
		['\u202E', 'email.eml'],
		['', 'email.eml'],
		['x'.repeat(5_000), `${'x'.repeat(196)}.eml`],
	])('%j becomes %j', (subject, name) => {
		expect(subjectFileName(subject, 'eml')).toBe(name);
	});
});
