import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Locator, Page } from 'playwright-core';
import { OWNER } from '../host/n8nClient';
import { ROOT } from '../host/packPackage';
import { launchBrowser } from './browser';

const SCREENSHOTS = join(ROOT, 'artifacts', 'screenshots');
const ACTION_TIMEOUT_MS = 60_000;
const RUN_TIMEOUT_MS = 120_000;

/** n8n's editor as a person sees it: the canvas, the node panel, one open node. */
export interface Editor {
	/** Opens another workflow. */
	open(url: string): Promise<void>;
	/** Names of the nodes on the canvas that n8n marks as not set up. */
	marked(): Promise<string[]>;
	/** The names of the nodes that the panel shows for a search text. Leaves the panel open. */
	search(text: string): Promise<string[]>;
	/** Drops a tool on the one node that takes tools; its form opens. */
	dropTool(search: string, node: string): Promise<void>;
	/** Chooses an entry of a selector of the open form. */
	choose(field: string, entry: RegExp): Promise<void>;
	/** What the open form shows. */
	form(): Promise<string>;
	/** Picks a node of the open panel, then one of its actions or triggers; its form opens. */
	pick(node: string, action: RegExp | string): Promise<void>;
	/** The same by the keyboard, for the node that a search shows first. */
	pickFirst(action: RegExp | string): Promise<void>;
	/** Chooses a credential of the open form by its name. */
	chooseCredential(name: string): Promise<void>;
	/** Types into a field of the open form, by the field's stored name. */
	fill(field: string, value: string): Promise<void>;
	/** Switches a field that has several input modes ("By ID", "From list"). */
	chooseMode(field: string, mode: string): Promise<void>;
	/** Runs the open step and reads its output as JSON text. */
	run(): Promise<string>;
	/** What the open form shows as coming in from the step before. */
	incoming(): Promise<string>;
	/** Closes the form; the node stays on the canvas. */
	closeForm(): Promise<void>;
	/** Names of the nodes on the canvas. */
	nodes(): Promise<string[]>;
	/** Publishes the workflow. */
	publish(): Promise<void>;
	/** Saves what is to be seen now as a PNG of this name. */
	shot(name: string): Promise<void>;
	close(): Promise<void>;
}

/**
 * Opens a headless browser, signs the owner in, and opens an empty workflow.
 *
 * @param url of the running n8n
 */
