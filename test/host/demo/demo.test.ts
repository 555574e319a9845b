import { request } from 'node:http';
import { type Simulator, startSimulator } from '../../simulator/simulator';
import { MAILBOX } from '../stage';
import { addDemoPages } from './routes';

const FORM = {
	name: 'Hana Honest',
	address: 'hana@example.com',
	subject: 'Onboarding: Honest Bakery',
	body: 'Hello.',
};

describe('the page of npm start', () => {
	let simulator: Simulator;

	beforeEach(async () => {
		simulator = await startSimulator({ pages: addDemoPages });
	});

	afterEach(() => simulator.stop());

	const mailbox = () => simulator.graph.mailbox(MAILBOX);
	const open = async (path = '/') => await fetch(`${simulator.url}${path}`);
	const show = async (path?: string) => await (await open(path)).text();
	const post = async (form: Record<string, string>, headers: Record<string, string> = {}) =>
		await fetch(`${simulator.url}/demo/mails`, {
			method: 'POST',
			redirect: 'manual',
			headers: { origin: simulator.url, ...headers },
			body: new URLSearchParams(form),
		});

	/** The status of a request that names another host, as a name of somebody's that leads here does. */
	async function statusOf(host: string, method = 'GET', path = '/'): Promise<number | undefined> {
		return await new Promise((resolve, reject) => {
			const headers = { host, origin: `http://${host}`, 'content-length': 0 };
			request(`${simulator.url}${path}`, { method, headers }, (answer) => {
				answer.resume();
				resolve(answer.statusCode);
			})
				.on('error', reject)
				.end();
		});
	}

	it('is no part of the providers that tests see', async () => {
		const plain = await startSimulator();
		try {
			for (const path of ['/', '/mail?id=x', '/demo/style.css']) {
				expect((await fetch(`${plain.url}${path}`)).status).toBe(404);
			}
			const sent = await fetch(`${plain.url}/demo/mails`, { method: 'POST' });
			expect(sent.status).toBe(404);
		} finally {
			await plain.stop();
		}
	});

	it('shows the mails of a folder with their labels, the newest first', async () => {
		mailbox().addCategory('Onboarding', 'preset4');
		mailbox().deliver({ subject: 'First', from: 'pat@example.com', categories: ['Onboarding'] });
		mailbox().deliver({ subject: 'Second', from: 'pat@example.com' });
		const receivedDateTime = '2020-01-01T00:00:00Z';
		mailbox().deliver({ subject: 'Oldest', from: 'pat@example.com', receivedDateTime });
		mailbox().deliver({ subject: 'Elsewhere', from: 'pat@example.com' }, { folder: 'Clients' });
		const page = await show();
		expect(page.match(/^(First|Second|Oldest)$/gm)).toEqual(['Second', 'First', 'Oldest']);
		expect(page).toContain('<span class="mark preset4"></span>Onboarding');
		expect(page).not.toContain('Elsewhere');
		expect(await show('/demo/style.css')).toMatch(/\.preset4 \{ background: \w+; \}/);
		expect(await show(`/?folder=${mailbox().folder('Clients').id}`)).toContain('Elsewhere');
	});

	it('shows the folders that hold something, and those that are not always there', async () => {
		mailbox().addFolder('Clients', 'inbox');
		mailbox().addFolder('Secret', 'inbox', true);
		mailbox().deliver({ subject: 'Kept', from: 'pat@example.com' }, { folder: 'archive' });
		const folders = [...(await show()).matchAll(/>([^<>]+ \d+)<\/a>/g)].map(([, name]) => name);
		expect(folders).toEqual(['Inbox 0', 'Drafts 0', 'Sent Items 0', 'Archive 1', 'Clients 0']);
	});

	it('shows each sent mail once, also one that Sent Items does not keep', async () => {
		const sentItems = mailbox().folder('sentitems').id;
		const [kept, question] = ['Kept', 'Question'].map((subject) =>
			mailbox().addMessage({ subject, conversationId: subject, parentFolderId: sentItems }),
		);
		if (!kept || !question) throw new Error('There are no mails');
		mailbox().sent.push(kept, question);
		mailbox().remove(question);
		const page = await show('/?folder=sentitems');
		expect(page).toContain('Sent Items 2</a>');
		expect(page.match(/<article>/g)).toHaveLength(1);
		const first = await show(`/?mail=${encodeURIComponent(question.immutableId)}`);
		expect(first).toContain('<h3>Question</h3>');
		const other = await show(`/?mail=${encodeURIComponent(kept.immutableId)}`);
		expect(other.match(/<h3>Kept<\/h3>/g)).toHaveLength(1);
	});

	it('shows a mail with those of its conversation, the newest first, and drafts as such', async () => {
		const { conversationId, immutableId } = mailbox().deliver({
			subject: 'Question',
			from: 'pat@example.com',
		});
		mailbox().addMessage({
			subject: 'RE: Question',
			conversationId,
			isDraft: true,
			parentFolderId: mailbox().folder('drafts').id,
		});
		const [, reading = ''] = (await show(`/?mail=${immutableId}`)).split('id="reading"');
		expect(reading).toMatch(/<h3>RE: Question<\/h3>[\s\S]*, draft<[\s\S]*<h3>Question<\/h3>/);
	});

	it('shows the newest mail where the chosen one or its folder is gone', async () => {
		mailbox().deliver({ subject: 'Here', from: 'pat@example.com' });
		expect(await show('/?folder=gone&mail=gone')).toContain('<h3>Here</h3>');
		expect(await show('/?folder=a&folder=b')).toContain('<h3>Here</h3>');
		expect((await open('/mail?id=gone')).status).toBe(404);
	});

	it('shows clients and requests', async () => {
		const client = simulator.collection.addClient({
			email: 'pat@example.com',
			full_name: 'Pat Doe',
		});
		simulator.collection.addRequest({
			name: 'Example Bakery',
			clients: [client],
			template_name: 'Tax return',
			status: 'published',
			due: '2026-12-06',
		});
		const page = await show();
		for (const part of ['Example Bakery', 'Tax return', 'published', '2026-12-06', '/share/']) {
			expect(page).toContain(part);
		}
		expect(page).toContain('<dd>Pat Doe</dd>');
	});

	it('says when n8n last looked into the mailbox', async () => {
		expect(await show()).toContain('n8n looks into the mailbox every five seconds. ');
		await fetch(`${simulator.graphRoot}/v1.0/me/messages`);
		expect(await show()).toMatch(
			/every five seconds, last at <time datetime="[^"]+">\d\d:\d\d:\d\d</,
		);
	});

	it('escapes whatever others wrote', async () => {
		const hostile = `"'><script>alert(1)</script><img src=x onerror=alert(1)>&amp;`;
		const person = { emailAddress: { name: hostile, address: `a${hostile}` } };
		mailbox().addCategory(hostile, 'preset1');
		const folder = mailbox().addFolder(hostile, 'inbox');
		mailbox().deliver(
			{
				subject: hostile,
				from: person,
				toRecipients: [person],
				body: hostile,
				categories: [hostile],
				attachments: [{ name: hostile, content: 'x' }],
			},
			{ folder: folder.id },
		);
		const client = simulator.collection.addClient({ email: hostile, full_name: hostile });
		simulator.collection.addRequest({
			name: hostile,
			clients: [client],
			template_name: hostile,
			due: hostile,
		});
		const page = await show(`/?folder=${folder.id}`);
		expect(page).not.toMatch(/<script>|<img|"'>|alert\(1\)>/);
		const escaped = '&quot;&#39;&gt;&lt;script&gt;alert(1)&lt;/script&gt;';
		// Folder and heading; in the list: sender, subject, label, preview; in the mail: subject, sender twice,
		// recipient twice, label, file, text; request: name, client, template, due; client: name, email.
		expect(page.split(escaped)).toHaveLength(1 + 2 + 4 + 8 + 4 + 2);
	});

	it('shows an HTML mail as it looks, in a frame that runs nothing and loads nothing', async () => {
		const { immutableId } = mailbox().deliver({
			subject: 'Written',
			from: 'pat@example.com',
			body: {
				contentType: 'html',
				content: '<script>alert(1)</script><b>Hello</b><img src="cid:logo"><img src="cid:lost">',
			},
			attachments: [
				{
					name: 'logo.png',
					contentId: 'logo',
					contentType: 'image/png',
					content: 'x',
					isInline: true,
				},
			],
		});
		const page = await show();
		expect(page).not.toMatch(/<script>|<b>Hello/);
		const [, rights, source] = /<iframe [^>]*sandbox="([^"]*)" src="([^"]+)"/.exec(page) ?? [];
		expect(rights).toBe('allow-popups allow-popups-to-escape-sandbox');
		expect(source).toBe(`/mail?id=${encodeURIComponent(immutableId)}`);
		const frame = await open(source);
		const policy = frame.headers.get('content-security-policy');
		expect(policy).toMatch(/^default-src 'none'; style-src 'unsafe-inline'; img-src data:; /);
		expect(policy).toMatch(/; sandbox allow-popups allow-popups-to-escape-sandbox$/);
		expect(policy).not.toContain('script');
		const text = await frame.text();
		expect(text).toContain(
			'<b>Hello</b><img src="data:image/png;base64,eA=="><img src="cid:lost">',
		);
		expect(text).toMatch(/^<!DOCTYPE html><base target="_blank">/);
	});

	it('runs its own script alone, and lets nobody frame it', async () => {
		const policy = (await open()).headers.get('content-security-policy');
		for (const rule of ["default-src 'none'", "script-src 'self'", "frame-ancestors 'none'"]) {
			expect(policy).toContain(rule);
		}
		expect(policy).not.toContain('unsafe');
		const script = await open('/demo/follow.mjs');
		expect(script.headers.get('content-type')).toContain('text/javascript');
	});

	it('delivers a test mail, and shows it', async () => {
		const sent = await post(FORM);
		expect(sent.status).toBe(303);
		expect(mailbox().messages).toEqual([
			expect.objectContaining({
				subject: FORM.subject,
				from: { emailAddress: { name: FORM.name, address: FORM.address } },
				body: { contentType: 'text', content: FORM.body },
			}),
		]);
		expect(await show(sent.headers.get('location') ?? '')).toContain(`<h3>${FORM.subject}</h3>`);
	});

	it.each([
		['no sender', { ...FORM, name: ' ' }],
		['a sender without an address', { ...FORM, address: 'hana' }],
		['a subject of two lines', { ...FORM, subject: 'a\nBcc: b' }],
		['a subject that is too long', { ...FORM, subject: 'x'.repeat(256) }],
		['a text that is too long', { ...FORM, body: 'x'.repeat(4_001) }],
		['no field', {}],
	])('refuses a test mail with %s', async (_what, form) => {
		const answer = await post(form);
		expect(answer.status).toBe(400);
		expect(await answer.text()).toMatch(/^The field "\w+" of the test mail is not valid\.$/);
		expect(mailbox().messages).toEqual([]);
	});

	it('takes a test mail as long as its form allows, in any script', async () => {
		const long = { ...FORM, name: '漢'.repeat(255), subject: '漢'.repeat(255) };
		expect((await post({ ...long, body: '漢'.repeat(4_000) })).status).toBe(303);
	});

	it('refuses a form that is larger than its fields can be', async () => {
		expect((await post({ ...FORM, more: 'x'.repeat(64 * 1024) })).status).toBe(413);
		expect(mailbox().messages).toEqual([]);
	});

	it.each([
		['another site', 'https://evil.example'],
		['a page without an address', 'null'],
		['another port of this machine', 'http://127.0.0.1:1'],
		['nobody', ''],
	])('refuses a test mail from %s', async (_who, origin) => {
		expect((await post(FORM, { origin })).status).toBe(403);
		expect(mailbox().messages).toEqual([]);
	});

	it('refuses to be opened by a name that is not of this machine', async () => {
		const { port } = new URL(simulator.url);
		for (const host of ['evil.example', `evil.example:${port}`, `127.0.0.1.evil.example:${port}`]) {
			for (const path of ['/', '/mail?id=x', '/demo/style.css']) {
				expect(await statusOf(host, 'GET', path)).toBe(403);
			}
			expect(await statusOf(host, 'POST', '/demo/mails')).toBe(403);
		}
		expect(await statusOf(`localhost:${port}`)).toBe(200);
	});

	it('leaves the providers to programs that name another host', async () => {
		expect(await statusOf('provider.example', 'GET', '/graph/v1.0/me')).toBe(401);
	});
});
