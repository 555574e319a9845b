import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { isDeepStrictEqual } from 'node:util';
import { connectCollection } from '../host/accounts';
import { prepare, readExample, withAccounts } from '../host/exampleWorkflow';
import type { ExecutionDetails, StoredFile } from '../host/executionData';
import { ROOT } from '../host/packPackage';
import { MAILBOX, type Stage } from '../host/stage';
import { deliver, requestDelivery } from '../simulator/collection/deliveries';
import { type Editor, openEditor } from './editor';
import { sharedStage } from './sharedStage';
import { until } from './waiting';

const DAY_MS = 86_400_000;
/** The answer to a request of the example takes this long; it waits 10 seconds at a time. */
const ANSWER_AFTER_MS = 12_000;
const MINUTE_MS = 60_000;

describe('the examples that are started by hand, in a real n8n', { timeout: 900_000 }, () => {
	let stage: Stage;

	before(async () => {
		stage = await sharedStage();
		stage.simulator.requests.clear();
	});

	/** Imports an example as a user would and runs it to its end, which has to be a good one. */
	async function play(
		file: string,
		trigger = 'Start',
	): Promise<(node: string) => ReturnType<typeof outputOf>> {
		const workflow = prepare(await readExample(file), stage.credentials);
		const { id } = await stage.client.importWorkflow(workflow);
		const execution = await stage.client.runManually(id, trigger);
		assert.equal(execution.error, undefined);
		assert.equal(execution.status, 'success');
		return (node) => outputOf(execution, node);
	}

	async function contentOf(files: Array<[string, StoredFile]>): Promise<string[][]> {
		const contents = await Promise.all(
			files.map(async ([name, file]) => [name, await stage.client.readFile(file)]),
		);
		return contents.sort();
	}

	function outputOf({ nodes }: ExecutionDetails, name: string) {
		const run = nodes.get(name);
		assert.equal(run?.error, undefined, name);
		return { ran: run !== undefined, items: run?.items ?? [], files: [...(run?.files ?? [])] };
	}

	it('calendar.json books the first slot in which everybody is free, and cancels it', async () => {
		const { graph } = stage.simulator;
		const day = new Date(Date.now() + DAY_MS).toISOString().slice(0, 10);
		const busy = {
			start: { dateTime: `${day}T00:00:00`, timeZone: 'UTC' },
			end: { dateTime: `${day}T23:30:00`, timeZone: 'UTC' },
		};
		graph.mailbox('ann@contoso.com').calendar.seed({ subject: 'Travel', ...busy });
		graph.mailbox('bob@contoso.com');

		const output = await play('calendar.json');

		const [checked] = output('Check Availability').items;
		assert.equal(checked?.available, true);
		const [created] = output('Create Event').items;
		assert.ok(String(created?.start).slice(0, 10) > day, 'not on the day on which Ann travels');
		assert.equal(output('List Events').items.length, 1);
		assert.equal(output('List Events').items[0]?.id, created?.id);
		assert.equal(output('Update Event').items[0]?.location, 'Room 5');
		assert.deepEqual(output('Delete Event').items, [{ id: created?.id, deleted: true }]);
		const { events, notices } = graph.mailbox(MAILBOX).calendar;
		assert.deepEqual(
			events.filter(({ subject }) => subject === 'Project review'),
			[],
		);
		assert.deepEqual([...new Set(notices.map(({ kind }) => kind))].sort(), [
			'cancellation',
			'invitation',
			'update',
		]);
	});

	it('contacts.json creates a contact; next time it updates it and deletes its double', async () => {
		const { contacts } = stage.simulator.graph.mailbox(MAILBOX);
		const pats = () =>
			contacts.contacts.filter(({ fields }) =>
				fields.emailAddresses?.some(({ address }) => address === 'pat@example.com'),
			);

		const first = await play('contacts.json');
		assert.equal(first('Create Contact').items[0]?.companyName, 'Example Bakery');
		assert.equal(first('Update Contact').ran, false);
		assert.equal(pats().length, 1);

		for (const contact of pats()) contact.fields.companyName = 'Old Bakery';
		contacts.add({
			givenName: 'Patricia',
			emailAddresses: [{ name: 'Patricia', address: 'pat@example.com' }],
		});
		const second = await play('contacts.json');
		assert.equal(second('Find Contact').items.length, 2);
		assert.equal(second('Create Contact').ran, false);
		assert.equal(second('Update Contact').items[0]?.companyName, 'Example Bakery');
		assert.equal(second('Delete Duplicate').items[0]?.deleted, true);
		assert.deepEqual(
			pats().map(({ fields }) => fields.companyName),
			['Example Bakery'],
		);
		assert.equal(second('List Contacts').items.length, contacts.contacts.length);
	});

	it('watchdog.json handles what was left, labels it, and leaves the rest', async () => {
		const mailbox = stage.simulator.graph.mailbox(MAILBOX);
		const hoursAgo = (hours: number) => new Date(Date.now() - (hours / 24) * DAY_MS).toISOString();
		const deliver = (subject: string, hours: number, categories: string[] = []) =>
			mailbox.deliver({
				subject,
				from: 'pat@example.com',
				categories,
				receivedDateTime: hoursAgo(hours),
			});
		const left = deliver('An order that was left', 2);
		const done = deliver('An order that was handled', 2, ['Handled']);
		const fresh = deliver('An order at work', 0.1);
		mailbox.addCategory('Handled');

		const output = await play('watchdog.json', 'Every Hour');

		assert.deepEqual(
			output('Add Label').items.map(({ id }) => id),
			[left.immutableId],
		);
		assert.deepEqual(
			[left, done, fresh].map(({ categories }) => categories),
			[['Handled'], ['Handled'], []],
		);
	});

	it('new-contact.json drafts an email to a contact', async () => {
		const mailbox = stage.simulator.graph.mailbox(MAILBOX);
		mailbox.contacts.add({
			givenName: 'Robin',
			emailAddresses: [{ name: 'Robin', address: 'robin@example.com' }],
		});
		const output = await play('new-contact.json', 'New Contact');
		assert.equal(output('New Contact').items[0]?.changeType, 'created');
		const drafts = mailbox.messages.filter(({ subject }) => subject === 'Nice to meet you');
		assert.equal(drafts.length, 1);
		assert.equal(drafts[0]?.isDraft, true);
	});

	it('agent-activity.json mails what a workflow sent the day before', async () => {
		const mailbox = stage.simulator.graph.mailbox(MAILBOX);
		const at = new Date(Date.now() - DAY_MS).toISOString();
		const id = 'String {5b6e1c1e-6c0e-4f0c-9a56-0f1d7c1c2a90} Name MadeBy';
		mailbox.addMessage({
			subject: 'The offer of yesterday',
			parentFolderId: mailbox.folder('sentitems').id,
			isDraft: false,
			createdDateTime: at,
			sentDateTime: at,
			lastModifiedDateTime: at,
			singleValueExtendedProperties: [{ id, value: 'workflow=w1&node=Answer&tool=true' }],
		});

		const output = await play('agent-activity.json', 'Each Morning');

		const [listed] = output('List Activity').items;
		assert.equal(listed?.subject, 'The offer of yesterday');
		const account = mailbox.sent.find(({ subject }) => subject.includes('emails of workflows'));
		assert.match(account?.subject ?? '', /^1 emails/);
		assert.match(account?.body.content ?? '', /sent to : The offer of yesterday/);
		assert.match(account?.body.content ?? '', /by Answer as a tool of an agent, workflow w1/);
	});

	it('mail.json files invoices and confirms each once', async () => {
		const mailbox = stage.simulator.graph.mailbox(MAILBOX);
		mailbox.addCategory('Invoice');
		const invoices = [1, 2].map((number) =>
			mailbox.deliver({
				subject: `Invoice ${number}`,
				from: { emailAddress: { name: 'Ina Voice', address: 'ina@fabrikam.com' } },
				body: 'Please find it attached.',
				attachments: [{ name: `invoice-${number}.pdf`, content: `Invoice number ${number}` }],
			}),
		);
		const other = mailbox.deliver({ subject: 'Invoice without file', from: 'ina@fabrikam.com' });

		const output = await play('mail.json');

		assert.deepEqual(
			await contentOf(output('Download Attachments').files),
			[1, 2].map((number) => [`invoice-${number}.pdf`, `Invoice number ${number}`]),
		);
		for (const invoice of invoices) {
			assert.deepEqual(invoice.categories, ['Invoice']);
			assert.equal(invoice.isRead, true);
			assert.equal(invoice.parentFolderId, mailbox.folder('archive').id);
			const answers = mailbox.sent.filter(
				({ conversationId }) => conversationId === invoice.conversationId,
			);
			assert.equal(answers.length, 1);
			assert.match(answers[0]?.body.content ?? '', /Hello Ina Voice/);
		}
		assert.equal(other.isRead, false);
		assert.equal(output('Reply to Sender').items.length, 2);
	});

	it('crm-to-collection.json waits until the client has answered, then gets the files', async () => {
		const { collection, requests } = stage.simulator;
		collection.reset();
		const name = 'Onboarding - Example Bakery';
		const client = until('the request', () =>
			collection.requests.find((request) => request.name === name),
		).then(
			async (request) =>
				await new Promise<void>((resolve) => {
					setTimeout(() => {
						collection.answer(request, 'Legal name', { text: 'Example Bakery Ltd' });
						collection.answer(request, 'Logo', { file: { filename: 'logo.png', content: 'PNG' } });
						resolve();
					}, ANSWER_AFTER_MS);
				}),
		);

		const [output] = await Promise.all([play('crm-to-collection.json'), client]);

		assert.equal(output('Create or Update Client').items[0]?.created, true);
		assert.equal(output('Create Request').items[0]?.name, name);
		const answers = JSON.stringify(output('Get Answers').items);
		assert.match(answers, /"name":"Legal name"[^}]*"value":"Example Bakery Ltd"/);
		const { items, files } = output('Download Files');
		assert.equal(items.length, 1);
		assert.deepEqual(await contentOf(files), [['logo.png', 'PNG']]);
		// Read before the answer and after it, and nothing sent twice.
		assert.ok(requests.count({ method: 'GET', path: /\/requests\/req_/ }) >= 3);
		assert.equal(collection.clients.length, 1);
		assert.equal(collection.requests.length, 1);
	});
});

