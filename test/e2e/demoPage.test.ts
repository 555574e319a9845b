import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { addDemoPages } from '../host/demo/routes';
import { readExample, withAccounts } from '../host/exampleWorkflow';
import { MAIN_EXAMPLE, publishAndArm } from '../host/mainJob';
import { MAILBOX, MAIN_LABEL, type Stage } from '../host/stage';
import { barriersOf, besideScreen, createPerson, type Person, save } from './person';
import { ownStage } from './sharedStage';

/** The example polls every minute; the workflow itself takes seconds. */
const NEXT_POLL_MS = 75_000;
const SUBJECT = 'Onboarding: Honest Bakery';

describe('the page of npm start', { timeout: 900_000 }, () => {
	let stage: Stage;

	before(async () => {
		stage = await ownStage({ pages: addDemoPages });
		const example = withAccounts(await readExample(MAIN_EXAMPLE), stage.credentials);
		await publishAndArm(stage, await stage.client.importWorkflow(example));
	});
	after(async () => await stage.close());

	async function visit(looks: object, act: (page: Page, person: Person) => Promise<void>) {
		const person = await createPerson({ scripts: true, ...looks });
		try {
			await act(await person.open(stage.simulator.url), person);
		} finally {
			await person.close();
		}
	}

	const conversation = (page: Page) =>
		page.getByRole('region', { name: 'Conversation' }).getByRole('heading', { level: 3 });

	it('sends a test mail, and shows by itself what the workflow makes of it', async () => {
		await visit({}, async (page) => {
			const complaints: string[] = [];
			page.on('console', (message) => {
				if (message.type() === 'error') complaints.push(message.text());
			});
			await page.getByText('Send a test mail').click();
			await page.getByRole('button', { name: `Send to ${MAILBOX}` }).click();
			await conversation(page).getByText(SUBJECT, { exact: true }).waitFor();
			await page.evaluate('window.isSamePage = true');

			const timeout = NEXT_POLL_MS;
			await conversation(page).getByText(`RE: ${SUBJECT}`).waitFor({ timeout });
			const answer = page.frameLocator('iframe').getByText('Hello Hana Honest');
			await answer.waitFor();
			assert.match(await answer.innerText(), /what we need here:\s+https:\/\/\S+/);
			const list = page.getByRole('region', { name: MAILBOX });
			await list.getByText(MAIN_LABEL, { exact: true }).waitFor();
			const collection = page.getByRole('region', { name: 'Collection' });
			await collection.getByRole('heading', { name: SUBJECT }).waitFor();
			await collection.getByText('hana@example.com').waitFor();

			assert.equal(await page.evaluate('window.isSamePage'), true);
			assert.deepEqual(complaints, []);
			await save(page, 'demo-page');
		});
	});

	it('opens the links of a mail in tabs that may do what they need', async () => {
		const { simulator } = stage;
		simulator.graph.mailbox(MAILBOX).deliver({
			subject: 'A link',
			from: 'pat@example.com',
			body: { contentType: 'html', content: `<a href="${simulator.url}">Approve</a>` },
		});
		await visit({}, async (page) => {
			await page.getByRole('link', { name: 'A link' }).click();
			const opening = page.context().waitForEvent('page');
			await page.frameLocator('iframe').getByText('Approve').click();
			const tab = await opening;
			await tab.waitForLoadState();
			assert.equal(await tab.evaluate('origin'), simulator.url);
			assert.equal(await page.frames()[1]?.evaluate('origin'), 'null');
		});
	});

	for (const scheme of ['light', 'dark'] as const) {
		for (const phone of [false, true]) {
			it(`has no barriers and fits, ${scheme}, ${phone ? 'on a phone' : 'on a screen'}`, async () => {
				await visit({ scheme, phone }, async (page) => {
					await page.getByRole('link', { name: SUBJECT }).click();
					await conversation(page).getByText(`RE: ${SUBJECT}`).waitFor();
					await page.getByText('Send a test mail').click();
					assert.equal(await besideScreen(page), 0);
					assert.deepEqual(await barriersOf(page), []);
					assert.equal(await page.title(), 'Simulated mailbox and Collection');
					// A frame beside the screen is not painted.
					await page.locator('iframe').scrollIntoViewIfNeeded();
					await save(page, `demo-page-${scheme}${phone ? '-phone' : ''}`);
				});
			});
		}
	}
});
