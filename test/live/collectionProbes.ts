import { listAt, NotAsked, textAt, valueAt } from './client';
import { type CollectionSite, type FactId, type Finding, MARK, type Probe } from './probe';

/** What is made of a client: its address leads to the one mailbox (https://datatracker.ietf.org/doc/html/rfc5233). */
function clientFields({ address }: CollectionSite, fact: FactId) {
	const [local = '', domain = ''] = address.split('@');
	return { email: `${local}+${MARK}-${fact}@${domain}`, full_name: `${MARK} ${fact}` };
}

/** How clients are made, changed and found. */
export const collectionProbes: Array<Probe<CollectionSite>> = [
	{
		fact: 'client-again',
		async ask(site): Promise<Finding> {
			const fields = clientFields(site, 'client-again');
			const first = await site.client.fetch('POST', '/clients', fields);
			const { status, body } = await site.client.send('POST', '/clients', fields);
			const isFound = status < 300 && valueAt(body, 'id') === valueAt(first, 'id');
			const reading = isFound ? 'found' : status === 422 ? 'refused' : undefined;
			return { reading, evidence: { status } };
		},
	},
	{
		fact: 'client-companies',
		async ask(site): Promise<Finding> {
			const { client } = site;
			const there = listAt(await client.fetch('GET', '/client_companies?limit=2'), 'results');
			const [first, second] = there.map((one) => textAt(one, 'name'));
			// The API takes no company away: a new one would be left behind.
			if (!first || !second) throw new NotAsked('Needs two companies that are there already.');
			const made = await client.fetch('POST', '/clients', {
				...clientFields(site, 'client-companies'),
				client_companies: [{ name: first }],
			});
			const where = `/clients/${textAt(made, 'id')}`;
			await client.fetch('PUT', where, { client_companies: [{ name: second }] });
			const companies = listAt(await client.fetch('GET', where), 'client_companies');
			const names = companies.map((one) => textAt(one, 'name'));
			const evidence = { first: names.includes(first), second: names.includes(second) };
			if (!evidence.second) return { reading: undefined, evidence };
			return { reading: evidence.first ? 'adds' : 'replaces', evidence };
		},
	},
	{
		fact: 'collection-match',
		async ask(site): Promise<Finding> {
			const { email, full_name } = clientFields(site, 'collection-match');
			await site.client.fetch('POST', '/clients', { email, full_name });
			const find = async (q: string) => {
				const query = new URLSearchParams({ q, 'q_by[]': 'email' });
				const found = await site.client.fetch('GET', `/clients?${query}`);
				const emails = listAt(found, 'results').map((one) => textAt(one, 'email'));
				return emails.some((one) => one.toLowerCase() === email.toLowerCase());
			};
			const evidence = { whole: await find(email), part: await find(`${MARK}-collection-match`) };
			if (!evidence.whole) return { reading: undefined, evidence };
			return { reading: evidence.part ? 'partial' : 'whole', evidence };
		},
	},
];