export async function openEditor(url: string): Promise<Editor> {
	const browser = await launchBrowser();
	const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
	const editor = editorOn(page, SCREENSHOTS);
	await page.goto(`${url}/signin`);
	await page.fill('input[name=emailOrLdapLoginId]', OWNER.email);
	await page.fill('input[type=password]', OWNER.password);
	await part(page, 'form-submit-button').click();
	await page.waitForURL(/\/home\//);
	await page.goto(`${url}/workflow/new`);
	await part(page, 'canvas-wrapper').waitFor();
	return editor;
}

/** A part of the editor, by the name that n8n gives it for its own tests. */
export function part(within: Page | Locator, name: string): Locator {
	return within.locator(`[data-test-id="${name}"]`);
}

/**
 * The editor that a page shows, or will show.
 *
 * @param screenshots folder for what `shot` saves
 */
export function editorOn(page: Page, screenshots: string): Editor {
	mkdirSync(screenshots, { recursive: true });
	page.setDefaultTimeout(ACTION_TIMEOUT_MS);
	const by = (name: string): Locator => part(page, name);
	const output = by('output-panel');
	const pickAction = async (action: RegExp | string) => {
		const sections = by('node-creator-category-item');
		await sections.first().waitFor();
		await settled(page);
		const entry = by('node-creator').getByText(action, { exact: true }).first();
		for (const section of await sections.all()) {
			if (await entry.isVisible()) break;
			await section.click();
			await settled(page);
		}
		await entry.click();
		await by('ndv').waitFor();
	};
	return {
		async open(url) {
			// As a click on a link does: loading the editor anew takes seconds.
			const to = JSON.stringify(url);
			await page.evaluate(
				`history.pushState({}, '', ${to}); dispatchEvent(new PopStateEvent('popstate', { state: {} }))`,
			);
			await page.waitForURL(url);
			await by('canvas-node').first().waitFor();
			await settled(page);
			// All of it, whatever its size.
			await page.keyboard.press('1');
			await settled(page);
		},
		async marked() {
			const nodes = by('canvas-node').filter({ has: by('node-issues') });
			return await nodes.evaluateAll((elements) =>
				elements.map((element) => element.getAttribute('data-node-name') ?? ''),
			);
		},
		async search(text) {
			const bar = by('node-creator-search-bar');
			// The panel may still show the actions of the node picked last.
			if (!(await bar.isVisible()) && (await by('node-creator').isVisible())) {
				await page.keyboard.press('Escape');
			}
			if (!(await by('node-creator').isVisible())) await by('node-creator-plus-button').click();
			await bar.fill(text);
			await by('node-creator-item-name').first().waitFor();
			await settled(page);
			const names = await by('node-creator-item-name').allTextContents();
			return names.map((name) => name.trim());
		},
		async dropTool(search, node) {
			await by('canvas-handle-plus-wrapper').last().click();
			await by('node-creator-search-bar').fill(search);
			await by('node-creator-item-name').getByText(node, { exact: true }).first().click();
			await by('ndv').waitFor();
			await settled(page);
		},
		async choose(field, entry) {
			await by(`parameter-input-${field}`).locator('input').first().click();
			await page.getByRole('option', { name: entry }).first().click();
			await settled(page);
		},
		form: async () => await by('ndv').innerText(),
		async pick(node, action) {
			await by('node-creator-item-name').getByText(node, { exact: true }).first().click();
			await pickAction(action);
		},
		async pickFirst(action) {
			await page.keyboard.press('Enter');
			await pickAction(action);
		},
		async chooseCredential(name) {
			await by('node-credentials-select').locator('input').click();
			const entries = page.locator('[data-test-id^="node-credentials-select-item-"]');
			await entries.filter({ hasText: name, visible: true }).first().click();
		},
		async fill(field, value) {
			const input = by(`parameter-input-${field}`).locator('input, textarea').last();
			await input.fill(value);
			await input.blur();
		},
		async chooseMode(field, mode) {
			await part(by(`parameter-input-${field}`), 'rlc-mode-selector').click();
			await page.getByRole('option', { name: mode }).click();
		},
		async run() {
			await by('node-execute-button').click();
			const json = part(output, 'radio-button-json');
			const failed = part(output, 'node-error-message');
			const ended = json.or(failed).filter({ visible: true });
			await ended.first().waitFor({ timeout: RUN_TIMEOUT_MS });
			if (await failed.isVisible()) return await failed.innerText();
			await json.click();
			await settled(page);
			return await part(output, 'ndv-data-container').innerText();
		},
		async incoming() {
			const panel = by('ndv-input-panel');
			const lines = part(panel, 'run-data-schema-item');
			await lines.first().waitFor();
			const above = await panel.innerText();
			// n8n makes the lines further down only once somebody scrolls to them.
			await lines.last().scrollIntoViewIfNeeded();
			await panel.getByText('Variables and context').waitFor();
			return `${above}\n${await panel.innerText()}`;
		},
		async closeForm() {
			await by('ndv-close-button').click();
			await by('ndv').waitFor({ state: 'hidden' });
		},
		async nodes() {
			const names = await by('canvas-node').evaluateAll((elements) =>
				elements.map((element) => element.getAttribute('data-node-name') ?? ''),
			);
			return names;
		},
		async publish() {
			await by('workflow-open-publish-modal-button').click();
			await by('workflow-publish-button').click();
			await by('workflow-publish-button').waitFor({ state: 'hidden' });
		},
		async shot(name) {
			await page.screenshot({ path: join(screenshots, `${name}.png`), scale: 'css' });
		},
		close: async () => await page.context().browser()?.close(),
	};
}

/** Lets the editor's short animations end. */
export async function settled(page: Page): Promise<void> {
	await page.waitForTimeout(500);
}
