import { generateKeyPairSync } from 'node:crypto';
import * as fc from 'fast-check';
import type { INodeParameters } from 'n8n-workflow';
import { mailRegistry } from '../../../nodes/Mail/registry';
import { mailboxTriggers } from '../../../scripts/shippedClasses';
import { createCertificate } from '../../harness/certificate';
import type { HarnessCredential } from '../../harness/credentialsHelper';
import { applicationCredential } from '../../harness/credentialsHelper';
import { OWN_MAILBOX } from '../../harness/executeNode';
import { asked, own, provider, runForOne, runStep, useMailboxes } from '../../harness/mail';
import { pollNode } from '../../harness/pollNode';
import { searchList } from '../../harness/searchList';
import { failureOf } from '../../harness/steps';
import { anyChoice, fill } from './outgoing/anyStep';
import { fillMailbox, world } from './outgoing/ownMailbox';

/** The nodes with the access of an application: nobody has signed in, and `/me` does not exist. */

useMailboxes();

let credential: HarnessCredential;
beforeEach(() => {
	own();
	credential = applicationCredential(provider());
});

const mailbox = OWN_MAILBOX;
const triggers = mailboxTriggers().map(({ instance }) => instance.description.name);
const NO_MAILBOX = /Mailbox.*required/;
const signIns = () => asked().filter((request) => request.includes('/oauth/'));
const atGraph = () => asked().filter((request) => !request.includes('/oauth/'));

/** What Graph offers to people alone, or asks a policy of Teams for. */
const FOR_PEOPLE = [
	'calendar.findMeetingTimes',
	'calendar.getMeetingTranscript',
	'calendar.listMeetingTranscripts',
];

const steps = mailRegistry.groups.flatMap(({ resource, operations }) =>
	operations.map(({ id, fields }) => ({ step: `${resource}.${id}`, fields })),
);
const API_CALL = 'advanced.apiCall';
/** What is asked of the organization, and of none of its mailboxes. */
const OF_THE_ORGANIZATION = 'calendar.listRooms';
/** What begins with a deleted email. */
const OF_DELETED = 'email.restoreEmail';
type Step = (typeof steps)[number];
const items = [{ json: {}, files: { data: { content: 'file', fileName: 'a.txt' } } }];

/** What the mailbox under attack has nothing for. */
const MORE: Record<string, INodeParameters> = {
	'contact.createContact': { folder: '' },
	'contact.findContact': { search: 'pat', folder: '' },
	'contact.listContacts': { folder: '' },
};

/** Values for the fields of a step: those that do something are rare for some. */
const choices = fc.sample(anyChoice, { numRuns: 60, seed: 1 });
/** How many of them are enough. */
const ENOUGH = 3;

/** When a quoted email was sent: both run at moments of their own. */
const MOMENT = /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ/g;

/** Runs a step in a mailbox that is filled anew. @returns what came of the mailbox, and of the step. */
async function outcomeOf({ step, fields }: Step, choice: number[], options: object) {
	provider().graph.reset();
	const filled = { ...fill(fields, choice, fillMailbox()), ...MORE[step], mailbox };
	const deleted = () =>
		own().deliver(
			{ subject: 'Order', from: 'ann@contoso.com' },
			{ folder: own().folder('deleteditems').id },
		).immutableId;
	const given = step === OF_DELETED ? { ...filled, messageId: deleted() } : filled;
	const [found] = await runStep(step, given, { continueOnFail: true, items, ...options });
	const failed = found?.json.error !== undefined;
	return { given, failed, world: world().replace(MOMENT, '') };
}

/** What is pasted into the fields of the credential. */
const pastedOf = ({ privateKey, certificate }: ReturnType<typeof createCertificate>) => ({
	privateKeyPem: privateKey,
	certificatePem: certificate,
});

