/** As in `/mail/inbox/id/...`, `/mail/deeplink/read/...` and `/calendar/item/...`. */
const IN_PATH = /\/(?:id|item|read)\/([^/]+)/;

/**
 * The ID in a link to an email or event in Outlook on the web: Graph's `webLink`, or the address of
 * its window. There it has the form of Exchange Web Services, with `/` and `+` where Graph has `-` and
 * `_`, as every `webLink` shows beside its `id`.
 * @returns undefined for an address that holds none.
 * @see https://learn.microsoft.com/graph/api/resources/message
 */
export function idInLink(link: string): string | undefined {
	if (!URL.canParse(link)) return undefined;
	const { pathname, search } = new URL(link);
	const [, id] = /[?&]itemid=([^&]+)/i.exec(search) ?? IN_PATH.exec(pathname) ?? [];
	// Reads what is not encoded well, too, and a plus as a blank.
	const decoded = new URLSearchParams(`id=${id ?? ''}`).get('id') ?? '';
	return decoded.replace(/\//g, '-').replace(/[+ ]/g, '_') || undefined;
}

/**
 * Whether an ID is that of a conversation, as the address of Outlook's reading pane has it: its third
 * letter tells what kind of ID it is.
 * @see https://learn.microsoft.com/openspecs/exchange_server_protocols/ms-oxwsitemid
 */
export function isConversationId(id: string): boolean {
	return id.startsWith('AAQ');
}
