import { isTimeout } from '../../shared/clock';
import { ProviderFailure } from '../../shared/failures';
import { toDefaultIds } from '../graph/exchangeIds';
import type { GraphClient } from '../graph/types';

/** Whatever output names a mail and links to it. */
interface Linked {
	id?: unknown;
	webLink?: unknown;
}

const awaited = new WeakMap<Linked, GraphClient>();

/**
 * Marks a mail whose link `mendWebLinks` has to mend before the node gives it out.
 * @returns the same object: a copy would not be mended.
 */
export function withWebLink<Mail extends Linked>(graph: GraphClient, mail: Mail): Mail {
	awaited.set(mail, graph);
	return mail;
}

/** Mends the links of all marked mails among the output of a run at once, mailbox by mailbox. */
export async function mendWebLinks(output: Linked[]): Promise<void> {
	const byMailbox = new Map<GraphClient, Linked[]>();
	for (const mail of output) {
		const graph = awaited.get(mail);
		if (!graph) continue;
		const mails = byMailbox.get(graph) ?? [];
		mails.push(mail);
		byMailbox.set(graph, mails);
	}
	await Promise.all(
		[...byMailbox].map(async ([graph, mails]) => await repairWebLinks(graph, mails)),
	);
}

/**
 * Makes the links of mails open in Outlook again: a request for immutable IDs is answered with links
 * that hold such an ID, and Outlook says that the mail "might have been moved or deleted"
 * (https://github.com/microsoftgraph/msgraph-sdk-go/issues/795). One request for 1,000 mails; a link
 * that cannot be mended is taken out.
 */
export async function repairWebLinks(graph: GraphClient, mails: Linked[]): Promise<void> {
	const linked = mails.flatMap((mail) => {
		const { id, webLink } = mail;
		return typeof id === 'string' && typeof webLink === 'string' ? { mail, id, webLink } : [];
	});
	if (linked.length === 0) return;
	const ids = await toDefaultIds(graph, [...new Set(linked.map(({ id }) => id))]).catch(nothing);
	for (const { mail, id, webLink } of linked) mail.webLink = withItem(webLink, ids.get(id));
}

/** For `catch`: the mails are in hand, and are not lost for their links. */
function nothing(error: unknown): Map<string, string> {
	if (error instanceof ProviderFailure || isTimeout(error)) return new Map();
	throw error;
}

function withItem(webLink: string, id: string | undefined): string | undefined {
	if (id === undefined || !URL.canParse(webLink)) return undefined;
	const link = new URL(webLink);
	if (!link.searchParams.has('ItemID')) return undefined;
	link.searchParams.set('ItemID', id);
	return link.href;
}