describe('App-Only access', () => {
	it('signs in with the certificate once, and works in the mailbox that is named', async () => {
		own().deliver({ subject: 'Invoice', from: 'ann@contoso.com' });
		const found = async () => await runForOne('email.findEmail', { mailbox }, { credential });
		expect(await found()).toMatchObject({ subject: 'Invoice' });
		expect(await found()).toMatchObject({ subject: 'Invoice' });
		expect(signIns()).toEqual(['POST /oauth/contoso.com/oauth2/v2.0/token']);
		for (const request of atGraph()) {
			expect(decodeURIComponent(request)).toContain(`/users/${mailbox}/`);
		}
	});

	it('works on each item in the mailbox that its expression gives, and never in another one', async () => {
		const addresses = [mailbox, 'shared@contoso.com'];
		for (const address of addresses) {
			provider()
				.graph.mailbox(address)
				.deliver({ subject: `for ${address}`, from: 'a@b.example' });
		}
		const found = await runStep(
			'email.findEmail',
			{ mailbox: '={{ $json.of }}' },
			{
				credential,
				continueOnFail: true,
				items: [...addresses, ''].map((of) => ({ json: { of } })),
			},
		);
		expect(found.slice(0, 2).map(({ json }) => json.subject)).toEqual(
			addresses.map((address) => `for ${address}`),
		);
		expect(found).toHaveLength(3);
		expect(found[2]?.json.error).toMatch(/^Mailbox: its expression gives nothing/);
		expect(found[2]?.error).toMatchObject({
			description: expect.stringMatching(/do not mean\. Correct the expression\.$/),
		});
	});

	it('signs in again with the certificate of now when the access has ended', async () => {
		const run = async () => await runStep('email.listFolders', { mailbox }, { credential });
		await run();
		const next = createCertificate();
		const { applications, tokens } = provider();
		applications.register({ clientId: 'test-application', certificates: [next.certificate] });
		tokens.expireAccess('test-application');
		const { message, description } = await failureOf(run());
		expect(message).toContain('Microsoft did not let the application in');
		expect(description).toMatch(/The application has no such certificate/);
		expect(description).not.toMatch(/Switch account|sign in/i);
		credential.data = { ...credential.data, ...pastedOf(next) };
		expect((await run()).length).toBeGreaterThan(0);
	});

	it.each([
		[
			'a certificate that has expired',
			/has expired/,
			() => {
				const old = createCertificate('old', '20240101000000Z');
				provider().applications.register({
					clientId: 'test-application',
					certificates: [old.certificate],
				});
				return pastedOf(old);
			},
		],
		[
			'the key of another certificate',
			/not the key of the certificate/,
			() => ({ privateKeyPem: createCertificate().privateKey }),
		],
		[
			'a secret that is none',
			/Client Secret is wrong/,
			() => ({ clientCredentialType: 'clientSecret', clientSecret: 'wrong' }),
		],
		[
			'a client ID that nobody has',
			/no application with this Client ID/,
			() => ({ clientId: 'x' }),
		],
	])('says what is wrong: %s', async (_what, hint, entered) => {
		credential.data = { ...credential.data, ...entered() };
		const failure = await failureOf(runStep('email.listFolders', { mailbox }, { credential }));
		expect(failure.message).toContain('Microsoft did not let the application in');
		expect(failure.description).toMatch(hint);
		expect(JSON.stringify(failure)).toMatch(/AADSTS\d+/);
	});

	it.each([
		['AADSTS7000229', /^The tenant does not know the application\. An administrator/],
		['AADSTS53003', /^A Conditional Access policy/],
	])('says what is wrong where Entra refuses the application: %s', async (code, hint) => {
		const body = { error: 'invalid_client', error_description: `${code}: The client application` };
		provider().faults.next({ path: /\/oauth\/.*token$/, times: 9 }, { status: 401, body });
		const failure = await failureOf(runStep('email.listFolders', { mailbox }, { credential }));
		provider().faults.clear();
		expect(failure.message).toContain('Microsoft did not let the application in');
		expect(failure.description).toMatch(hint);
	});

	it.each([
		['indented', (pem: string) => pem.replace(/^/gm, '    ')],
		['on one line', (pem: string) => pem.replace(/\n/g, ' ')],
		['with line breaks as \\n', (pem: string) => pem.replace(/\n/g, '\\n')],
		['with line breaks of Windows', (pem: string) => pem.replace(/\n/g, '\r\n')],
	])('signs in with a key and a certificate that were pasted %s', async (_how, paste) => {
		const { privateKey, certificate } = createCertificate();
		provider().applications.register({ clientId: 'test-application', certificates: [certificate] });
		const pasted = { privateKeyPem: paste(privateKey), certificatePem: paste(certificate) };
		credential.data = { ...credential.data, ...pasted };
		expect(await runStep('email.listFolders', { mailbox }, { credential })).not.toEqual([]);
	});

	it('signs in with a secret', async () => {
		provider().applications.register({ clientId: 'test-application', secrets: ['secret'] });
		const entered = { clientCredentialType: 'clientSecret', clientSecret: 'secret' };
		credential.data = { ...credential.data, ...entered };
		await runStep('email.listFolders', { mailbox }, { credential });
		expect(signIns()).toHaveLength(1);
	});

	it.each([
		['a key that is none', 'none'],
		[
			'a key with a password',
			'-----BEGIN ENCRYPTED PRIVATE KEY-----\nMIIC\n-----END ENCRYPTED PRIVATE KEY-----',
		],
	])('says what is wrong with %s', async (_what, privateKeyPem) => {
		credential.data = { ...credential.data, privateKeyPem };
		const failure = await failureOf(runStep('email.listFolders', { mailbox }, { credential }));
		expect(failure.message).toMatch(/Private Key field must contain a PEM private key/);
		expect(failure.description).toMatch(/Open the credential.*ENCRYPTED has a password/);
	});

	it('says which kind of key it takes, where one of another kind was pasted', async () => {
		const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'prime256v1' });
		const privateKeyPem = privateKey.export({ type: 'pkcs8', format: 'pem' });
		credential.data = { ...credential.data, privateKeyPem: String(privateKeyPem) };
		const failure = await failureOf(runStep('email.listFolders', { mailbox }, { credential }));
		expect(failure.message).toContain('requires an RSA private key');
		expect(failure.description).toMatch(/^Make a key with RSA and a certificate for it/);
	});
});

