import type { INodeParameters } from 'n8n-workflow';
import { OWN_MAILBOX } from '../../harness/executeNode';
import { pollNode } from '../../harness/pollNode';
import type { Calls } from './everyApi';
import { describeEndpoints, describeRedirects, describeRepeatedToken, runIn } from './everyApi';
import { HEADERS, IDS, LINKS, NO_IDS, pairs, TEXTS } from './inputs';
import { useScene } from './scene';

const scene = useScene('mail');
const own = () => scene.simulator.graph.mailbox(OWN_MAILBOX);
const run = runIn(scene);
const byId = (value: string) => ({ __rl: true, mode: 'id', value });

describeEndpoints(scene, run);

it.each(HEADERS)('the header %j: %j changes neither address nor sign-in', async (name, value) => {
	const header = [{ name: scene.fill(name), value: scene.fill(value) }];
	const ending = await run('advanced.apiCall', {
		endpoint: '/me/messages',
		options: { headers: { header } },
	});
	scene.expectSafe(ending);
});

/** Steps by the field that takes an ID. */
const ID_FIELDS: Record<string, (id: string) => INodeParameters> = {
	'email.getEmail': (messageId) => ({ messageId }),
	'email.deleteEmail': (messageId) => ({ messageId }),
	'email.moveEmail': (messageId) => ({ messageId, folder: byId('archive') }),
	'email.getFolder': (id) => ({ folder: byId(id) }),
	'email.downloadAttachment': (attachmentId) => ({
		messageId: 'AAMk',
		download: 'one',
		attachmentId,
	}),
	'calendar.getEvent': (eventId) => ({ eventId, options: { timeZone: 'UTC' } }),
	'contact.getContact': (id) => ({ contact: byId(id) }),
	'advanced.deleteRule': (id) => ({ rule: byId(id) }),
	'email.findEmail': (mailbox) => ({ mailbox }),
};

it.each(pairs(Object.keys(ID_FIELDS), IDS))(
	'%s: the ID %j stays one part of the path',
	async (step, entered) => {
		const id = scene.fill(entered);
		scene.expectSafe(await run(step, ID_FIELDS[step]?.(id) ?? {}));
		for (const { url, parts } of scene.arrived()) {
			// Whether a mail was deleted before is told by this folder, whatever the ID. What does not begin as an ID of a
			// folder is looked for among the names of all.
			if (parts || /\/mailFolders(?:\/deleteditems)?\?/.test(url)) continue;
			const [path = ''] = url.split('?');
			const segments = path.split('/').map((segment) => decodeURIComponent(segment));
			// Quotes around an ID are not part of it.
			expect(segments).toContain(id.trim().replace(/^'(.*)'$/, '$1'));
		}
	},
);

it.each(pairs(Object.keys(ID_FIELDS), NO_IDS))(
	'%s: %j, which is no ID, is refused with the name of the field, before anything is sent',
	async (step, id) => {
		const { error } = await run(step, ID_FIELDS[step]?.(id) ?? {});
		expect(error?.message).toMatch(
			/^(Message ID|Folder|Attachment ID|Event ID|Contact|Rule|Mailbox): (must |is longer)/,
		);
		expect(scene.arrived()).toEqual([]);
	},
);

/** Steps by the field that takes a text for a filter or a search. */
const TEXT_FIELDS: Record<string, (text: string) => INodeParameters> = {
	search: (search) => ({ findBy: 'search', search }),
	...Object.fromEntries(
		['from', 'subject', 'label', 'conversationId', 'to'].map((name) => [
			name,
			(text: string) => ({ findBy: 'filters', filters: { [name]: text } }),
		]),
	),
};

it.each(pairs(Object.keys(TEXT_FIELDS), TEXTS))(
	'%s: the text %j stays within its quotes',
	async (field, text) => {
		own().deliver({ subject: 'decoy', from: 'ann@contoso.com' });
		const ending = await run('email.findEmail', TEXT_FIELDS[field]?.(scene.fill(text)) ?? {});
		scene.expectSafe(ending);
		for (const { query } of scene.arrived().filter(({ path }) => path.endsWith('/messages'))) {
			const known = ['$filter', '$search', '$select', '$orderby', '$top'];
			expect(known).toEqual(expect.arrayContaining(Object.keys(query)));
			// What is left of a filter without its quoted texts is the node's own.
			const bare = (query.$filter ?? '').replace(/'(?:[^']|'')*'/g, '');
			expect(bare).toMatch(/^[\w\s(),/:.-]*$/);
			expect(bare).not.toMatch(/decoy|expand| 1 /);
		}
		// A search is the user's own language; a filter's value is not.
		if (field !== 'search') expect(ending.items).toEqual([]);
	},
);

