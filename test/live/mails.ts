import { listAt, textAt } from './client';
import { type FactId, type MailboxSite, MARK } from './probe';

/** Minutes that a mail to oneself may take. */
const ARRIVES = 10;

/**
 * Makes a draft to the mailbox itself.
 * @param more `folder`: its ID or name; `words`: what its subject ends with; `more`: what else it has
 * @returns its ID
 */
export async function createDraft(
	{ client, path, folder: usual, address }: MailboxSite,
	fact: FactId,
	{
		folder = usual,
		words = '',
		more = {},
	}: { folder?: string; words?: string; more?: object } = {},
): Promise<string> {
	const draft = await client.fetch('POST', `${path}/mailFolders/${folder}/messages`, {
		subject: `${MARK} ${fact} ${words}`.trim(),
		toRecipients: [{ emailAddress: { address } }],
		...more,
	});
	return textAt(draft, 'id');
}

/** Sends a draft. */
export async function send({ client, path }: MailboxSite, id: string): Promise<void> {
	await client.fetch('POST', `${path}/messages/${id}/send`);
}

/** The ID of a folder by its well-known name. */
export async function folderId({ client, path }: MailboxSite, name: string): Promise<string> {
	return textAt(await client.fetch('GET', `${path}/mailFolders/${name}?$select=id`), 'id');
}

/** The mails of a row, wherever they are or in one folder. */
export async function findMails(
	{ client, path }: MailboxSite,
	fact: FactId,
	{ folder, headers }: { folder?: string; headers?: Record<string, string> } = {},
): Promise<unknown[]> {
	const query = new URLSearchParams({
		$filter: `contains(subject,'${MARK} ${fact}')`,
		$select: 'id,parentFolderId,isDraft,sentDateTime,receivedDateTime,conversationId',
		$top: '100',
	});
	const where = folder === undefined ? path : `${path}/mailFolders/${folder}`;
	return listAt(
		await client.fetch('GET', `${where}/messages?${query}`, undefined, headers),
		'value',
	);
}

/**
 * The mails of a row that arrived, wherever a rule put them.
 * @param known those that had arrived before; left out: one is sent first
 */
export async function arriveHere(
	site: MailboxSite,
	fact: FactId,
	{ known }: { known?: unknown[] } = {},
): Promise<unknown[]> {
	if (known === undefined) await send(site, await createDraft(site, fact, { folder: 'drafts' }));
	const before = new Set((known ?? []).map((mail) => textAt(mail, 'id')));
	const sent = await folderId(site, 'sentitems');
	return await site.client.until(ARRIVES, async () => {
		const mails = (await findMails(site, fact)).filter(
			(mail) =>
				textAt(mail, 'parentFolderId') !== sent &&
				!before.has(textAt(mail, 'id')) &&
				Reflect.get(Object(mail), 'isDraft') === false,
		);
		return mails.length > 0 ? mails : undefined;
	});
}

/** How many mails of the first folder a search finds, or the status that refuses it. */
export async function search({ client, path, folder }: MailboxSite, text: string) {
	const query = new URLSearchParams({ $search: `"${text}"`, $select: 'id', $top: '100' });
	const { status, code, body } = await client.send(
		'GET',
		`${path}/mailFolders/${folder}/messages?${query}`,
	);
	return { status, code, found: listAt(body, 'value').length };
}
