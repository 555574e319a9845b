/**
 * The text of HTML by a way of its own, roughly: without white space, to be compared with another.
 * What is open at the end is closed there, as browsers do.
 */
export function bareText(html: string): string {
	return squeezed(
		decoded(
			html
				.replace(/<!--[\s\S]*?(?:-->|$)/g, '')
				.replace(/<(style|script|title|template)\b[\s\S]*?(?:<\/\1\s*>|$)/gi, '')
				.replace(/<[^>]*(?:>|$)/g, ''),
		),
	);
}

/** Without the signs in front of quoted lines and signatures. */
export function withoutMarks(text: string): string {
	return text.replace(/^(?:[> ]+|--$)/gm, '');
}

/** Without anything that cannot be seen. */
export function squeezed(text: string): string {
	return text.normalize('NFC').replace(/\s|\u00ad|\u034f|[\u200b-\u200f]|\ufeff/g, '');
}

const NAMED: Record<string, string> = {
	nbsp: ' ',
	lt: '<',
	gt: '>',
	quot: '"',
	apos: "'",
	amp: '&',
};

function decoded(text: string): string {
	return text.replace(/&(?:#(\d+)|#x([0-9a-f]+)|([a-z]+));/gi, (whole, decimal, hex, name) => {
		if (name) return NAMED[String(name)] ?? whole;
		return String.fromCodePoint(Number.parseInt(decimal ?? hex, decimal ? 10 : 16));
	});
}
