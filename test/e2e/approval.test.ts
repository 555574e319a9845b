import assert from 'node:assert/strict';
import { join } from 'node:path';
import { after, afterEach, before, describe, it } from 'node:test';
import { onlyFrom, prepare, readExample, type StoredWorkflow } from '../host/exampleWorkflow';
import { publishAndArm } from '../host/mainJob';
import { onboardingScript } from '../host/onboardingScript';
import {
	type ModelRequest,
	type Reply,
	type ScriptedModel,
	startScriptedModel,
	toolResults,
} from '../host/scriptedModel';
import { MAILBOX, type Stage } from '../host/stage';
import { skipBefore } from '../host/version';
import {
	barriersOf,
	besideScreen,
	createPerson,
	linksOf,
	type Looks,
	type Person,
	save,
	SCREENSHOTS,
} from './person';
import { sharedStage } from './sharedStage';
import { until } from './waiting';

/** Pixels of a usual phone. */
const HANDSET = { width: 390, height: 844 };
const APPROVER = 'approver@contoso.com';
/** Programs that open every link of a mail before a person does; the last one says nothing of itself. */
const SCANNERS = [
	'Mozilla/5.0 (compatible; MSOIDCRL; Microsoft Office)',
	'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 BitdefenderLinkChecker',
	'Barracuda Sentinel (EE)',
	'Mimecast URL Protect',
	'',
];

let stage: Stage;
let model: ScriptedModel;
let modelAccount: string;

before(async () => {
	stage = await sharedStage();
	model = await startScriptedModel(onboardingScript);
	modelAccount = await stage.client.createCredential('Reviewed model', 'openAiApi', {
		apiKey: 'scripted',
		url: model.url,
	});
});
after(async () => await model.stop());

const published: string[] = [];

// The trigger of one test must not look into the mailbox during the next.
afterEach(async () => {
	for (const id of published.splice(0)) await stage.client.unpublish(id);
});

const mailbox = () => stage.simulator.graph.mailbox(MAILBOX);
const questions = () =>
	mailbox().sent.filter(({ toRecipients }) =>
		toRecipients.some(({ emailAddress }) => emailAddress.address === APPROVER),
	);

/** Publishes an example for the mails of one sender, and delivers one. */
async function start(
	file: string,
	sender: { name: string; address: string },
	change: (workflow: StoredWorkflow) => StoredWorkflow = (workflow) => workflow,
) {
	const example = prepare(await readExample(file), {
		...stage.credentials,
		openAiApi: modelAccount,
	});
	const saved = await stage.client.importWorkflow(change(onlyFrom(example, sender.address)));
	published.push(saved.id);
	await publishAndArm(stage, saved);
	const asked = questions().length;
	const mail = mailbox().deliver({
		subject: `Onboarding: ${sender.name}`,
		from: { emailAddress: sender },
		body: 'We want to start.',
	});
	return {
		mail,
		answers: () =>
			mailbox().sent.filter(({ conversationId }) => conversationId === mail.conversationId),
		question: async (number = 0) =>
			await until(`question ${number + 1}`, () => questions()[asked + number]),
		status: async () => (await stage.client.executions(saved.id))[0]?.status,
		waits: async () =>
			await until('the execution to wait', async () =>
				(await stage.client.executions(saved.id))[0]?.status === 'waiting' ? true : undefined,
			),
		ends: async () =>
			await until(
				'the execution to end',
				async () => {
					const [execution] = await stage.client.executions(saved.id);
					if (execution === undefined || execution.status === 'error') {
						assert.fail(execution && (await stage.client.execution(execution.id)).error);
					}
					return execution.status === 'success'
						? await stage.client.execution(execution.id)
						: undefined;
				},
				120_000,
			),
	};
}

