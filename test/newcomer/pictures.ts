import { mkdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { part, settled } from '../e2e/editor';
import { Failure } from '../host/failure';
import { ROOT } from '../host/packPackage';

const FOLDER = join(ROOT, 'docs', 'pictures');
/** A README with two of them still opens at once. */
const MAX_BYTES = 120_000;
/** Around the nodes: their names stand below, and the number of items behind. In pixels of the page. */
const MARGIN = { left: 50, right: 100, top: 32, bottom: 84 };
/** Wide enough for the card of an approval, and no wider. */
const MAIL_WIDTH = 680;

/** The nodes on the canvas, without what n8n shows around it. */
export async function saveCanvas(page: Page): Promise<void> {
	await part(page, 'tidy-up-button').click();
	await part(page, 'canvas-wrapper').click({ position: { x: 300, y: 120 } });
	await settled(page);
	const boxes = await Promise.all(
		(await part(page, 'canvas-node').all()).map(async (node) => await node.boundingBox()),
	);
	const nodes = boxes.flatMap((box) => box ?? []);
	const left = Math.min(...nodes.map(({ x }) => x)) - MARGIN.left;
	const top = Math.min(...nodes.map(({ y }) => y)) - MARGIN.top;
	const right = Math.max(...nodes.map(({ x, width }) => x + width)) + MARGIN.right;
	const bottom = Math.max(...nodes.map(({ y, height }) => y + height)) + MARGIN.bottom;
	const clip = { x: left, y: top, width: right - left, height: bottom - top };
	await save(page, 'canvas', { clip });
}

/** The mail that asks for approval. */
export async function saveApproval(page: Page): Promise<void> {
	const before = page.viewportSize();
	// A page is never shorter than its window.
	await page.setViewportSize({ width: MAIL_WIDTH, height: 1 });
	await save(page, 'approval', { fullPage: true });
	if (before) await page.setViewportSize(before);
}

async function save(
	page: Page,
	name: string,
	shown: { clip?: { x: number; y: number; width: number; height: number }; fullPage?: boolean },
): Promise<void> {
	mkdirSync(FOLDER, { recursive: true });
	const path = join(FOLDER, `${name}.png`);
	await page.screenshot({ path, scale: 'device', ...shown });
	const { size } = statSync(path);
	if (size > MAX_BYTES) throw new Failure(`${path} has ${size} bytes, more than ${MAX_BYTES}.`);
	console.log(`  ${path}  ${size} bytes`);
}