describe('the example that Content Snare starts, in a real n8n', { timeout: 900_000 }, () => {
	it('answers-to-mail.json sends the answers of a completed request, once', async () => {
		const stage = await sharedStage();
		const { client, simulator } = stage;
		const { collection } = simulator;
		collection.reset();
		const admin = { permissions: 'everything' };
		const collectionOAuth2Api = await connectCollection(client, simulator, 'Example admin', admin);
		const workflow = prepare(await readExample('answers-to-mail.json'), {
			...stage.credentials,
			collectionOAuth2Api,
		});
		const saved = await client.importWorkflow(workflow);
		const looks = () => simulator.requests.count({ method: 'GET', path: /\/requests$/ });
		const before = looks();
		await client.publish(saved);
		await until('webhook and first look', () =>
			collection.webhooks.length > 0 && looks() > before ? true : undefined,
		);

		const [template] = collection.requestTemplates;
		const request = collection.addRequest({
			name: 'Onboarding',
			status: 'published',
			pages: template?.pages ?? [],
		});
		collection.answer(request, 'Legal name', { text: 'Example Bakery Ltd' });
		request.status = 'completed';
		const body = requestDelivery('request_completed', request, collection);
		assert.deepEqual(await deliver(collection, body), [200]);
		assert.deepEqual(await deliver(collection, body), [200]);

		const mails = () =>
			simulator.graph
				.mailbox(MAILBOX)
				.sent.filter(({ subject }) => subject === 'Completed: Onboarding');
		const mail = await until('the mail', () => mails()[0]);
		assert.match(mail.body.content, /Legal name: Example Bakery Ltd/);
		await client.unpublish(saved.id);
		await until('no webhook', () => (collection.webhooks.length === 0 ? true : undefined));
		assert.equal(mails().length, 1);
	});
});

