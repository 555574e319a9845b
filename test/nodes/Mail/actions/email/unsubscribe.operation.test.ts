import type { INodeParameters } from 'n8n-workflow';
import { found, ONE_CLICK_LINK, oneClickHeaders } from '../../../../harness/exchangeHeaders';
import {
	asked,
	expectOnlyShared,
	own,
	provider,
	runForOne,
	shared,
	SHARED_MAILBOX,
	useMailboxes,
} from '../../../../harness/mail';
import { failureOf } from '../../../../harness/steps';
import { policies } from '../../../../policy/mailboxUnderAttack';

useMailboxes();

const step = 'email.unsubscribe';
const deliver = (headers = {}, mailbox = own()) =>
	mailbox.deliver({
		subject: 'News',
		from: 'news@example.com',
		internetMessageHeaders: oneClickHeaders(headers),
	}).immutableId;
const toLists = () => provider().requests.all.filter(({ service }) => service === 'lists');
const refused = async (given: INodeParameters, options = {}) =>
	await failureOf(runForOne(step, given, options));

describe('Unsubscribe', () => {
	it('leaves a list by one request, which tells nothing else (RFC 8058)', async () => {
		const messageId = deliver();
		expect(await runForOne(step, { messageId })).toEqual({
			id: messageId,
			unsubscribed: true,
			host: 'news.lists.example.com',
		});
		expect(provider().graph.lists.left).toEqual([ONE_CLICK_LINK]);
		const [request] = toLists();
		expect(Object.keys(request?.headers ?? {})).not.toContain('authorization');
		expect(Object.keys(request?.headers ?? {})).not.toContain('cookie');
		expect(asked().filter((one) => one.includes('/me/'))).toEqual([
			`GET /me/messages/${encodeURIComponent(messageId)}`,
		]);
	});

	it('works in a shared mailbox', async () => {
		await runForOne(step, { messageId: deliver({}, shared()), mailbox: SHARED_MAILBOX });
		expect(provider().graph.lists.left).toHaveLength(1);
		provider().requests.clear();
		await refused({ messageId: deliver({ post: '' }, shared()), mailbox: SHARED_MAILBOX });
		expectOnlyShared();
	});

	it.each([
		['there is no second header', { post: 'List-Unsubscribe=No' }],
		['the link is not https', { links: '<http://news.lists.example.com/leave>' }],
		['there is only an address to write to', { links: '<mailto:leave@lists.example.com>' }],
	])('asks nobody where %s', async (_, headers) => {
		const failure = await refused({ messageId: deliver(headers) });
		expect(failure.message).toContain('Message ID: offers no one-click way to leave its list');
		expect(toLists()).toEqual([]);
	});

	it('sends no agent to a link of a stranger, nor to a switch that only a person has', async () => {
		const options = { asTool: true };
		for (const headers of [{ post: '' }, { domain: 'evil.example' }]) {
			const { message } = await refused({ messageId: deliver(headers) }, options);
			expect(message).toContain('A person can');
			expect(message).not.toMatch(/\. (Use|Switch) /);
		}
	});

	const failed = found({ dmarc: 'fail action=none header.from=example.com', compauth: 'fail' });
	it.each([
		['failed the check', { results: failed }],
		['is not signed', { results: found({ dkim: 'none (message not signed) header.d=none' }) }],
		['is signed by somebody else', { domain: 'evil.example' }],
		['has a signature that leaves the link out', { covered: 'From:Subject:List-Unsubscribe-Post' }],
	])('follows no link of an email that %s, unless it is told to', async (_, headers) => {
		const messageId = deliver(headers);
		// One that may be empty tells nothing.
		for (const more of [{}, { onlyVerified: '={{ $json.none ?? "" }}' }]) {
			const failure = await refused({ messageId, ...more });
			expect(failure.message).toContain('has no verified sender');
		}
		expect(toLists()).toEqual([]);
		await runForOne(step, { messageId, onlyVerified: false });
		expect(provider().graph.lists.left).toEqual([ONE_CLICK_LINK]);
	});

	it.each([
		'https://127.0.0.1/leave',
		'https://169.254.169.254/latest/meta-data',
		'https://router.local/leave',
		'https://news.lists.example.com:8443/leave',
	])('sends nothing to %s', async (link) => {
		const failure = await refused({ messageId: deliver({ links: `<${link}>` }) });
		expect(failure.message).toContain('has a link that leads to no public address');
		expect(failure.message).not.toContain('leave');
		expect(provider().requests.all).toHaveLength(1);
	});

	it('follows no redirect, and says so without the address', async () => {
		provider().faults.next({ path: /leave/ }, { redirectTo: `${provider().url}/lists/elsewhere` });
		const failure = await refused({ messageId: deliver() });
		expect(failure.message).toContain('The mailing list did not take it (HTTP 302)');
		expect(`${failure.message} ${failure.description}`).not.toContain('lists.example');
		expect(toLists()).toHaveLength(1);
	});

	it('asks once where the list does not answer', async () => {
		provider().faults.next({ path: /leave/ }, { cut: 'before' });
		const failure = await refused({ messageId: deliver() });
		expect(failure.message).toContain('The mailing list did not answer');
		expect(toLists()).toHaveLength(1);
	});

	it('asks again with Retry On Fail, as nobody can leave a list twice', async () => {
		provider().faults.next({ path: /leave/ }, { cut: 'after' });
		const messageId = deliver();
		expect(await runForOne(step, { messageId }, { tries: 2 })).toMatchObject({
			unsubscribed: true,
		});
		expect(toLists()).toHaveLength(2);
	});

	it.each(['listed', 'organization', 'answers', 'nobody', 'strict'] as const)(
		'is refused where the policy is %s: nobody knows who runs the list',
		async (policy) => {
			const failure = await refused({ messageId: deliver() }, { credentialData: policies[policy] });
			expect(failure.message).toContain('Unsubscribe was refused: whoever runs the mailing list');
			expect(toLists()).toEqual([]);
		},
	);

	it('tells in a dry run that somebody would be told', async () => {
		const dry = { credentialData: { dryRun: true } };
		expect(await runForOne(step, { messageId: deliver() }, dry)).toEqual({
			dryRun: true,
			would: 'Unsubscribe: 1 person would be told',
		});
		expect(toLists()).toEqual([]);
	});
});
