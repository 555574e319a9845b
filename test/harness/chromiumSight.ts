import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { z } from 'zod';
import { launchBrowser } from '../e2e/browser';

/** A text of a document. */
export interface SightedText {
	text: string;
	/** Whether its letters can be seen in a window of usual size, scrolled down as far as it goes. */
	isSeen: boolean;
}

/** The window in which a document is looked at, in pixels, and the most of its length. */
const WINDOW = { width: 1_024, height: 768 };
const LONGEST = 12_000;
const LIMITS = {
	/** Smallest difference of a colour that an eye tells apart, of 255. */
	shade: 16,
	/** Letters that are lower or narrower than this cannot be read, in pixels. */
	lowest: 4,
	narrowest: 4,
	/** How far letters reach over their line, in pixels. */
	reach: 12,
};

const SOURCE = readFileSync(path.join(__dirname, 'sightInPage.mjs'), 'utf8').replaceAll(
	/^export /gm,
	'',
);
const box = z.object({ x: z.number(), y: z.number(), width: z.number(), height: z.number() });
const marked = z.object({
	texts: z.array(z.object({ text: z.string(), boxes: z.array(box) })),
	height: z.number(),
});

async function run(page: Page, name: string, argument?: unknown): Promise<unknown> {
	return await page.evaluate(`(() => {${SOURCE}; return ${name}(${JSON.stringify(argument)})})()`);
}

/**
 * What a browser shows of a document: its texts are made transparent without moving anything, and where
 * the picture then differs, their letters were seen.
 */
export class Sight {
	private constructor(
		private readonly browser: Browser,
		private readonly page: Page,
		private readonly comparing: Page,
	) {}

	static async open(): Promise<Sight> {
		const browser = await launchBrowser();
		// As in mail programs: no script runs, nothing is loaded.
		const context = await browser.newContext({
			...{ viewport: WINDOW, javaScriptEnabled: false, colorScheme: 'light' },
		});
		await context.route('**/*', async (route) => {
			await route.abort();
		});
		return new Sight(browser, await context.newPage(), await browser.newPage());
	}

	async close(): Promise<void> {
		await this.browser.close();
	}

	/** The texts of a document; only those that hold a word, where one is given. */
	async look(html: string, word = ''): Promise<SightedText[]> {
		// A document that is written again keeps the colours of links of the one before.
		await this.page.goto('about:blank');
		// Webmail shows mails in a page of today's standard.
		await this.page.setContent(/^\s*<!doctype/i.test(html) ? html : `<!doctype html>${html}`);
		const { texts, height } = marked.parse(await run(this.page, 'findTexts', word));
		if (texts.length === 0) return [];
		const clip = { x: 0, y: 0, width: WINDOW.width, height: Math.min(LONGEST, height) };
		const picture = async () =>
			(await this.page.screenshot({ fullPage: true, clip })).toString('base64');
		const shown = await picture();
		await run(this.page, 'hideTexts', word);
		const hidden = await picture();
		const boxes = texts.map((one) => one.boxes);
		const seen = z
			.array(z.boolean())
			.parse(await run(this.comparing, 'seenBoxes', { shown, hidden, boxes, limits: LIMITS }));
		return texts.map(({ text }, index) => ({ text, isSeen: seen[index] === true }));
	}
}
