import { part } from '../e2e/editor';
import { OWNER } from '../host/n8nClient';
import type { EmptyStage } from '../host/stage';
import { select } from './form';
import type { Newcomer } from './newcomer';

/** Signs up in an n8n that nobody has used yet, as far as its first page. */
export async function becomeOwner({ page, looks }: Newcomer, url: string): Promise<void> {
	await page.goto(url);
	await page.fill('input[name=email]', OWNER.email);
	await page.fill('input[name=firstName]', 'Olive');
	await page.fill('input[name=lastName]', 'Owner');
	await page.fill('input[name=password]', OWNER.password);
	await part(page, 'form-submit-button').click();
	await part(page, 'assistant-set-up-later').click();
	await part(page, 'new-workflow-card').waitFor();
	await looks('first-page');
}

/** A simulated provider, as it is entered in a credential. */
interface Provider {
	/** The selector in which `Custom` stands for addresses of one's own */
	selector: string;
	apiRoot: string;
	/** Who signs in on the provider's page */
	login: string;
}

/** Creates the credential that the open form asks for, and signs in at the provider. */
export async function connect(
	{ page, editor, looks }: Newcomer,
	{ simulator }: EmptyStage,
	{ selector, apiRoot, login }: Provider,
): Promise<void> {
	const dialog = part(page, 'editCredential-modal');
	await part(page, 'node-credentials-empty-state').locator('button').first().click();
	await looks(`credential-${login}`);
	await editor.fill('clientId', 'n8n');
	await editor.fill('clientSecret', 'n8n-secret');
	await select(page, selector, /^Custom/);
	await editor.fill('customAuthUrl', `${simulator.url}/oauth/authorize`);
	await editor.fill('customTokenUrl', `${simulator.url}/oauth/token`);
	await editor.fill('customApiRoot', apiRoot);
	await looks(`credential-${login}-filled-in`);
	const opening = page.waitForEvent('popup');
	await part(dialog, 'quick-connect-button').click();
	const signIn = await opening;
	await signIn.fill('input[name=login]', login);
	await looks(`sign-in-${login}`, signIn);
	await signIn.click('button');
	await dialog.waitFor({ state: 'hidden' });
	await looks(`connected-${login}`);
}