describe('a permission that the application lacks', () => {
	const DENIED = { error: { code: 'ErrorAccessDenied', message: 'Access is denied.' } };
	const refused = async (step: string, parameters: INodeParameters = {}) => {
		provider().faults.next({ path: /users/, times: 9 }, { status: 403, body: DENIED });
		return await failureOf(runStep(step, { mailbox, ...parameters }, { credential }));
	};

	it.each([
		['advanced.getMailboxSettings', 'MailboxSettings.Read'],
		['advanced.listRules', 'MailboxSettings.Read'],
		['email.listLabels', 'MailboxSettings.Read'],
		['contact.findPeople', 'People.Read.All'],
	])('%s says who grants it: no sign-in does', async (step, permission) => {
		const { description } = await refused(step);
		expect(description).toContain(permission);
		expect(description).toMatch(/With App-Only access.*an administrator/);
	});

	it('is not taken for a personal account', async () => {
		const { description } = await refused('calendar.getFreeBusySchedule', {
			addresses: 'ann@contoso.com',
		});
		expect(description).toContain('An administrator has to give the application this permission');
	});
});

describe('a step with App-Only access', () => {
	const forAll = steps.filter(({ step }) => !FOR_PEOPLE.includes(step) && step !== API_CALL);

	it.each(forAll)('$step does what it does for a person', async (step) => {
		let [done, refused] = [0, 0];
		for (const choice of choices) {
			const byPerson = await outcomeOf(step, choice, {});
			if (byPerson.failed && ++refused > ENOUGH) continue;
			expect(await outcomeOf(step, choice, { credential })).toEqual(byPerson);
			if (!byPerson.failed && ++done === ENOUGH) return;
		}
		expect(done).toBeGreaterThan(0);
	});

	const ofMailboxes = forAll.filter(({ step }) => step !== OF_THE_ORGANIZATION);

	it.each(ofMailboxes)('$step is refused without a mailbox, before any request', async (step) => {
		for (const choice of choices) {
			const { given, failed } = await outcomeOf(step, choice, {});
			if (failed) continue;
			provider().requests.clear();
			const run = runStep(step.step, { ...given, mailbox: '' }, { credential, items });
			const { message, description } = await failureOf(run);
			expect(message).toMatch(NO_MAILBOX);
			expect(description).toContain('an application has none of its own');
			expect(asked()).toEqual([]);
			return;
		}
		throw new Error('Nothing was tried');
	});

	it('runs as the tool of an agent, and names the field there as well', async () => {
		const run = runStep('email.findEmail', {}, { credential, asTool: true });
		await expect(run).rejects.toThrow(NO_MAILBOX);
		await runStep('email.findEmail', { mailbox }, { credential, asTool: true });
	});

	it('finds meeting times for nobody, and says which step does', async () => {
		const parameters = { mailbox, attendees: 'ann@contoso.com' };
		const { description } = await failureOf(
			runStep('calendar.findMeetingTimes', parameters, { credential }),
		);
		expect(description).toContain('Check Availability works');
	});

	it('finds mails by a search with IDs that stay, also where it may not translate them', async () => {
		const mail = own().deliver({ subject: 'Invoice', from: 'ann@contoso.com' });
		const roles = 'Mail.Read';
		for (const given of [{}, { roles }]) {
			const searching = applicationCredential(provider(), given);
			const parameters = { mailbox, search: 'invoice' };
			expect(
				await runForOne('email.findEmail', parameters, { credential: searching }),
			).toMatchObject({ id: mail.immutableId });
		}
		expect(asked()).toContainEqual(expect.stringMatching(/translateExchangeIds$/));
	});

	it('says which permission the application lacks, and who gives it', async () => {
		const lacking = applicationCredential(provider(), { roles: 'Mail.Send' });
		const { message, description } = await failureOf(
			runStep('email.findEmail', { mailbox }, { credential: lacking }),
		);
		expect(message).toContain('The application is not allowed to do this in this mailbox');
		expect(description).toMatch(/needs Mail\.Read\..*administrator.*Exchange/s);
	});

	it('is kept to the mailboxes that Exchange confines the application to', async () => {
		const confined = applicationCredential(provider(), { mailboxes: ['sales@contoso.com'] });
		await expect(runStep('email.findEmail', { mailbox }, { credential: confined })).rejects.toThrow(
			'not allowed to do this in this mailbox',
		);
	});

	it('is held to the policy of the credential', async () => {
		const entered = { whoMayBeWrittenTo: 'listed', allowedAddresses: 'contoso.com' };
		const bound = applicationCredential(provider(), { entered });
		const send = async (to: string) =>
			await runStep('email.sendEmail', { mailbox, to, subject: 'Hi' }, { credential: bound });
		await expect(send('pat@example.com')).rejects.toThrow('may not be written to');
		expect(own().sent).toEqual([]);
		await send('ann@contoso.com');
		expect(own().sent).toHaveLength(1);
	});

	it('knows the own organization where the application may read it, and nobody else by mistake', async () => {
		provider().graph.mailbox('ann@contoso.com');
		const entered = { whoMayBeWrittenTo: 'organizationAndListed' };
		const roles = 'Mail.ReadWrite Mail.Send';
		const send = async (granted: string, to = 'ann@contoso.com') =>
			await runStep(
				'email.sendEmail',
				{ mailbox, to, subject: 'Hi' },
				{ credential: applicationCredential(provider(), { roles: granted, entered }) },
			);
		const { message, description } = await failureOf(send(roles));
		expect(message).toContain('may not be written to');
		expect(description).toContain('needs the permission Organization.Read.All');
		const all = `${roles} Organization.Read.All`;
		expect((await failureOf(send(all, 'pat@example.com'))).description).not.toContain('permission');
		await send(all);
		expect(own().sent).toHaveLength(1);
	});
});

