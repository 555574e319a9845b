/** A resource locator as n8n saves it. */
export function locator(mode: string, value: string) {
	return { __rl: true, mode, value };
}