/** Steps that follow the links of a list. */
const LISTS: Record<string, INodeParameters> = {
	'advanced.apiCall': { endpoint: '/me/messages', returnAll: true },
	'email.findEmail': { returnAll: true },
	'email.listFolders': {},
	'calendar.listEvents': { returnAll: true, options: { timeZone: 'UTC' } },
	'contact.listContacts': { returnAll: true },
};

describe('the link to the next page', () => {
	const answerWith = (link: string, where = {}) =>
		scene.simulator.faults.next(
			{ method: 'GET', ...where },
			{ status: 200, body: { value: [], '@odata.nextLink': scene.fill(link) } },
		);

	it.each(pairs(Object.keys(LISTS), LINKS))('%s: %j is not followed', async (step, link) => {
		// Where its first page is not the last one, Find Email asks in its own words for what lies in no folder left out.
		const isSearch = step === 'email.findEmail';
		const asked = isSearch ? 2 : 1;
		const where = isSearch ? { path: '/me/messages' } : {};
		for (let request = 0; request < asked; request++) answerWith(link, where);
		const ending = await run(step, LISTS[step] ?? {});
		scene.expectSafe(ending);
		expect(scene.arrived().filter(({ url }) => url.includes('oauth'))).toEqual([]);
		expect(scene.simulator.requests.all).toHaveLength(asked);
	});

	it.each(LINKS)('Mail Trigger: %j is not followed', async (link) => {
		answerWith(link);
		const ending = await scene.end(
			async () =>
				await pollNode({
					simulator: scene.simulator,
					credential: scene.credential(),
					parameters: {},
					staticData: {},
					mode: 'manual',
				}),
		);
		scene.expectSafe(ending);
	});
});

/** Steps of every kind: read, change, send, bytes. */
const CALLS: Calls = {
	'advanced.apiCall': { method: 'POST', endpoint: '/me/mailFolders', body: '{"displayName":"x"}' },
	'email.getEmail': { messageId: 'AAMk' },
	'email.deleteEmail': { messageId: 'AAMk' },
	'email.sendEmail': { to: 'pat@example.com', subject: 'x', message: 'x' },
	'email.downloadEmail': { messageId: 'AAMk' },
};

describeRedirects(scene, run, CALLS, '/graph/v1.0/me');

describeRepeatedToken(scene, run, CALLS, (token) => ({
	body: {
		error: {
			code: token,
			message: `Refused: ${token} Bearer ${token}`,
			innerError: { 'request-id': token },
		},
	},
	idHeader: 'request-id',
}));

it('the address for an upload gets the bytes, but no sign-in', async () => {
	const uploadUrl = scene.fill('http://{stranger}/upload');
	scene.simulator.faults.next(
		{ method: 'POST', path: /createUploadSession$/ },
		{ status: 201, body: { uploadUrl } },
	);
	// Serves for both parts.
	scene.stranger.answer = { status: 201, body: '{"nextExpectedRanges":["3932160-"]}' };
	// More than the 3 MB up to which attachments travel with the mail.
	const files = { data: { content: Buffer.alloc(4_000_000), fileName: 'a.bin' } };
	const parameters = { to: 'pat@example.com', subject: 'x', message: 'x', attachments: 'data' };
	const ending = await run('email.sendEmail', parameters, { items: [{ json: {}, files }] });
	expect(scene.stranger.visits.map(({ method, body }) => [method, body.length])).toEqual([
		['PUT', 3_932_160],
		['PUT', 67_840],
	]);
	for (const { headers } of scene.stranger.visits) {
		expect(headers).not.toHaveProperty('authorization');
	}
	expect(
		JSON.stringify(scene.stranger.visits.map(({ url, headers }) => [url, headers])),
	).not.toContain(scene.accessToken);
	scene.expectNothingTold(ending);
});