/** The same workflow with other parameters of its human review, or of its question. */
function withReview(workflow: StoredWorkflow, parameters: object): StoredWorkflow {
	const isReview = ({ type, parameters: { operation } }: StoredWorkflow['nodes'][number]) =>
		type.endsWith('HitlTool') || operation === 'sendAndWait';
	return {
		...workflow,
		nodes: workflow.nodes.map((node) =>
			isReview(node) ? { ...node, parameters: { ...node.parameters, ...parameters } } : node,
		),
	};
}

async function asPerson<T>(looks: Looks, act: (person: Person) => Promise<T>): Promise<T> {
	const person = await createPerson(looks);
	try {
		return await act(person);
	} finally {
		await person.close();
	}
}

/** Opens a choice, gives a reason where one is asked for, and presses the button. */
async function press(
	link: string,
	text?: string,
	looks: Looks = {},
	shot?: string,
): Promise<string> {
	return await asPerson(looks, async (person) => {
		const page = await person.open(link);
		if (text !== undefined) await page.fill('textarea', text);
		if (shot) await save(page, `${shot}-question`);
		await page.click('button');
		if (shot) await save(page, `${shot}-answered`);
		return await page.innerText('main');
	});
}

/** Opens the links as programs do that look for viruses. */
async function scan(links: Record<string, string>): Promise<void> {
	for (let opening = 0; opening < 50; opening++) {
		const agent = SCANNERS[opening % SCANNERS.length] ?? '';
		const link = Object.values(links)[opening % 2] ?? '';
		const purpose: Record<string, string> = opening % 3 ? {} : { 'sec-purpose': 'prefetch' };
		const method = opening % 5 === 0 ? 'HEAD' : 'GET';
		const headers = { 'user-agent': agent, ...purpose };
		const { status } = await fetch(link, { method, headers });
		assert.ok(method === 'HEAD' || status === 200, `${method} ${status}`);
	}
}

/** Decides with signatures that n8n did not make, all of which must be refused; then declines. */
async function forge(run: Awaited<ReturnType<typeof start>>): Promise<void> {
	const question = await run.question();
	await run.waits();
	const link = new URL(linksOf(question).approve ?? '');
	const forged = (change: (url: URL) => void) => {
		const url = new URL(link);
		change(url);
		return url;
	};
	const signature = link.searchParams.get('signature') ?? '';
	const attempts = [
		forged((url) => url.searchParams.delete('signature')),
		forged((url) => url.searchParams.set('signature', signature.slice(0, -4))),
		forged((url) => url.searchParams.set('signature', 'a'.repeat(signature.length))),
		forged((url) => url.searchParams.set('choice', 'decline')),
	];
	for (const attempt of attempts) {
		const { status } = await fetch(attempt, { method: 'POST' });
		assert.ok(status >= 400, `${attempt.search.length} characters: ${status}`);
	}
	assert.equal(await run.status(), 'waiting');
	await press(linksOf(question).decline ?? '');
	await run.ends();
}

const reviewed = skipBefore('2.0.0', 'human review in front of a tool');

