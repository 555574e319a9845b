import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { z } from 'zod';
import { ROOT } from '../host/packPackage';
import type { SimMessage } from '../simulator/graph/message';
import { launchBrowser } from './browser';

export const SCREENSHOTS = join(ROOT, 'artifacts', 'screenshots');
const AXE = `${readFileSync(require.resolve('axe-core'), 'utf8')};undefined`;

/** Somebody with a browser who opens the links of a mail. */
export interface Person {
	/** Shows the mail itself, as a mail program does. */
	read(mail: SimMessage): Promise<Page>;
	/** Opens a link; scripts are off, as some mail programs have them. */
	open(link: string): Promise<Page>;
	close(): Promise<void>;
}

export interface Looks {
	scheme?: 'light' | 'dark';
	/** A screen of 320 pixels: https://www.w3.org/TR/WCAG22/#reflow */
	phone?: boolean;
	scripts?: boolean;
	/** Another screen, in pixels. */
	screen?: { width: number; height: number };
}

/** The one Chromium of this run, started by whoever asks first: a start takes longer than most visits. */
let launching: Promise<Browser> | undefined;

after(async () => {
	// One that did not start has failed the tests by its error.
	const browser = await launching?.catch(() => undefined);
	await browser?.close();
});

/** A private window with certain looks, in a headless browser. */
export async function createPerson({
	scheme = 'light',
	phone = false,
	scripts = false,
	screen = phone ? { width: 320, height: 640 } : { width: 1024, height: 768 },
}: Looks = {}): Promise<Person> {
	mkdirSync(SCREENSHOTS, { recursive: true });
	const browser = await (launching ??= launchBrowser());
	const context = await browser.newContext({
		javaScriptEnabled: scripts,
		colorScheme: scheme,
		viewport: screen,
	});
	return {
		async read(mail) {
			const page = await context.newPage();
			await page.setContent(mail.body.content);
			return page;
		},
		async open(link) {
			const page = await context.newPage();
			await page.goto(link);
			return page;
		},
		close: async () => await context.close(),
	};
}

/** Saves what the page shows into artifacts/screenshots. */
export async function save(page: Page, name: string): Promise<void> {
	await page.screenshot({ path: join(SCREENSHOTS, `${name}.png`), fullPage: true });
}

/** How far a page reaches beside the screen, in pixels. */
export async function besideScreen(page: Page): Promise<number> {
	return Number(await page.evaluate('document.documentElement.scrollWidth - innerWidth'));
}

/** What axe-core finds on a page: rule and element. The page has to allow scripts. */
export async function barriersOf(page: Page): Promise<string[]> {
	// A script that is put into the page would need the page's leave.
	await page.evaluate(AXE);
	const found: unknown = await page.evaluate('axe.run()');
	const { violations } = axeResult.parse(found);
	return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
}

const axeResult = z.object({
	violations: z.array(z.object({ id: z.string(), nodes: z.array(z.object({ html: z.string() })) })),
});

/** The links of a question, by their choice. */
export function linksOf(mail: SimMessage): Record<string, string> {
	const links = [...mail.body.content.matchAll(/href="([^"]+)"/g)]
		.map(([, link = '']) => link.replaceAll('&amp;', '&'))
		.map((link) => [new URL(link).searchParams.get('choice') ?? '', link]);
	return Object.fromEntries(links);
}
