/** Where the pages of docs/ are read; `npm run generate` takes it from package.json. */
const DOCS =
	'https://github.com/n8n-nodes-mail-collection/n8n-nodes-mail-collection/blob/main/docs/';

/**
 * A description with a link to the page that says more, as n8n shows it to people.
 * @param page A file of docs/, and the heading as GitHub names it: `mail.md#schedule-email`.
 */
export function withPage(description: string, page: string): string {
	return `${description.replace(/\.$/, '')}. <a href="${DOCS}${page}">Learn more</a>.`;
}

/** The description as a language model reads it. */
export function withoutPage(description: string): string {
	return description.replace(/ <a href="[^"]*">Learn more<\/a>\./g, '');
}