describe('an agent whose answers need approval', { timeout: 900_000, skip: reviewed }, () => {
	const file = 'agent-approval.json';

	it('answers once after a person approved, however many scanners opened the links before', async () => {
		const run = await start(file, { name: 'Ada Approved', address: 'ada@example.com' });
		const question = await run.question();
		await run.waits();
		const links = linksOf(question);
		for (const scheme of ['light', 'dark'] as const) {
			for (const phone of [false, true]) {
				await asPerson({ scheme, phone }, async (person) => {
					const size = phone ? `${scheme}-phone` : scheme;
					await save(await person.read(question), `approval-mail-${size}`);
					for (const [choice, link] of Object.entries(links)) {
						await save(await person.open(link), `approval-${choice}-${size}`);
					}
				});
			}
		}
		await scan(links);
		assert.equal(await run.status(), 'waiting');
		assert.equal(run.answers().length, 0);
		assert.match(await press(links.approve ?? '', undefined, {}, 'approval'), /Thank you/);
		await run.ends();
		assert.equal(run.answers().length, 1);
		const again = await fetch(links.decline ?? '', { method: 'POST' });
		assert.doesNotMatch(await again.text(), /Thank you/);
		assert.equal(run.answers().length, 1);
	});

	it('shows a mail and pages without barriers, in light and dark, on a screen of any width', async () => {
		const run = await start(file, { name: 'Bea Barriers', address: 'bea@example.com' });
		const question = await run.question();
		const links = linksOf(question);
		await run.waits();
		const checked: string[] = [];
		for (const scheme of ['light', 'dark'] as const) {
			for (const phone of [false, true]) {
				await asPerson({ scheme, phone, scripts: true }, async (person) => {
					const pages = [await person.read(question)];
					for (const link of Object.values(links)) pages.push(await person.open(link));
					for (const page of pages) {
						assert.equal(await besideScreen(page), 0);
						assert.deepEqual(await barriersOf(page), []);
						checked.push(await page.title());
					}
				});
			}
		}
		assert.deepEqual(
			checked,
			Array.from({ length: 12 }, () => 'May this answer go out?'),
		);
		await press(links.decline ?? '');
		await run.ends();
	});

	it('shows what goes out, to whom, and the buttons on the first screen of a phone', async () => {
		const run = await start(file, { name: 'Ann Baker', address: 'ann.baker@example.com' });
		const question = await run.question();
		await run.waits();
		const links = linksOf(question);
		await asPerson({ screen: HANDSET }, async (person) => {
			const shown = [await person.read(question), await person.open(links.approve ?? '')];
			for (const [index, page] of shown.entries()) {
				await page.screenshot({ path: join(SCREENSHOTS, `approval-first-screen-${index}.png`) });
				for (const part of [
					page.getByText('The answer goes to: ann.baker@example.com'),
					page.getByText('Welcome!'),
					page.locator('a.on-filled, button.filled'),
				]) {
					const box = await part.first().boundingBox();
					assert.ok(box && box.y + box.height <= HANDSET.height, String(part));
				}
			}
		});
		await press(links.decline ?? '');
		await run.ends();
	});

	it('refuses forged, cut and swapped signatures', async () => {
		await forge(await start(file, { name: 'Fay Forged', address: 'fay@example.com' }));
	});

	it('changes its text after a decline with a reason, and asks again', async () => {
		const run = await start(file, { name: 'Ria Reason', address: 'ria@example.com' });
		const first = await run.question();
		await run.waits();
		assert.match(first.body.content, /Welcome! Please start here/);
		await press(linksOf(first).decline ?? '', 'Say Dear and the name', {}, 'decline');
		const second = await run.question(1);
		assert.match(second.body.content, /Dear Ria Reason/);
		await run.waits();
		await press(linksOf(second).approve ?? '');
		await run.ends();
		assert.equal(run.answers().length, 1);
		assert.match(run.answers()[0]?.body.content ?? '', /Dear Ria Reason/);
	});

	it('answers nobody after a decline without a reason', async () => {
		const run = await start(file, { name: 'Dan Declined', address: 'dan@example.com' });
		const question = await run.question();
		await run.waits();
		await press(linksOf(question).decline ?? '');
		await run.ends();
		assert.equal(run.answers().length, 0);
	});

	for (const unanswered of ['decline', 'input']) {
		it(`answers nobody when nobody decides in time, although the model writes approved (${unanswered})`, async () => {
			const values = {
				limitType: 'afterTimeInterval',
				resumeAmount: 0.2,
				resumeUnit: 'minutes',
				unanswered,
			};
			const sender = { name: 'Tim Forged', address: `tim-${unanswered}@example.com` };
			const run = await start(file, sender, (workflow) =>
				withReview(workflow, { options: { limitWaitTime: { values } } }),
			);
			await run.question();
			await run.waits();
			await run.ends();
			assert.equal(run.answers().length, 0);
		});
	}

	it('decides nothing by a page of an earlier question', async () => {
		const run = await start(file, { name: 'Ria Stale', address: 'stale@example.com' });
		const first = linksOf(await run.question());
		await run.waits();
		await asPerson({}, async (person) => {
			const tab = await person.open(first.approve ?? '');
			await press(first.decline ?? '', 'Say Dear and the name');
			const second = linksOf(await run.question(1));
			await run.waits();
			await tab.click('button');
			assert.match(await tab.innerText('main'), /This question was replaced/);
			assert.equal(await run.status(), 'waiting');
			assert.equal(run.answers().length, 0);
			await press(second.decline ?? '');
		});
		await run.ends();
		assert.equal(run.answers().length, 0);
	});

	it('shows a person what markup in the text of the agent would hide', async () => {
		const run = await start(file, { name: 'Hid Hidden', address: 'hid@example.com' });
		const question = await run.question();
		await run.waits();
		await asPerson({}, async (person) => {
			const page = await person.open(linksOf(question).approve ?? '');
			const shown = await page.innerText('main');
			for (const part of ['<!-- IBAN of a stranger', 'display:none', '<U+202E>']) {
				assert.ok(shown.includes(part), part);
			}
			assert.match(shown, /The answer goes to: hid@example\.com/);
			const mail = await page.context().newPage();
			await mail.setContent(question.body.content);
			assert.ok((await mail.innerText('body')).includes('<!-- IBAN of a stranger'));
		});
		await press(linksOf(question).decline ?? '');
		await run.ends();
		assert.equal(run.answers().length, 0);
	});

	it('leaves no links in the mailbox of the tools', async () => {
		const run = await start(file, { name: 'Lea Links', address: 'lea@example.com' });
		const question = await run.question();
		await run.waits();
		assert.deepEqual(
			mailbox().messages.filter(({ body }) => body.content.includes('signature=')),
			[],
		);
		await press(linksOf(question).decline ?? '');
		await run.ends();
	});
});

