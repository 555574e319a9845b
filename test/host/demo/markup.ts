import { escapeHtml } from '../../../nodes/shared/html/html';

/** HTML that may be sent as it is. */
export class Markup {
	constructor(readonly text: string) {}
}

/** What a template takes: text is escaped, markup is not, and a list is one after the other. */
export type Part = Markup | string | number | readonly Part[];

/** A template of HTML, with other parts put into it; an attribute that holds a part needs its quotes. */
export function markup(texts: TemplateStringsArray, ...parts: Part[]): Markup {
	return new Markup(String.raw({ raw: texts }, ...parts.map(toText)));
}

function toText(part: Part): string {
	if (part instanceof Markup) return part.text;
	return typeof part === 'object' ? part.map(toText).join('') : escapeHtml(String(part));
}
