import { listAt, NotAsked, textAt } from './client';
import { type CollectionSite, type MailboxSite, MARK } from './probe';
import { switchRepliesOff } from './replies';

type Place = Pick<MailboxSite, 'client' | 'path'>;

/** Everything in a list that bears the mark, by its ID. */
async function marked({ client, path }: Place, list: string, name: string): Promise<string[]> {
	const { entries } = await client.list(`${path}${list}`).catch((error: unknown) => {
		// What may not be seen could not be made either.
		if (error instanceof NotAsked && error.status === 403) return { entries: [] };
		throw error;
	});
	return entries.flatMap((entry) =>
		textAt(entry, name).includes(MARK) ? [textAt(entry, 'id')] : [],
	);
}

/** For good; where a cloud cannot do that, to Deleted Items, and from there at the next look. */
async function remove({ client, path }: Place, thing: string): Promise<void> {
	const { status } = await client.send('POST', `${path}${thing}/permanentDelete`);
	if (status >= 400) await client.send('DELETE', `${path}${thing}`);
}

/** Takes away what bears the mark. @returns how many things there were */
async function cleanOnce(place: Place): Promise<number> {
	const filter = encodeURIComponent(`contains(subject,'${MARK}')`);
	const list = async (kind: string, where: string, name: string) =>
		(await marked(place, where, name)).map((id) => `/${kind}/${id}`);
	const there = [
		...(await list(
			'messages',
			`/messages?$filter=${filter}&$select=id,subject&$top=100`,
			'subject',
		)),
		...(await list('contacts', '/contacts?$select=id,displayName&$top=500', 'displayName')),
		...(await list('calendars', '/calendars?$top=100', 'name')),
		...(await list('mailFolders', '/mailFolders?$top=100', 'displayName')),
		...(await list(
			'mailFolders',
			'/mailFolders/deleteditems/childFolders?$top=100',
			'displayName',
		)),
	];
	for (const thing of there) await remove(place, thing);
	return there.length;
}

// Looks until nothing is left: from Deleted Items things go at the second one.
const LOOKS = 6;

/**
 * Takes everything away that this or an earlier run made.
 * @returns what is left: 0, unless the provider refuses it
 */
export async function cleanMailbox(place: Place): Promise<number> {
	await switchRepliesOff(place);
	let left = await cleanOnce(place);
	// A mail may still be on its way: a look that finds nothing comes seconds after the last one that did.
	for (let looks = 1; left > 0 && looks < LOOKS; looks += 1) {
		await place.client.pause(5_000);
		left = await cleanOnce(place);
	}
	return left;
}

// The largest page that is known to come whole (fact: collection-largest-page).
const PAGE = 200;

/** The same for the clients of Content Snare. */
export async function cleanCollection({ client }: CollectionSite): Promise<number> {
	const there: string[] = [];
	for (let offset = 0; ; offset += PAGE) {
		const where = `/clients?include_external=true&limit=${PAGE}&offset=${offset}`;
		const rows = listAt(await client.fetch('GET', where), 'results');
		for (const row of rows) {
			const isOurs = textAt(row, 'email').includes(MARK);
			if (isOurs) there.push(textAt(row, 'id'));
		}
		if (rows.length < PAGE) break;
	}
	let left = 0;
	for (const id of there) {
		const { status } = await client.send('DELETE', `/clients/${id}`);
		if (status >= 400 && status !== 404) left += 1;
	}
	return left;
}
