import type { Locator, Page } from 'playwright-core';
import { part, settled } from '../e2e/editor';

/** What a person does in the open form of a node beside typing. */

/**
 * Drags a field of an earlier step into a field of the form.
 *
 * @param expression what n8n then writes, such as `$json.id`: it tells the fields apart
 * @param field stored name of the form's field
 */
export async function drag(page: Page, expression: string, field: string): Promise<void> {
	const pill = part(page, 'ndv-input-panel').locator(`[data-value="{{ ${expression} }}"]`).last();
	await pill.scrollIntoViewIfNeeded();
	await settled(page);
	await pill.hover();
	await page.mouse.down();
	const { x, y, width, height } = await boxOf(inputOf(page, field));
	// n8n follows a drag move by move.
	await page.mouse.move(x + width / 2, y + height / 2, { steps: 15 });
	await settled(page);
	await page.mouse.up();
	await settled(page);
}

/** Shows the fields of an earlier step; folds the step before up where that hides it. */
export async function unfold(page: Page, step: string): Promise<void> {
	const headers = part(part(page, 'ndv-input-panel'), 'run-data-schema-header');
	const header = headers.filter({ hasText: step });
	if (!(await header.isVisible())) await headers.first().click();
	await header.click();
	await settled(page);
}

/** Chooses an entry of a list that the provider gives. */
export async function choose(page: Page, field: string, entry: string): Promise<void> {
	await part(inputOf(page, field), 'rlc-input').click();
	await part(page, 'rlc-item').getByText(entry, { exact: true }).click();
}

/** Chooses an entry of a selector. */
export async function select(page: Page, field: string, entry: RegExp): Promise<void> {
	await inputOf(page, field).locator('input').click();
	await page.getByRole('option', { name: entry }).click();
}

function inputOf(page: Page, field: string): Locator {
	return part(page, `parameter-input-${field}`);
}

async function boxOf(place: Locator) {
	const box = await place.boundingBox();
	if (box === null) throw new Error('The field is not to be seen');
	return box;
}