describe('the example before a meeting, in a real n8n', { timeout: 900_000 }, () => {
	let stage: Stage;
	let workflowId: string | undefined;

	before(async () => {
		stage = await sharedStage();
	});
	after(async () => {
		if (workflowId !== undefined) await stage.client.unpublish(workflowId);
	});

	it('meeting-briefing.json sends one mail for each, with the emails of those invited', async () => {
		const mailbox = stage.simulator.graph.mailbox(MAILBOX);
		const time = (moment: number) => ({
			dateTime: new Date(moment).toISOString().replace('Z', ''),
			timeZone: 'UTC',
		});
		const workflow = prepare(await readExample('meeting-briefing.json'), stage.credentials);
		const saved = await stage.client.importWorkflow(workflow);
		workflowId = saved.id;
		const looks = () => stage.simulator.requests.count({ path: /calendarView\/delta$/ });
		const before = looks();
		await stage.client.publish(saved);
		// What is there at the first look is not new.
		await until('the first looks', () => (looks() >= before + 2 ? true : undefined));

		const add = (subject: string, attendees: string[]) =>
			mailbox.calendar.seed({
				subject,
				attendees,
				start: time(Date.now() + 20 * MINUTE_MS),
				end: time(Date.now() + 50 * MINUTE_MS),
			});
		mailbox.deliver({ subject: 'The offer', from: 'ina@fabrikam.com' });
		mailbox.deliver({ subject: 'Your question', from: 'pat@example.com' });
		add('Offer', ['ina@fabrikam.com']);
		add('Question', ['pat@example.com']);
		add('Newcomer', ['new@fabrikam.com']);
		add('Focus time', []);

		const briefings = () =>
			mailbox.sent
				.filter(({ subject }) => /^In \d+ minutes: /.test(subject))
				.map(({ subject, body }) => ({
					subject: subject.replace(/^In \d+ minutes: /, ''),
					emails: body.content.split('Last emails:')[1] ?? '',
				}))
				.sort((one, other) => (one.subject < other.subject ? -1 : 1));
		const failures = async () => {
			const executions = await stage.client.executions(saved.id);
			const failed = executions.filter(({ status }) => status === 'error');
			return await Promise.all(
				failed.map(async ({ id }) => (await stage.client.execution(id)).error),
			);
		};
		await until(
			'three briefings',
			async () => {
				assert.deepEqual(await failures(), []);
				return briefings().length >= 3 ? true : undefined;
			},
			120_000,
		);
		await until('the executions', async () =>
			(await stage.client.executions(saved.id)).every(({ status }) => status === 'success')
				? true
				: undefined,
		);

		const [newcomer, offer, question, ...more] = briefings();
		assert.deepEqual(more, []);
		assert.equal(newcomer?.subject, 'Newcomer');
		assert.match(newcomer.emails, /none/);
		assert.equal(offer?.subject, 'Offer');
		assert.match(offer.emails, /ina@fabrikam\.com: The offer/);
		assert.doesNotMatch(offer.emails, /Your question/);
		assert.equal(question?.subject, 'Question');
		assert.match(question.emails, /pat@example\.com: Your question/);
	});
});