describe('an agent whose drafts need approval', { timeout: 900_000, skip: reviewed }, () => {
	let drafts: ScriptedModel;
	let draftsAccount: string;
	let next: (request: ModelRequest) => Reply = () => ({ text: 'Nothing to do' });

	before(async () => {
		drafts = await startScriptedModel((request) => next(request));
		draftsAccount = await stage.client.createCredential('Drafts model', 'openAiApi', {
			apiKey: 'scripted',
			url: drafts.url,
		});
	});
	after(async () => await drafts.stop());

	/** The example, where the agent changes drafts freely and sends them only after a review. */
	function aboutDrafts(workflow: StoredWorkflow): StoredWorkflow {
		const messageId = "={{ $fromAI('Draft_ID', `ID of the draft`, 'string') }}";
		const message = "={{ $fromAI('Message', `The text`, 'string') }}";
		const tools: Record<string, object> = {
			'Add Label': { operation: 'updateDraft', messageId, message },
			'Reply to Email': { operation: 'sendDraft', messageId },
		};
		return {
			...workflow,
			nodes: workflow.nodes.map((node) => ({
				...node,
				...(tools[node.name] && { parameters: { resource: 'email', ...tools[node.name] } }),
				...(node.credentials?.openAiApi && {
					credentials: { openAiApi: { id: draftsAccount, name: 'Drafts model' } },
				}),
			})),
		};
	}

	const newDraft = (content: string) =>
		mailbox().addMessage({
			isDraft: true,
			subject: 'Offer',
			body: { contentType: 'text', content },
			toRecipients: [{ emailAddress: { name: 'Pat', address: 'pat@fabrikam.com' } }],
			parentFolderId: mailbox().folder('drafts').id,
		});
	const sendDraft = (id: string) => ({ tool: 'Reply_to_Email', input: { Draft_ID: id } });
	const updateDraft = (id: string) => ({
		tool: 'Add_Label',
		input: { Draft_ID: id, Message: 'Pay to DE00' },
	});
	const sender = (name: string) => ({ name, address: `${name}@example.com` });
	const said = () =>
		toolResults(drafts.requests.at(-1) ?? { model: '', messages: [], tools: [], stream: false });

	it('sends a draft as the person saw it', async () => {
		const draft = newDraft('Thank you');
		next = (request) =>
			toolResults(request).length > 0 ? { text: 'Done' } : sendDraft(draft.immutableId);
		const run = await start('agent-approval.json', sender('seen'), aboutDrafts);
		const question = await run.question();
		assert.match(question.body.content, /Goes to: pat@fabrikam\.com[^]*&gt; Thank you/);
		await run.waits();
		await press(linksOf(question).approve ?? '');
		await run.ends();
		assert.equal(mailbox().messageOf(draft.id)?.isDraft, false);
	});

	it('sends no draft that another workflow changed while the person decided', async () => {
		const draft = newDraft('Thank you');
		next = (request) =>
			toolResults(request).length > 0 ? { text: 'Done' } : sendDraft(draft.immutableId);
		const run = await start('agent-approval.json', sender('changed'), aboutDrafts);
		const question = await run.question();
		await run.waits();
		draft.body = { contentType: 'text', content: 'Pay to DE00' };
		await press(linksOf(question).approve ?? '');
		await run.ends();
		assert.equal(mailbox().messageOf(draft.id)?.isDraft, true);
		assert.match(said().join(), /was changed since its review, .* it was not sent/);
	});

	for (const order of ['before', 'after'] as const) {
		it(`sends no draft that the agent changes in the same turn, ${order} it asks to send it`, async () => {
			const draft = newDraft('Thank you');
			const id = draft.immutableId;
			const [first, second] =
				order === 'before' ? [updateDraft(id), sendDraft(id)] : [sendDraft(id), updateDraft(id)];
			next = (request) =>
				toolResults(request).length > 0 ? { text: 'Done' } : { ...first, also: second };
			const run = await start('agent-approval.json', sender(order), aboutDrafts);
			const question = await run.question();
			await run.waits();
			const isSeen = question.body.content.includes('Pay to DE00');
			await press(linksOf(question).approve ?? '');
			await run.ends();
			assert.equal(mailbox().messageOf(draft.id)?.isDraft, !isSeen);
		});
	}
});

