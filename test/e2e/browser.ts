import { existsSync } from 'node:fs';
import { type Browser, chromium } from 'playwright-core';
import { Failure } from '../host/failure';

/** Where the distributions put Chromium; CHROMIUM_PATH names another one. */
const CHROMIUM = process.env.CHROMIUM_PATH ?? '/usr/bin/chromium';
const ARGUMENTS = [
	...['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run'],
	...['--disable-background-networking', '--disable-component-update', '--disable-sync'],
];

/**
 * Starts a headless Chromium.
 *
 * @throws {Failure} when there is none
 */
export async function launchBrowser(): Promise<Browser> {
	if (!existsSync(CHROMIUM)) {
		throw new Failure(
			`Chromium was not found at ${CHROMIUM}. Install it (Debian: apt-get install chromium), or set CHROMIUM_PATH.`,
		);
	}
	return await chromium.launch({ executablePath: CHROMIUM, args: ARGUMENTS });
}
