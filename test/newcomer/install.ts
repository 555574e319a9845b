import { manifest } from '../../scripts/shippedClasses';
import { part } from '../e2e/editor';
import type { Newcomer } from './newcomer';

/** n8n downloads and unpacks the package meanwhile. */
const INSTALL_TIMEOUT_MS = 60_000;

/** Installs the package on n8n's own page, and goes back to the first one. */
export async function installPackage({ page, looks }: Newcomer): Promise<void> {
	await part(page, 'main-sidebar-settings').click();
	await part(page, 'settings-community-nodes').click();
	await page.getByRole('button', { name: 'Install a community node' }).click();
	await part(page, 'package-name-input').fill(manifest.name);
	await part(page, 'user-agreement-checkbox').click();
	await looks('install');
	await part(page, 'install-community-package-button').click();
	await part(page, 'community-package-card').waitFor({ timeout: INSTALL_TIMEOUT_MS });
	await looks('installed');
	await part(page, 'settings-back').click();
	await part(page, 'new-workflow-card').waitFor();
}
