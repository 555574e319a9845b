import { NotAsked, textAt, valueAt } from './client';
import { type FactId, type Finding, type MailboxSite, MARK, presence, type Probe } from './probe';

/** A contact in the default folder, and the ID of that folder, which no list shows. */
async function createContact({ client, path }: MailboxSite, fact: FactId) {
	const contact = await client.fetch('POST', `${path}/contacts`, {
		displayName: `${MARK} ${fact}`,
		givenName: `${MARK} ${fact}`,
	});
	const changes = `${path}/contactFolders/${textAt(contact, 'parentFolderId')}/contacts/delta`;
	return { id: textAt(contact, 'id'), changes: `${changes}?$select=displayName,jobTitle` };
}

/** How contacts are told of. */
export const contactProbes: Array<Probe<MailboxSite>> = [
	{
		fact: 'contact-delta-missing',
		async ask(site): Promise<Finding> {
			const { changes } = await createContact(site, 'contact-delta-missing');
			return presence(await site.client.send('GET', changes));
		},
	},
	{
		fact: 'contact-folder-name',
		async ask({ client, path }): Promise<Finding> {
			const where = `${path}/contactFolders/contacts/contacts?$top=1&$select=id`;
			const { status, code } = await client.send('GET', where);
			const reading = status === 200 ? 'named' : status === 400 ? 'unknown' : undefined;
			return { reading, evidence: { status, code } };
		},
	},
	{
		fact: 'contact-delta-form',
		async ask(site): Promise<Finding> {
			const { client, path } = site;
			const { id, changes } = await createContact(site, 'contact-delta-form');
			let link = await client.until(5, async () => {
				const round = await client.list(changes);
				const isThere = round.entries.some((entry) => textAt(entry, 'id') === id);
				return isThere ? round.deltaLink : undefined;
			});
			await client.fetch('PATCH', `${path}/contacts/${id}`, { jobTitle: 'changed' });
			const changed = await client.until(5, async () => {
				const round = await client.list(link);
				link = round.deltaLink;
				return round.entries.find((entry) => textAt(entry, 'id') === id);
			});
			const names = Object.keys(Object(changed)).length;
			const isWhole = valueAt(changed, 'displayName') !== undefined;
			return { reading: isWhole ? 'whole' : 'changed', evidence: { names } };
		},
	},
	{
		fact: 'contact-delta-moved-in',
		async ask(): Promise<Finding> {
			throw new NotAsked('Graph has no call that moves a contact.');
		},
	},
];
