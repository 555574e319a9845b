/** https://html.spec.whatwg.org/multipage/named-characters.html, as far as mail programs write them. */
const NAMED = new Map(
	Object.entries({
		amp: '&',
		apos: "'",
		bull: '•',
		copy: '©',
		emsp: ' ',
		ensp: ' ',
		euro: '€',
		gt: '>',
		hellip: '…',
		laquo: '«',
		ldquo: '“',
		lrm: '',
		lsquo: '‘',
		lt: '<',
		mdash: '—',
		middot: '·',
		nbsp: ' ',
		ndash: '–',
		oelig: 'œ',
		aelig: 'æ',
		AElig: 'Æ',
		oslash: 'ø',
		Oslash: 'Ø',
		pound: '£',
		quot: '"',
		raquo: '»',
		rdquo: '”',
		reg: '®',
		rlm: '',
		rsquo: '’',
		shy: '',
		szlig: 'ß',
		thinsp: ' ',
		trade: '™',
		zwj: '',
		zwnj: '',
	}),
);
const ACCENTS = new Map(
	Object.entries({
		acute: '\u0301',
		caron: '\u030c',
		cedil: '\u0327',
		circ: '\u0302',
		grave: '\u0300',
		ring: '\u030a',
		tilde: '\u0303',
		uml: '\u0308',
	}),
);

/** Largest code point: https://www.unicode.org/glossary/#code_point */
const MAX_CODE_POINT = 0x10ffff;

/** Text with the characters that its entities stand for. */
export function decodeHtml(text: string): string {
	return text.replace(/&(#x[0-9a-f]{1,6}|#\d{1,7}|[a-z]{2,8});/gi, (whole, name: string) => {
		if (name.startsWith('#')) {
			const code = /^#x/i.test(name) ? parseInt(name.slice(2), 16) : Number(name.slice(1));
			return code <= MAX_CODE_POINT ? String.fromCodePoint(code) : '';
		}
		const accent = ACCENTS.get(name.slice(1));
		const letter = accent === undefined ? undefined : `${name[0]}${accent}`.normalize('NFC');
		return NAMED.get(name) ?? letter ?? whole;
	});
}
