import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { createCertificate } from '../harness/certificate';
import { applicationFields, asApplication, connectApplication } from '../host/application';
import { onlyFrom, prepare, readExample, type StoredWorkflow } from '../host/exampleWorkflow';
import { MAIN_EXAMPLE, publishAndArm } from '../host/mainJob';
import { MAIN_LABEL, type Stage } from '../host/stage';
import { skipBefore } from '../host/version';
import { chain, mailStep, START } from '../host/workflows';
import { createPerson, linksOf } from './person';
import { sharedStage } from './sharedStage';
import { until, untilPolled } from './waiting';

/** A mailbox that nobody signs in to. */
const OFFICE = 'office@contoso.com';
const APPROVER = 'approver@contoso.com';
const CLIENT = 'office-application';
const SENDER = { name: 'Robin Application', address: 'robin.application@example.com' };
/** Who is new as well: a client is created once. */
const OTHER_SENDER = { name: 'Kim Application', address: 'kim.application@example.com' };
/** Who writes to several mailboxes. */
const TEAM_SENDER = { name: 'Sam Application', address: 'sam.application@example.com' };

const noCertificates = skipBefore('2.12.0', 'certificates for client credentials');

describe('App-Only access', { timeout: 900_000 }, () => {
	let stage: Stage;
	const published: string[] = [];

	before(async () => {
		stage = await sharedStage();
		const { categories } = stage.simulator.graph.mailbox(OFFICE);
		categories.push({ id: 'office', displayName: MAIN_LABEL, color: 'preset4' });
	});
	after(async () => {
		for (const id of published) await stage.client.unpublish(id);
	});

	const office = () => stage.simulator.graph.mailbox(OFFICE);

	async function publish(workflow: StoredWorkflow): Promise<string> {
		const saved = await stage.client.importWorkflow(workflow);
		published.push(saved.id);
		await publishAndArm(stage, saved);
		return saved.id;
	}

	const ends = async (workflowId: string, count = 1) =>
		await until(
			'the executions to end',
			async () => {
				const executions = await stage.client.executions(workflowId);
				const failed = executions.find(({ status }) => status === 'error');
				if (failed) assert.fail((await stage.client.execution(failed.id)).error);
				const done = executions.filter(({ status }) => status === 'success');
				return done.length >= count ? executions.map(({ status }) => status) : undefined;
			},
			120_000,
		);

	describe('with a certificate', { skip: noCertificates }, () => {
		let key = createCertificate();
		let credential: string;

		before(async () => {
			const application = { clientId: CLIENT, key, mailboxes: [OFFICE] };
			credential = await connectApplication(stage.client, stage.simulator, application);
		});

		const ofOffice = async (file: string) =>
			asApplication(prepare(await readExample(file), stage.credentials), credential, OFFICE);

		/** A new key beside the old one at the provider, then in n8n, then without the old one. */
		async function replaceCertificate(): Promise<void> {
			const { client, simulator } = stage;
			const next = createCertificate();
			const register = (...certificates: string[]) =>
				simulator.applications.register({ clientId: CLIENT, certificates, mailboxes: [OFFICE] });
			register(key.certificate, next.certificate);
			await client.call('PATCH', `/credentials/${credential}`, {
				name: CLIENT,
				type: 'mailAppOAuth2Api',
				data: {
					...applicationFields(simulator, CLIENT),
					clientCredentialType: 'certificate',
					...next,
				},
			});
			// A poll that began before has still the old key in hand.
			await untilPolled(stage, 2);
			register(next.certificate);
			simulator.tokens.expireAccess(CLIENT);
			key = next;
		}

		it('does the main job in a mailbox that nobody signs in to', async () => {
			const id = await publish(onlyFrom(await ofOffice(MAIN_EXAMPLE), SENDER.address));
			const mail = office().deliver({
				subject: 'Onboarding: Application Bakery',
				from: { emailAddress: SENDER },
				body: 'We want to start.',
			});
			assert.deepEqual(await ends(id), ['success']);
			assert.deepEqual(mail.categories, [MAIN_LABEL]);
			const answers = office().sent.filter(
				({ conversationId }) => conversationId === mail.conversationId,
			);
			assert.deepEqual(
				answers.map(({ toRecipients }) => toRecipients[0]?.emailAddress.address),
				[SENDER.address],
			);
			assert.equal(answers[0]?.from?.emailAddress.address, OFFICE);
		});

		it('goes on without a failure when the certificate is replaced while a workflow runs', async () => {
			const { client, simulator } = stage;
			const find = (name: string) => mailStep(name, 'findEmail', { search: 'subject:onboarding' });
			// Not the mailbox's own request: what is held there would keep the trigger's requests waiting.
			const work = {
				name: 'Work',
				type: 'n8n-nodes-mail-collection.collection',
				typeVersion: 1,
				parameters: { resource: 'template', operation: 'listTemplates' },
				credentials: { collectionOAuth2Api: { id: '', name: 'Collection account' } },
			};
			const [trigger] = published;
			const steps = chain('Long work', START, find('Before'), work, find('After'));
			const running = asApplication(prepare(steps, stage.credentials), credential, OFFICE);
			const { id } = await client.importWorkflow(running);
			let letGo = () => {};
			const heldUntil = new Promise<void>((resolve) => {
				letGo = resolve;
			});
			const templates = { path: '/partner_api/v1/request_templates' };
			simulator.faults.next(templates, { heldUntil });
			simulator.requests.clear();
			const execution = client.runManually(id, START.name);
			await until('the work to begin', () => simulator.requests.count(templates) > 0 || undefined);
			const signIns = () => simulator.requests.matching({ method: 'POST', path: /\/token$/ });
			const before = signIns().length;

			await replaceCertificate().finally(letGo);

			const { status, error, nodes } = await execution;
			assert.equal(error, undefined);
			assert.equal(status, 'success');
			assert.deepEqual([...nodes.keys()], [START.name, 'Before', 'Work', 'After']);
			assert.ok(signIns().length > before, 'it signed in anew');
			assert.ok(
				signIns().every((request) => request.status === 200),
				'it was let in each time',
			);
			// The trigger went on, too: a poll that fails is an execution that fails.
			assert.deepEqual(
				(await client.executions(trigger ?? '')).filter((one) => one.status !== 'success'),
				[],
			);
		});

		it('asks a person, who approves', async () => {
			const id = await publish(onlyFrom(await ofOffice('approval.json'), OTHER_SENDER.address));
			office().deliver({
				subject: 'Onboarding: approval',
				from: { emailAddress: OTHER_SENDER },
				body: 'We want to start.',
			});
			const question = await until('the question', () =>
				office().sent.find(({ toRecipients }) =>
					toRecipients.some(({ emailAddress }) => emailAddress.address === APPROVER),
				),
			);
			await until('the execution to wait', async () =>
				(await stage.client.executions(id))[0]?.status === 'waiting' ? true : undefined,
			);
			const person = await createPerson();
			try {
				const page = await person.open(linksOf(question).approve ?? '');
				await page.locator('button').first().click();
			} finally {
				await person.close();
			}
			assert.deepEqual(await ends(id), ['success']);
		});

		it('labels what arrives in several mailboxes, each email in its own', async () => {
			const { client, simulator } = stage;
			const mailboxes = ['support@contoso.com', 'sales@contoso.com'];
			const application = { clientId: 'team-application', key, mailboxes };
			const mailAppOAuth2Api = await connectApplication(client, simulator, application, {
				whichMailboxes: 'listed',
				listedMailboxes: mailboxes.join(', '),
			});
			const boxes = mailboxes.map((address) => simulator.graph.mailbox(address));
			for (const box of boxes) box.addCategory('New Request');
			const id = await publish(
				onlyFrom(
					prepare(await readExample('mailboxes.json'), { mailAppOAuth2Api }),
					TEAM_SENDER.address,
				),
			);
			// One look for each mailbox: the first poll has made all of them.
			await untilPolled(stage, 2);
			const mails = boxes.map((box) =>
				box.deliver({ subject: 'Help', from: { emailAddress: TEAM_SENDER } }),
			);
			await until('both labels', () =>
				mails.every(({ categories }) => categories.includes('New Request')) ? true : undefined,
			);
			await ends(id);
		});

		it('is held to the policy of its credential', async () => {
			const policy = { whoMayBeWrittenTo: 'listed', allowedAddresses: 'contoso.com' };
			const { client, simulator } = stage;
			const application = { clientId: 'held-application', key, mailboxes: [OFFICE] };
			const held = await connectApplication(client, simulator, application, policy);
			const to = { to: 'eve@evil.example', subject: 'Hello', message: 'Hello' };
			const sending = chain('Sending', START, mailStep('Send', 'sendEmail', to));
			const prepared = asApplication(prepare(sending, stage.credentials), held, OFFICE);
			const { id } = await client.importWorkflow(prepared);
			const { nodes, status } = await client.runManually(id, START.name);
			assert.equal(status, 'error');
			assert.match(nodes.get('Send')?.error ?? '', /may not be written to/);
			assert.ok(
				office().sent.every(({ toRecipients }) =>
					toRecipients.every(({ emailAddress }) => !emailAddress.address.includes('evil')),
				),
			);
		});
	});

	it('works with a secret; without a mailbox it is refused before any request', async () => {
		const { client, simulator } = stage;
		simulator.applications.register({ clientId: 'secret-application', secrets: ['word'] });
		const credential = await client.createCredential('Secret', 'mailAppOAuth2Api', {
			...applicationFields(simulator, 'secret-application'),
			clientCredentialType: 'clientSecret',
			clientSecret: 'word',
		});
		const find = chain('Find', START, mailStep('Find', 'listFolders', {}));
		const run = async (mailbox: string) => {
			const prepared = asApplication(prepare(find, stage.credentials), credential, mailbox);
			const { id } = await client.importWorkflow(prepared);
			return (await client.runManually(id, START.name)).nodes.get('Find');
		};
		const asked = () => simulator.requests.all.filter(({ account }) => account === undefined);
		const before = asked().length;
		// A field that is simply empty n8n refuses itself.
		assert.match((await run('={{ "" }}'))?.error ?? '', /Mailbox.*gives nothing/);
		assert.match((await run('={{ $json.none ?? "" }}'))?.error ?? '', /Mailbox.*required/);
		assert.equal(asked().length, before);
		const found = await run(OFFICE);
		assert.equal(found?.error, undefined);
		assert.ok((found?.items.length ?? 0) > 0);
	});
});
