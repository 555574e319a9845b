import { listAt, NotAsked, refusal, textAt, valueAt } from './client';
import { createDraft, findMails } from './mails';
import { type Finding, type MailboxSite, presence, type Probe } from './probe';

/** Throws where the mailbox is that of whoever signed in: the row is about others. */
function needOthers({ access }: MailboxSite): void {
	if (access === 'own') {
		throw new NotAsked('Needs an application, or a mailbox that somebody else shares.');
	}
}

const SECOND = 1000;

/** Moves that one session has no room for, and one more. */
const MOVES = 501;

/** How mails are found, and what calls take; hundreds of moves come last. */
export const mailProbes: Array<Probe<MailboxSite>> = [
	{
		fact: 'upload-to-others',
		async ask(site): Promise<Finding> {
			needOthers(site);
			const { client, path } = site;
			const id = await createDraft(site, 'upload-to-others');
			const AttachmentItem = { attachmentType: 'file', name: 'a.bin', size: 4_000_000 };
			const where = `${path}/messages/${id}/attachments/createUploadSession`;
			const { status, code } = await client.send('POST', where, { AttachmentItem });
			const reading = status === 403 ? 'refused' : status < 300 ? 'works' : undefined;
			return { reading, evidence: { status, code } };
		},
	},
	{
		fact: 'delta-of-messages-missing',
		async ask({ client, path, folder }): Promise<Finding> {
			return presence(await client.send('GET', `${path}/mailFolders/${folder}/messages/delta`));
		},
	},
	{
		fact: 'delta-link-form',
		async ask(site): Promise<Finding> {
			needOthers(site);
			const { client, path, folder, address } = site;
			const { deltaLink } = await client.list(`${path}/mailFolders/${folder}/messages/delta`);
			const link = decodeURIComponent(new URL(deltaLink).pathname).toLowerCase();
			const forms = {
				asked: link.includes(`/users/${address.toLowerCase()}/mailfolders/`),
				'user-id': /\/users\/[^/@']+\/mailfolders\//.test(link),
				'in-parentheses': /\/users\('[^/']+'\)\/mailfolders\('[^/']+'\)\//.test(link),
			};
			const [reading] = Object.entries(forms).flatMap(([name, fits]) => (fits ? [name] : []));
			const evidence = {
				hasParentheses: link.includes('('),
				hasAddress: link.includes(address.toLowerCase()),
			};
			return { reading, evidence };
		},
	},
	{
		fact: 'delta-moved-in',
		async ask(site): Promise<Finding> {
			const { client, path, otherFolder } = site;
			const moved = await createDraft(site, 'delta-moved-in');
			let { deltaLink } = await client.list(`${path}/mailFolders/${otherFolder}/messages/delta`);
			const destinationId = otherFolder;
			await client.fetch('POST', `${path}/messages/${moved}/move`, { destinationId });
			const made = await createDraft(site, 'delta-moved-in', { folder: otherFolder });
			const told = new Set<string>();
			const follow = async () => {
				const changes = await client.list(deltaLink);
				({ deltaLink } = changes);
				for (const entry of changes.entries) told.add(textAt(entry, 'id'));
				return told.has(made) || undefined;
			};
			// Once the mail that was made after it is told of, the one that was moved had its time.
			await client.until(5, follow);
			await client.pause(10 * SECOND);
			await follow();
			return { reading: told.has(moved) ? 'told' : 'untold', evidence: { told: told.size } };
		},
	},
	{
		fact: 'filter-contains-order',
		async ask({ client, path }): Promise<Finding> {
			const filter = "receivedDateTime ge 2000-01-01T00:00:00Z and contains(subject,'a')";
			const query = new URLSearchParams({
				$filter: filter,
				$orderby: 'receivedDateTime desc',
				$select: 'id',
				$top: '1',
			});
			const { status, code } = await client.send('GET', `${path}/messages?${query}`);
			const reading = status === 200 ? 'works' : status === 400 ? 'refused' : undefined;
			return { reading, evidence: { status, code } };
		},
	},
	{
		fact: 'default-id-under-prefer',
		async ask(site): Promise<Finding> {
			const { client, path } = site;
			const immutable = await createDraft(site, 'default-id-under-prefer');
			const mails = await findMails(site, 'default-id-under-prefer', { headers: {} });
			const [id = ''] = mails.map((mail) => textAt(mail, 'id'));
			if (id === immutable) throw new NotAsked('Both kinds of IDs are the same.');
			const { status, code } = await client.send('GET', `${path}/messages/${id}?$select=id`);
			const reading = status === 200 ? 'found' : status === 400 ? 'refused' : undefined;
			return { reading, evidence: { status, code } };
		},
	},
	{
		fact: 'translate-missing',
		async ask(site): Promise<Finding> {
			const id = await createDraft(site, 'translate-missing');
			const answer = await site.client.send('POST', `${site.path}/translateExchangeIds`, {
				inputIds: [id],
				sourceIdType: 'restImmutableEntryId',
				targetIdType: 'restId',
			});
			if (answer.status === 403) throw refusal(answer);
			return presence(answer);
		},
	},
	{
		fact: 'mail-tips-limit',
		async ask({ client, path }): Promise<Finding> {
			const ask = async (count: number) => {
				const EmailAddresses = Array.from({ length: count }, (_, at) => `n${at}@example.com`);
				const body = { EmailAddresses, MailTipsOptions: 'recipientScope' };
				const answer = await client.send('POST', `${path}/getMailTips`, body);
				const tips = valueAt(answer.body, 'value');
				return { ...answer, tips: Array.isArray(tips) ? tips.length : 0 };
			};
			const [fifty, hundred] = [await ask(50), await ask(100)];
			if (fifty.status !== 200) throw refusal(fifty);
			const isFifty = hundred.status >= 400 || hundred.tips === 50;
			const reading = isFifty ? 'fifty' : hundred.tips === 100 ? 'hundred' : undefined;
			const { status, code, tips } = hundred;
			return { reading, evidence: { status, code, tips } };
		},
	},
	{
		fact: 'expand-in-list',
		async ask(site): Promise<Finding> {
			const { client, path, folder } = site;
			const type = { '@odata.type': '#microsoft.graph.fileAttachment' };
			const attachments = [{ ...type, name: 'a.txt', contentBytes: 'YQ==' }];
			await createDraft(site, 'expand-in-list', { more: { attachments } });
			const query = '$select=id&$expand=attachments($select=id,name)&$top=100';
			const where = `${path}/mailFolders/${folder}/messages?${query}`;
			const { status, code, body } = await client.send('GET', where);
			if (status === 400) return { reading: 'refused', evidence: { status, code } };
			const attached = listAt(body, 'value').filter((one) => listAt(one, 'attachments').length > 0);
			const reading = attached.length > 0 ? 'works' : undefined;
			return { reading, evidence: { status, code, attached: attached.length } };
		},
	},
	{
		fact: 'message-stamp',
		async ask(site): Promise<Finding> {
			const { client, path } = site;
			const where = `${path}/messages/${await createDraft(site, 'message-stamp')}`;
			const read = async () =>
				Date.parse(
					textAt(
						await client.fetch('GET', `${where}?$select=lastModifiedDateTime`),
						'lastModifiedDateTime',
					),
				);
			const before = await read();
			// Stamps have whole seconds.
			await client.pause(10 * SECOND);
			await client.fetch('PATCH', where, { flag: { flagStatus: 'flagged' } });
			const seconds = ((await read()) - before) / SECOND;
			return { reading: seconds > 0 ? 'moves' : 'stays', evidence: { seconds } };
		},
	},
	{
		fact: 'moves-in-session',
		async ask(site): Promise<Finding> {
			const id = await createDraft(site, 'moves-in-session');
			const { client, path, folder, otherFolder } = site;
			for (let moves = 1; moves <= MOVES; moves += 1) {
				const destinationId = moves % 2 === 1 ? otherFolder : folder;
				const where = `${path}/messages/${id}/move`;
				const answer = await client.send('POST', where, { destinationId });
				const { status, code } = answer;
				const isFull = /^Error(MoveCopyFailed|TooManyObjectsOpened)$/.test(code);
				if (isFull) {
					return { reading: 'refused-after-500', evidence: { moves, status, code } };
				}
				if (status >= 400) throw refusal(answer);
			}
			return { reading: 'unlimited', evidence: { moves: MOVES } };
		},
	},
	{
		fact: 'moved-in-outlook',
		async ask(): Promise<Finding> {
			throw new NotAsked('Graph has no call that moves an email as Outlook for Windows does.');
		},
	},
	{
		fact: 'id-of-another-mailbox',
		async ask(): Promise<Finding> {
			throw new NotAsked('It takes two mailboxes on two servers, and the check has one mailbox.');
		},
	},
];
