/// <reference lib="dom" />
/// <reference lib="dom.iterable" />
import type { Browser, Page } from 'playwright-core';
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
/** Letters that are lower than this cannot be read, in pixels. */
const LOWEST = 4;
const NARROWEST = 6;
/** Smallest difference of a colour that an eye tells apart, of 255. */
const SHADE = 16;

interface Box {
	x: number;
	y: number;
	width: number;
	height: number;
}

/**
 * What a browser shows of a document: its texts are made transparent without moving anything, and where
 * the picture then differs, their letters were seen.
 */
export class Sight {
	private constructor(
		private readonly browser: Browser,
		private readonly page: Page,
		private readonly compare: Page,
	) {}

	static async open(): Promise<Sight> {
		const browser = await launchBrowser();
		// As in mail programs: no script runs, nothing is loaded.
		const context = await browser.newContext({
			viewport: WINDOW,
			javaScriptEnabled: false,
			colorScheme: 'light',
		});
		await context.route('**/*', async (route) => await route.abort());
		const other = await browser.newContext();
		return new Sight(browser, await context.newPage(), await other.newPage());
	}

	async close(): Promise<void> {
		await this.browser.close();
	}

	/** The texts of a document that hold a word, or all; alone, where others may lie upon them. */
	async look(html: string, word = ''): Promise<SightedText[]> {
		// Webmail shows mails in a page of today's standard.
		await this.page.setContent(/^\s*<!doctype html/i.test(html) ? html : `<!doctype html>${html}`);
		const texts = await this.page.evaluate(markTexts, word);
		if (texts.length === 0) return [];
		const height = await this.page.evaluate(() => document.documentElement.scrollHeight);
		const clip = {
			x: 0,
			y: 0,
			width: WINDOW.width,
			height: Math.min(LONGEST, Math.max(WINDOW.height, height)),
		};
		const shot = async () =>
			(
				await this.page.screenshot({ fullPage: true, clip, animations: 'disabled', caret: 'hide' })
			).toString('base64');
		const shown = await shot();
		await this.page.evaluate(hideTexts);
		const hidden = await shot();
		const limits = { SHADE, LOWEST, NARROWEST };
		const boxes = texts.map((one) => one.boxes);
		const seen = await this.compare.evaluate(seenBoxes, { shown, hidden, boxes, limits });
		return texts.map(({ text }, index) => ({ text, isSeen: seen[index] ?? false }));
	}
}

/** In the page: the texts, and where they are; what is not text of the document has no place. */
function markTexts(word: string): Array<{ text: string; boxes: Box[] }> {
	const walker = document.createTreeWalker(document.documentElement, NodeFilter.SHOW_TEXT);
	const ranges: Range[] = [];
	const texts: Array<{ text: string; boxes: Box[] }> = [];
	while (walker.nextNode()) {
		const node = walker.currentNode;
		const text = node.textContent ?? '';
		if (text.trim() === '' || !text.includes(word)) continue;
		const range = document.createRange();
		range.selectNodeContents(node);
		ranges.push(range);
		const boxes = [...range.getClientRects()].map(({ x, y, width, height }) => ({
			x: x + scrollX,
			y: y + scrollY,
			width,
			height,
		}));
		texts.push({ text, boxes });
	}
	CSS.highlights.set('texts', new Highlight(...ranges));
	return texts;
}

function hideTexts(): void {
	const style = new CSSStyleSheet();
	style.replaceSync(
		'::highlight(texts){color:transparent!important;-webkit-text-fill-color:transparent!important;text-shadow:none!important}',
	);
	document.adoptedStyleSheets.push(style);
}

/** In a page of its own: for each text whether the two pictures differ where it is, in readable height. */
async function seenBoxes({
	shown,
	hidden,
	boxes,
	limits,
}: {
	shown: string;
	hidden: string;
	boxes: Box[][];
	limits: { SHADE: number; LOWEST: number; NARROWEST: number };
}): Promise<boolean[]> {
	const pixels = async (base64: string) => {
		const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
		const image = await createImageBitmap(new Blob([bytes], { type: 'image/png' }));
		const canvas = new OffscreenCanvas(image.width, image.height);
		const context = canvas.getContext('2d');
		context?.drawImage(image, 0, 0);
		const data = context?.getImageData(0, 0, image.width, image.height).data;
		return { data: data ?? new Uint8ClampedArray(), width: image.width, height: image.height };
	};
	const [one, other] = [await pixels(shown), await pixels(hidden)];
	const isDifferent = (x: number, y: number) => {
		const at = 4 * (y * one.width + x);
		return [0, 1, 2].some(
			(part) => Math.abs((one.data[at + part] ?? 0) - (other.data[at + part] ?? 0)) > limits.SHADE,
		);
	};
	const isSeen = (box: Box) => {
		// Letters reach over their boxes where lines are lower than they are.
		const [top, bottom] = [
			Math.max(0, Math.floor(box.y - 12)),
			Math.min(one.height, Math.ceil(box.y + box.height + 12)),
		];
		const [left, right] = [
			Math.max(0, Math.floor(box.x)),
			Math.min(one.width, Math.ceil(box.x + box.width)),
		];
		let [first, last, from, to] = [Infinity, -1, Infinity, -1];
		for (let y = top; y < bottom; y++) {
			for (let x = left; x < right; x++) {
				if (!isDifferent(x, y)) continue;
				[first, last] = [Math.min(first, y), Math.max(last, y)];
				[from, to] = [Math.min(from, x), Math.max(to, x)];
			}
		}
		return last - first + 1 >= limits.LOWEST && to - from + 1 >= limits.NARROWEST;
	};
	return boxes.map((list) => list.some(isSeen));
}
