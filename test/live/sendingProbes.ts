import { textAt } from './client';
import { arriveHere, createDraft, findMails, folderId, send } from './mails';
import type { FactId, Finding, MailboxSite, Probe } from './probe';

/** A second, and a time that Exchange certainly keeps a mail for, in milliseconds. */
const SECOND = 1000;
const WAIT = 180 * SECOND;

/** A draft that waits for its time, handed over. */
async function sendLater(site: MailboxSite, fact: FactId) {
	const { now } = site.client;
	const due = Math.ceil((now + WAIT) / SECOND) * SECOND;
	const value = new Date(due).toISOString().replace('.000', '');
	const draft = await createDraft(site, fact, {
		folder: 'drafts',
		more: { singleValueExtendedProperties: [{ id: 'SystemTime 0x3FEF', value }] },
	});
	await send(site, draft);
	return { due, called: site.client.now };
}

/** What becomes of mails that leave; each goes to the mailbox itself. */
export const sendingProbes: Array<Probe<MailboxSite>> = [
	{
		fact: 'draft-reply-comment',
		async ask(site): Promise<Finding> {
			const { client, path } = site;
			const [mail] = await arriveHere(site, 'draft-reply-comment');
			const where = `${path}/messages/${textAt(mail, 'id')}/createReply`;
			const reply = await client.fetch('POST', where, { comment: 'qzcomment' });
			const html = textAt(reply, 'body', 'content');
			const isTaken = html.includes('qzcomment');
			return { reading: isTaken ? 'taken' : 'dropped', evidence: { length: html.length } };
		},
	},
	{
		fact: 'conversation-id',
		async ask(site): Promise<Finding> {
			const { client, path, address } = site;
			const toRecipients = [{ emailAddress: { address } }];
			const known = await arriveHere(site, 'conversation-id');
			const conversationId = textAt(known[0], 'conversationId');
			// One thread that is forwarded twice, and answered. Longer ones are not tried.
			for (let forwards = 0; forwards < 2; forwards += 1) {
				const last = textAt(known[0], 'id');
				const where = `${path}/messages/${last}/createForward`;
				const draft = await client.fetch('POST', where, { toRecipients });
				await send(site, textAt(draft, 'id'));
				known.unshift(...(await arriveHere(site, 'conversation-id', { known })));
			}
			const where = `${path}/messages/${textAt(known[0], 'id')}/createReply`;
			const reply = await client.fetch('POST', where);
			const isSame = textAt(reply, 'conversationId') === conversationId;
			return { reading: isSame ? 'stays' : 'changes', evidence: { forwards: 2 } };
		},
	},
	{
		fact: 'sent-draft-id',
		async ask(site): Promise<Finding> {
			const draft = await createDraft(site, 'sent-draft-id', { folder: 'drafts' });
			await send(site, draft);
			await arriveHere(site, 'sent-draft-id', { known: [] });
			const [sent] = await site.client.until(5, async () => {
				const mails = await findMails(site, 'sent-draft-id', { folder: 'sentitems' });
				return mails.length > 0 ? mails : undefined;
			});
			const isKept = textAt(sent, 'id') === draft;
			return { reading: isKept ? 'kept' : 'new', evidence: { length: draft.length } };
		},
	},
	{
		fact: 'deferred-place',
		async ask(site): Promise<Finding> {
			await sendLater(site, 'deferred-place');
			await site.client.pause(10 * SECOND);
			const mails = await findMails(site, 'deferred-place');
			const folders = mails.map((mail) => textAt(mail, 'parentFolderId'));
			const lies = async (name: string) => folders.includes(await folderId(site, name));
			const evidence = { drafts: await lies('drafts'), outbox: await lies('outbox') };
			// It must not leave while others are asked.
			const { client, path } = site;
			for (const mail of mails) {
				await client.send('DELETE', `${path}/messages/${textAt(mail, 'id')}`);
			}
			const reading = evidence.drafts ? 'drafts' : evidence.outbox ? 'outbox' : undefined;
			return { reading, evidence };
		},
	},
	{
		fact: 'deferred-time',
		async ask(site): Promise<Finding> {
			const { due, called } = await sendLater(site, 'deferred-time');
			const [sent] = await site.client.until(15, async () => {
				const mails = await findMails(site, 'deferred-time', { folder: 'sentitems' });
				return mails.length > 0 ? mails : undefined;
			});
			await arriveHere(site, 'deferred-time', { known: [] });
			const after = (name: string) => (Date.parse(textAt(sent, name)) - called) / SECOND;
			const sentAfter = after('sentDateTime');
			// A mail may leave late, and clocks differ: a third of the time on each side.
			const isOfCall = Math.abs(sentAfter) < (due - called) / SECOND / 3;
			const isOfLeaving = sentAfter > ((due - called) / SECOND / 3) * 2;
			const reading = isOfCall ? 'of-call' : isOfLeaving ? 'of-leaving' : undefined;
			const evidence = { sentAfter, receivedAfter: after('receivedDateTime') };
			return { reading, evidence };
		},
	},
];
