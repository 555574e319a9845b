import * as fc from 'fast-check';
import { found, fromOutside } from './exchangeHeaders';

/** Texts that a sender chooses: parts of what Exchange writes, in any order, and what ends or hides others. */
const PIECES = [
	...[';compauth=pass reason=100;', ';compauth=pass reason=100 (', ';compauth=pass reason=100 "'],
	...[
		'compauth=pass reason=100',
		'compauth=pass',
		'dmarc=pass',
		' reason=130',
		'reason=100',
		'=',
		';',
	],
	...[
		'(',
		')',
		'"',
		'\\',
		'\r\n ',
		'\t',
		' ',
		'a',
		',',
		'<',
		'>',
		'pass',
		'none',
		'İ',
		'ſ',
		'\u200b',
		'\0',
		'；',
		'＝',
	],
];
export const senderText = fc
	.array(fc.constantFrom(...PIECES), { maxLength: 12 })
	.map((parts) => parts.join(''));
const header = fc.record({
	name: fc.constantFrom(
		'Authentication-Results',
		'authentication-results',
		'Received',
		'X-MS-Exchange-Organization-AuthAs',
		'Subject',
	),
	value: fc.oneof(
		senderText,
		fc.constantFrom('Internal', found(), ...fromOutside(found()).map(({ value }) => value)),
	),
});

/** Headers that a mail has when it comes in: its sender wrote them. */
export const carriedHeaders = fc.array(header, { maxLength: 8 });
