import { rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { launchBrowser } from '../e2e/browser';
import { type Editor, editorOn, settled } from '../e2e/editor';
import { ROOT } from '../host/packPackage';
import type { EmptyStage } from '../host/stage';
import { type Hands, watchHands } from './hands';

const SCREENSHOTS = join(ROOT, 'artifacts', 'newcomer');

/** One part of what the newcomer does, and how much work it was. */
export interface Part extends Hands {
	title: string;
}

/** Somebody who sees n8n and this package for the first time. */
export interface Newcomer {
	page: Page;
	editor: Editor;
	/** What was done so far. */
	parts: Part[];
	/** Beginnings of the addresses that were opened beside n8n's own. */
	elsewhere: string[];
	/** Does a part of the work and counts it. */
	does(title: string, work: () => Promise<void>): Promise<void>;
	/** Saves what is to be seen on a page, numbered in the order of the story. */
	looks(name: string, at?: Page): Promise<void>;
	leaves(): Promise<void>;
}

/** Opens Chromium with half as many pixels again, for pictures that stay sharp and small. */
export async function arrive({ n8n }: EmptyStage): Promise<Newcomer> {
	rmSync(SCREENSHOTS, { recursive: true, force: true });
	const browser = await launchBrowser();
	const context = await browser.newContext({
		viewport: { width: 1440, height: 900 },
		deviceScaleFactor: 1.5,
		colorScheme: 'light',
	});
	const handsSoFar = await watchHands(context);
	const page = await context.newPage();
	const elsewhere: string[] = [];
	context.on('page', (opened) => {
		opened.on('framenavigated', (frame) => {
			const { protocol, origin, pathname } = new URL(frame.url());
			const place = pathname.split('/').slice(0, 3).join('/');
			if (protocol === 'http:' && origin !== n8n.url) elsewhere.push(origin + place);
		});
	});
	const parts: Part[] = [];
	let looks = 0;
	return {
		page,
		editor: editorOn(page, SCREENSHOTS),
		parts,
		elsewhere,
		async does(title, work) {
			// What was done between two parts is not the newcomer's.
			handsSoFar();
			await work();
			parts.push({ title, ...handsSoFar() });
		},
		async looks(name, at = page) {
			await settled(at);
			looks += 1;
			const file = `${String(looks).padStart(2, '0')}-${name}.png`;
			await at.screenshot({ path: join(SCREENSHOTS, file), scale: 'css' });
		},
		leaves: async () => await browser.close(),
	};
}