describe('an API call with App-Only access', () => {
	const call = async (endpoint: string, more = {}) =>
		await runStep('advanced.apiCall', { endpoint, ...more }, { credential });

	it.each(['/me/messages', '/me', '/ME/messages', '/v1.0/me/messages'])(
		'to %s is refused before the request, with what to write instead',
		async (endpoint) => {
			const { message, description } = await failureOf(call(endpoint));
			expect(message).toMatch(NO_MAILBOX);
			expect(description).toContain('/users/{address} instead of /me');
			expect(asked()).toEqual([]);
		},
	);

	it('that downloads a file of /me is refused before the request, too', async () => {
		const asFile = call('/me/photo/$value', { options: { response: 'file' } });
		expect((await failureOf(asFile)).message).toMatch(NO_MAILBOX);
		expect(asked()).toEqual([]);
	});

	it('reads a mailbox by its path, or /me of the one that is named', async () => {
		own().deliver({ subject: 'Invoice', from: 'ann@contoso.com' });
		expect(await call(`/users/${mailbox}/messages`)).toHaveLength(1);
		expect(await call('/me/messages', { mailbox })).toHaveLength(1);
	});
});

describe('a trigger with App-Only access', () => {
	const poll = async (parameters: object, staticData = {}, node = 'mailTrigger' as const) =>
		await pollNode({
			node,
			simulator: provider(),
			credential,
			staticData,
			activation: 'activate',
			parameters: { ...parameters },
		});

	it('watches the mailbox that is named', async () => {
		const memory = {};
		await poll({ mailbox }, memory);
		own().deliver({ subject: 'Invoice', from: 'ann@contoso.com' });
		const items = await pollNode({
			simulator: provider(),
			credential,
			staticData: memory,
			parameters: { mailbox },
		});
		expect(items?.map(({ json }) => json.subject)).toEqual(['Invoice']);
	});

	it.each(triggers)('is not activated without one (%s)', async (node) => {
		const run = pollNode({
			node,
			simulator: provider(),
			credential,
			staticData: {},
			activation: 'activate',
			parameters: {},
		});
		await expect(run).rejects.toThrow(NO_MAILBOX);
		expect(asked()).toEqual([]);
	});
});

describe('a list with App-Only access', () => {
	const list = async (parameters: { mailbox?: string }) =>
		await searchList({
			node: 'mail',
			method: 'searchFolders',
			simulator: provider(),
			credential,
			parameters: { authentication: 'mailAppOAuth2Api', ...parameters },
		});

	it('is that of the mailbox that is named; without one it says so', async () => {
		expect((await list({ mailbox })).results.map(({ name }) => name)).toContain('Inbox');
		await expect(list({})).rejects.toThrow(NO_MAILBOX);
	});
});
