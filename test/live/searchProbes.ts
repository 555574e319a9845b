import { refusal } from './client';
import { createDraft, search } from './mails';
import type { Finding, MailboxSite, Probe } from './probe';

/** Minutes until new mails are found by their words. */
const INDEXED = 10;

/** Waits until a word finds so many mails. */
async function waitForIndex(site: MailboxSite, text: string, count: number): Promise<void> {
	await site.client.until(INDEXED, async () => {
		const seen = await search(site, text);
		if (seen.status !== 200) throw refusal(seen);
		return seen.found === count || undefined;
	});
}

/** How words are searched for. */
export const searchProbes: Array<Probe<MailboxSite>> = [
	{
		fact: 'search-implicit-operator',
		async ask(site): Promise<Finding> {
			for (const words of ['qzlantern', 'qzharbour', 'qzlantern qzharbour']) {
				await createDraft(site, 'search-implicit-operator', { words });
			}
			await waitForIndex(site, 'subject:qzlantern', 2);
			await waitForIndex(site, 'subject:qzharbour', 2);
			const { status, found } = await search(site, 'subject:qzlantern subject:qzharbour');
			const reading = { 3: 'or-for-same-property', 1: 'always-and' }[found];
			return { reading, evidence: { status, found } };
		},
	},
	{
		fact: 'search-leading-star',
		async ask(site): Promise<Finding> {
			await createDraft(site, 'search-leading-star', { words: 'qzlighthouse' });
			await waitForIndex(site, 'subject:qzlighthouse', 1);
			const { status, code, found } = await search(site, 'subject:*lighthouse');
			const isNothing = status === 200 && found === 0;
			const reading = isNothing ? 'nothing' : status === 400 ? 'refused' : undefined;
			return { reading, evidence: { status, code, found } };
		},
	},
	{
		fact: 'search-from-with-to',
		async ask(site): Promise<Finding> {
			const { status, code } = await search(site, `from:${site.address} to:${site.address}`);
			const reading = status === 200 ? 'works' : status === 400 ? 'refused' : undefined;
			return { reading, evidence: { status, code } };
		},
	},
];