describe('approval without an agent', { timeout: 900_000 }, () => {
	const file = 'approval.json';

	it('takes a form that is filled in on a phone, in light and dark, and not by a scanner', async () => {
		const values = [
			{ fieldLabel: 'Purpose', fieldType: 'text', requiredField: true },
			{ fieldLabel: 'Amount', fieldType: 'number', requiredField: true },
			{ fieldLabel: 'Pay by', fieldType: 'date' },
			{ fieldLabel: 'Place', fieldType: 'dropdown', fieldOptions: 'Vienna\nGraz' },
			{ fieldLabel: 'Remarks', fieldType: 'textarea' },
		];
		const form = { responseType: 'form', formFields: { values } };
		const run = await start(file, { name: 'Fia Form', address: 'fia@example.com' }, (workflow) =>
			withReview(workflow, form),
		);
		const question = await run.question();
		await run.waits();
		const links = linksOf(question);
		assert.deepEqual(Object.keys(links), ['answer']);
		await scan({ answer: links.answer ?? '', again: links.answer ?? '' });
		for (const scheme of ['light', 'dark'] as const) {
			await asPerson({ scheme, screen: HANDSET, scripts: true }, async (person) => {
				const page = await person.open(links.answer ?? '');
				assert.equal(await besideScreen(page), 0);
				assert.deepEqual(await barriersOf(page), []);
				await save(page, `form-${scheme}`);
			});
		}
		assert.equal(await run.status(), 'waiting');
		await asPerson({ screen: HANDSET, scripts: true }, async (person) => {
			const page = await person.open(links.answer ?? '');
			await page.getByLabel('Purpose').fill('Paper');
			await page.getByLabel('Amount').fill('12.5');
			for (const broken of [true, true, false]) {
				await page.route('**', async (route) => {
					await (broken ? route.abort() : route.fulfill({ status: 502, body: 'Bad Gateway' }));
				});
				await page.click('button');
				await page.getByRole('heading', { name: 'may not have been recorded' }).waitFor();
				assert.equal(await page.title(), 'Your answer may not have been recorded');
				assert.equal(await page.getByLabel('Purpose').inputValue(), 'Paper');
				await page.locator('button:enabled').waitFor();
				assert.equal(await besideScreen(page), 0);
				assert.deepEqual(await barriersOf(page), []);
				await save(page, 'form-not-recorded');
			}
		});
		await asPerson({ screen: HANDSET }, async (person) => {
			const page = await person.open(links.answer ?? '');
			const late = await person.open(links.answer ?? '');
			await page.getByLabel('Purpose').fill('Paper');
			await page.click('button');
			assert.ok(await page.getByLabel('Amount').isVisible());
			await page.getByLabel('Amount').fill('12.5');
			await page.getByLabel('Pay by').fill('2026-12-24');
			await page.getByLabel('Place').selectOption('Graz');
			await page.click('button');
			assert.match(await page.innerText('main'), /Thank you/);
			await late.getByLabel('Purpose').fill('Late');
			await late.getByLabel('Amount').fill('1');
			await late.click('button');
			assert.doesNotMatch(await late.innerText('body'), /Thank you/);
		});
		const { nodes } = await run.ends();
		const { data } = nodes.get('Ask Before Onboarding')?.items[0] ?? {};
		assert.deepEqual(Object(data).form, {
			Purpose: 'Paper',
			Amount: 12.5,
			'Pay by': '2026-12-24',
			Place: 'Graz',
			Remarks: null,
		});
	});

	it('goes on with the decision, however many scanners opened the links before', async () => {
		const run = await start(file, { name: 'Amy Yes', address: 'amy@example.com' });
		const question = await run.question();
		await run.waits();
		await scan(linksOf(question));
		assert.equal(await run.status(), 'waiting');
		await press(linksOf(question).approve ?? '');
		const { nodes } = await run.ends();
		assert.equal(
			Reflect.get(Object(nodes.get('Ask Before Onboarding')?.items[0]?.data), 'approved'),
			true,
		);
		assert.ok(stage.simulator.collection.clients.some(({ email }) => email === 'amy@example.com'));
	});

	it('refuses forged, cut and swapped signatures', async () => {
		await forge(await start(file, { name: 'Flo Forged', address: 'flo@example.com' }));
		assert.ok(!stage.simulator.collection.clients.some(({ email }) => email === 'flo@example.com'));
	});

	it('asks two approvers with links of their own, and says who answered', async () => {
		const second = 'second@contoso.com';
		const run = await start(
			file,
			{ name: 'Two Approvers', address: 'two@example.com' },
			(workflow) => withReview(workflow, { to: `${APPROVER}, ${second}` }),
		);
		await run.question();
		await run.waits();
		const asked = mailbox().sent.findLast(({ toRecipients }) =>
			toRecipients.some(({ emailAddress }) => emailAddress.address === second),
		);
		assert.ok(asked);
		assert.equal(asked.toRecipients.length, 1);
		await press(linksOf(asked).approve ?? '');
		const { nodes } = await run.ends();
		const decision = Object(nodes.get('Ask Before Onboarding')?.items[0]?.data);
		assert.equal(Reflect.get(decision, 'approved'), true);
		assert.equal(Reflect.get(decision, 'answeredBy'), second);
	});

	it('takes one decision when two people press at the same moment, and tells the other', async () => {
		const run = await start(file, { name: 'Ray Race', address: 'ray@example.com' });
		const question = await run.question();
		await run.waits();
		const links = linksOf(question);
		const answers = await Promise.all(
			[links.approve, links.decline].map(async (link) => {
				const answer = await fetch(link ?? '', { method: 'POST' });
				return { status: answer.status, text: await answer.text() };
			}),
		);
		assert.equal(answers.filter(({ text }) => /Thank you/.test(text)).length, 1);
		assert.equal(answers.filter(({ status }) => status === 409).length, 1);
		await run.ends();
	});
});
