const ESCAPES: Record<string, string> = {
	'&': '&amp;',
	'<': '&lt;',
	'>': '&gt;',
	'"': '&quot;',
	"'": '&#39;',
};

/** Text that shows in HTML as it is, in elements and in quoted attributes. */
export function escapeHtml(text: string): string {
	return text.replace(/[&<>"']/g, (character) => ESCAPES[character] ?? character);
}

/** Escaped text whose line breaks are kept. */
export function linesToHtml(text: string): string {
	return escapeHtml(text).replace(/\r\n?|\n/g, '<br>');
}

/** Elements after which a new line begins. */
const BLOCKS = new Set(
	(
		'address article aside blockquote br caption center dd details dialog dir div dl dt fieldset ' +
		'figcaption figure footer form h1 h2 h3 h4 h5 h6 header hr legend li main menu nav ol option p ' +
		'pre section summary table tr ul'
	).split(' '),
);
/** Elements of which nothing is shown. */
const HIDDEN = new Set(['script', 'style', 'template', 'title']);
/** The beginning of a tag, a comment or a declaration such as `<![endif]>`. */
const TAG = /^<(?:[/?]?[a-z][^\s/>]*|!(?:--)?)/;

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

/**
 * The text that an HTML body shows, for where the provider gave HTML although text was asked for.
 * Takes time in proportion to its length, whatever the HTML is.
 */
export function htmlToText(html: string): string {
	// Letters outside ASCII, as the Turkish İ, may be longer in small: every place would be another one.
	const lower = html.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());
	let text = '';
	let at = 0;
	while (at < html.length) {
		const open = html.indexOf('<', at);
		if (open < 0) return tidy(text + decode(html.slice(at)));
		text += decode(html.slice(at, open));
		const tag = TAG.exec(lower.slice(open, open + 32))?.[0];
		if (tag === undefined) {
			text += '<';
			at = open + 1;
		} else if (tag === '<!--') {
			at = after(html, '-->', open);
		} else {
			const name = tag.replace(/^<[/!?]?/, '');
			const hidden = HIDDEN.has(name) && tag[1] !== '/';
			at = after(html, '>', hidden ? after(lower, `</${name}`, open) : open);
			if (BLOCKS.has(name)) text += '\n';
			else if (name === 'td' || name === 'th') text += ' ';
		}
	}
	return tidy(text);
}

function after(text: string, end: string, from: number): number {
	const found = text.indexOf(end, from);
	return found < 0 ? text.length : found + end.length;
}

function decode(text: string): string {
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

/** Blanks and line breaks as they are shown. */
function tidy(text: string): string {
	return text
		.split('\n')
		.map((line) => line.replace(/\s+/g, ' ').trim())
		.filter((line, index, lines) => line !== '' || lines[index - 1] !== '')
		.join('\n')
		.trim();
}