describe('each example, imported into n8n', { timeout: 900_000 }, () => {
	let stage: Stage;
	let editor: Editor;
	let accounts: Record<string, string>;

	before(async () => {
		stage = await sharedStage();
		const { client, credentials } = stage;
		accounts = {
			...credentials,
			openAiApi: await client.createCredential('Model account', 'openAiApi', { apiKey: 'none' }),
			httpBearerAuth: await client.createCredential('MCP clients', 'httpBearerAuth', {
				token: 'token',
			}),
		};
		editor = await openEditor(stage.n8n.url);
	});
	after(async () => await editor.close());

	for (const file of readdirSync(join(ROOT, 'examples'))) {
		it(`${file} says what it does and what to change, and no node is marked`, async () => {
			const example = await readExample(file);
			const notes = example.nodes.filter(({ type }) => type.endsWith('.stickyNote'));
			assert.match(JSON.stringify(notes), /[Bb]efore you (publish|run|switch)/);
			const { id } = await stage.client.importWorkflow(withAccounts(example, accounts));
			await editor.open(`${stage.n8n.url}/workflow/${id}`);
			const names = example.nodes.filter((node) => !notes.includes(node)).map(({ name }) => name);
			await until('its nodes', async () =>
				isDeepStrictEqual((await editor.nodes()).sort(), names.sort()) ? true : undefined,
			);
			await editor.shot(`example-${file.replace('.json', '')}`);
			assert.deepEqual(await editor.marked(), []);
		});
	}
});
