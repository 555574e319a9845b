import * as fc from 'fast-check';
import type { INodeParameters } from 'n8n-workflow';
import { mailRegistry } from '../../../../nodes/Mail/registry';
import { mailboxTriggers } from '../../../../scripts/shippedClasses';
import type { HarnessCredential } from '../../../harness/credentialsHelper';
import { applicationCredential, connectedCredential } from '../../../harness/credentialsHelper';
import { OWN_MAILBOX } from '../../../harness/executeNode';
import { asked, own, provider, runStep, shared, useMailboxes } from '../../../harness/mail';
import { SHARED_MAILBOX } from '../../../harness/mail';
import { pollNode } from '../../../harness/pollNode';
import { searchList } from '../../../harness/searchList';
import { failureOf, locator } from '../../../harness/steps';
import { anyChoice, fill } from './anyStep';
import { fillMailbox } from './ownMailbox';

/** Whose mailbox: the credential says which ones its nodes open, to whatever end. */

useMailboxes();
beforeEach(() => void fillMailbox());

const EVE = 'eve@contoso.com';
const items = [{ json: {}, files: { data: { content: 'file', fileName: 'a.txt' } } }];
const REFUSED =
	/^[A-Z][A-Za-z ]+ was refused: the credential does not name the mailbox \(Mailboxes is "/;

const signedIn = (entered: object): HarnessCredential =>
	connectedCredential('mailOAuth2Api', provider(), OWN_MAILBOX, { ...entered });
const application = (entered: object): HarnessCredential =>
	applicationCredential(provider(), { entered: { ...entered } });
const listing = (listedMailboxes: string) => ({ whichMailboxes: 'listed', listedMailboxes });

/** Requests that reached a mailbox, or anything else of Graph. */
const atGraph = () => asked().filter((request) => !request.includes('/oauth/'));

/** Has tests of its own; is asked of the organization, and of none of its mailboxes. */
const OTHERS = ['advanced.apiCall', 'calendar.listRooms'];
const steps = mailRegistry.groups
	.flatMap(({ resource, operations }) =>
		operations.map(({ id, fields }) => ({ step: `${resource}.${id}`, fields })),
	)
	.filter(({ step }) => !OTHERS.includes(step));

describe('every step', () => {
	const choices = fc.sample(anyChoice, { numRuns: 3, seed: 1 });

	it.each(steps)('$step opens no mailbox that is not listed', async ({ step, fields }) => {
		const credential = application(listing(OWN_MAILBOX));
		provider().graph.mailbox(EVE);
		for (const choice of choices) {
			const given = { ...fill(fields, choice, fillMailbox()), mailbox: EVE };
			const [found] = await runStep(step, given, { continueOnFail: true, items, credential });
			expect(found?.json.error).toBeDefined();
		}
		const foreign = atGraph().filter((request) => /eve(@|%40)/i.test(decodeURIComponent(request)));
		expect(foreign).toEqual([]);
	});

	it('is most of the steps', () => {
		expect(steps.length).toBeGreaterThan(55);
	});
});

const find = async (mailbox: string, credential: HarnessCredential) =>
	await runStep('email.findEmail', { mailbox }, { credential });

describe('a mailbox', () => {
	it.each([SHARED_MAILBOX, SHARED_MAILBOX.toUpperCase()])(
		'that is listed is opened as %s',
		async (mailbox) => {
			shared().deliver({ subject: 'Order', from: 'pat@fabrikam.com' });
			const credential = application(listing(` ${SHARED_MAILBOX};\n${OWN_MAILBOX}`));
			const found = await find(mailbox, credential);
			expect(found.map(({ json }) => json.subject)).toContain('Order');
		},
	);

	it('that is listed is not opened by its ID, which nobody can read in the credential', async () => {
		const { message, description } = await failureOf(
			find(own().id, application(listing(OWN_MAILBOX))),
		);
		expect(message).toMatch(REFUSED);
		expect(description).toBe(
			'Enter a mailbox exactly as the credential names it. Or have it added to Listed Mailboxes in the credential.',
		);
		expect(message + description).not.toContain('@');
		expect(atGraph()).toEqual([]);
	});

	it('of a domain that is written in place of an address opens none of it', async () => {
		expect((await failureOf(find(EVE, application(listing('contoso.com'))))).message).toMatch(
			REFUSED,
		);
	});

	it.each([
		['own', SHARED_MAILBOX, false],
		['own', '', true],
		['ownAndListed', SHARED_MAILBOX, true],
		['ownAndListed', '', true],
		['ownAndListed', EVE, false],
		['any', SHARED_MAILBOX, true],
		['', SHARED_MAILBOX, true],
	])('with %j chosen and a person signed in: %j is opened: %s', async (which, mailbox, opens) => {
		const credential = signedIn({
			...(which === '' ? {} : { whichMailboxes: which }),
			listedMailboxes: SHARED_MAILBOX,
			permissions: 'sharedMailboxes',
		});
		const run = find(mailbox, credential);
		if (opens) await expect(run).resolves.toEqual(expect.any(Array));
		else expect((await failureOf(run)).message).toMatch(REFUSED);
	});

	describe('under For AI Agents: Strict', () => {
		const strict = { strict: true, whichMailboxes: 'any', listedMailboxes: SHARED_MAILBOX };
		const RULE = 'the credential does not name the mailbox (For AI Agents: Strict is on)';

		it.each([SHARED_MAILBOX, EVE])('%s is not opened by a person', async (mailbox) => {
			const credential = signedIn({ ...strict, permissions: 'sharedMailboxes' });
			expect((await failureOf(find(mailbox, credential))).message).toContain(RULE);
			expect(atGraph()).toEqual([]);
			await expect(find('', credential)).resolves.toEqual(expect.any(Array));
		});

		it('is opened by App-Only access where it is listed', async () => {
			const run = find(SHARED_MAILBOX, application(strict));
			await expect(run).resolves.toEqual(expect.any(Array));
		});

		it.each([strict, { strict: true }])('is not opened by App-Only else (%j)', async (entered) => {
			expect((await failureOf(find(EVE, application(entered)))).message).toContain(RULE);
			expect(atGraph()).toEqual([]);
		});
	});

	it.each([
		{ whichMailboxes: '' },
		{ whichMailboxes: 'mine' },
		{ whichMailboxes: 'listed', listedMailboxes: 5 },
	])('is not opened by App-Only access where nobody has chosen which (%j)', async (entered) => {
		const { message, description } = await failureOf(find(OWN_MAILBOX, application(entered)));
		expect(message).toContain('Mailboxes in the credential is not chosen');
		expect(description).toContain('Open the credential');
		expect(atGraph()).toEqual([]);
	});

	it('of an entry that is no address opens none', async () => {
		const run = find(OWN_MAILBOX, application(listing(`${OWN_MAILBOX}, everybody`)));
		const { message, description } = await failureOf(run);
		expect(message).toContain('entry 2 is neither an address nor a domain');
		expect(description).toBe('Write name@example.com, comma-separated. A domain opens no mailbox.');
	});
});

describe('an API Call', () => {
	const call = async (
		endpoint: string,
		more: INodeParameters = {},
		credential?: HarnessCredential,
	) =>
		await runStep(
			'advanced.apiCall',
			{ endpoint, ...more },
			{ credential: credential ?? signedIn({ whichMailboxes: 'own' }) },
		);

	it.each([
		`/users/${EVE}/messages`,
		`/USERS/${EVE}/messages`,
		`/v1.0/users/${encodeURIComponent(EVE)}/messages`,
		`/users('${EVE}')/messages`,
		'/users?$expand=messages',
		'/users',
		'/groups/A/threads',
		'/sites/A',
		'/me2/messages',
		'/me%2Fmessages',
		'/%256De/messages',
		`/%75sers/${EVE}/messages`,
		`/users/me%2F..%2F${EVE}/messages`,
	])('%s leads to nobody else', async (endpoint) => {
		await failureOf(call(endpoint));
		await failureOf(call(endpoint, { options: { response: 'file' } }));
		await failureOf(call(endpoint, { options: { version: 'beta' } }));
		expect(atGraph()).toEqual([]);
	});

	it.each([
		['POST', '/$batch', { requests: [{ id: '1', method: 'GET', url: `/users/${EVE}/messages` }] }],
		['POST', '/me/$batch', { requests: [] }],
		['POST', '/me/%24%62atch', { requests: [] }],
		['POST', '/search/query', { requests: [] }],
		['PATCH', `/users/${EVE}/messages/A`, { isRead: true }],
		['DELETE', `/users/${EVE}/messages/A`, {}],
	])('%s %s does not leave', async (method, endpoint, body) => {
		const { message } = await failureOf(call(endpoint, { method, body: JSON.stringify(body) }));
		expect(message).toMatch(REFUSED);
		expect(atGraph()).toEqual([]);
	});

	it('of /me in a mailbox that is not listed does not leave', async () => {
		const credential = application(listing(OWN_MAILBOX));
		const { message } = await failureOf(call('/me/messages', { mailbox: EVE }, credential));
		expect(message).toMatch(REFUSED);
		expect(atGraph()).toEqual([]);
	});

	it('takes no page of a list from what somebody else wrote into a file', async () => {
		provider().graph.mailbox(EVE);
		const page = `${provider().graphRoot}/v1.0/users/${EVE}/messages`;
		const content = JSON.stringify({ value: [], '@odata.nextLink': page });
		const { immutableId } = own().deliver({
			subject: 'Data',
			from: EVE,
			attachments: [{ name: 'data.json', contentType: 'application/json', content }],
		});
		const attachments = `/me/messages/${immutableId}/attachments`;
		const [file] = await call(attachments);
		const [found] = await call(`${attachments}/${String(file?.json.id)}/$value`);
		expect(found?.json).toEqual(JSON.parse(content));
		expect(atGraph().filter((request) => request.includes('/users/'))).toEqual([]);
	});

	it.each(['/me/drive/items/1/content', '/beta/me/drive/items/1/contentStream'])(
		'takes none from a file in the cloud either (%s)',
		async (endpoint) => {
			const page = `${provider().graphRoot}/v1.0/users/${EVE}/messages`;
			const body = { value: [], '@odata.nextLink': page };
			provider().faults.next({ method: 'GET', path: /\/content/ }, { status: 200, body });
			const [found] = await call(endpoint);
			expect(found?.json).toEqual(body);
			expect(atGraph().filter((request) => request.includes('/users/'))).toEqual([]);
		},
	);

	it('reads in the own mailbox, and in one that is listed', async () => {
		expect(await call('/me/messages')).not.toEqual([]);
		const credential = application(listing(OWN_MAILBOX));
		const endpoint = `/users/${encodeURIComponent(OWN_MAILBOX)}/messages`;
		expect(await call(endpoint, {}, credential)).not.toEqual([]);
	});
});

const triggers = mailboxTriggers().map(({ instance }) => instance.description.name);

describe('the editor and the triggers', () => {
	it('list no folders of it', async () => {
		const run = searchList({
			node: 'mail',
			method: 'searchFolders',
			parameters: { mailbox: EVE, folder: locator('list', '') },
			simulator: provider(),
			credential: application(listing(OWN_MAILBOX)),
		});
		await expect(run).rejects.toThrow(REFUSED);
		expect(atGraph()).toEqual([]);
	});

	it.each(triggers)('watch none of it (%s)', async (node) => {
		const run = pollNode({
			node,
			simulator: provider(),
			credential: application(listing(OWN_MAILBOX)),
			staticData: {},
			activation: 'activate',
			parameters: { mailbox: EVE },
		});
		await expect(run).rejects.toThrow(REFUSED);
		expect(atGraph()).toEqual([]);
	});
});

describe('a position that somebody wrote', () => {
	const STRICT = { strict: true, permissions: 'sharedMailboxes' };
	const links = [
		['email.getChanges', 'mailFolders/inbox/messages', {}],
		['calendar.getEventChanges', 'calendarView', {}],
		['contact.getContactChanges', 'contactFolders/A/contacts', {}],
	] as const;
	const names = () => [
		['its user ID', `/${shared().id}`],
		['its user ID in parentheses', `('${shared().id}')`],
		['its user ID in encoded parentheses', `(%27${shared().id}%27)`],
		['its address', `/${SHARED_MAILBOX}`],
	];

	it.each(links)(
		'leads %s into no mailbox that the credential does not name',
		async (step, place) => {
			for (const [, name] of names()) {
				for (const token of ['$deltatoken=latest', '%24skiptoken=', '$deltatoken=abc']) {
					const position = `${provider().url}/graph/v1.0/users${name}/${place}/delta?${token}`;
					for (const mailbox of [{}, { mailbox: SHARED_MAILBOX }]) {
						await failureOf(
							runStep(step, { position, ...mailbox }, { credential: signedIn(STRICT) }),
						);
					}
				}
			}
			const foreign = [shared().id, SHARED_MAILBOX];
			const asks = atGraph().map((request) => decodeURIComponent(request));
			expect(asks.filter((request) => foreign.some((one) => request.includes(one)))).toEqual([]);
		},
	);

	it.each(['asked', 'user-id', 'in-parentheses'])(
		'goes on in a mailbox that is listed, whose links are written: %s',
		async (as) => {
			provider().readings.choose({ fact: 'delta-link-form', as });
			const credential = signedIn({ ...listing(SHARED_MAILBOX), permissions: 'sharedMailboxes' });
			const given = { folder: locator('name', 'inbox'), mailbox: SHARED_MAILBOX };
			const before = await runStep('email.getChanges', { ...given, begin: 'now' }, { credential });
			const position = String(before.at(-1)?.json.position);
			shared().deliver({ subject: 'Later', from: EVE });
			const after = await runStep('email.getChanges', { ...given, position }, { credential });
			expect(after[0]?.json).toMatchObject({ subject: 'Later' });
		},
	);
});
