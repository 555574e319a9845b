import { after } from 'node:test';
import { findFreePort } from '../host/ports';
import { openStage, type Stage } from '../host/stage';
import { printedStep } from '../host/steps';

let opening: Promise<Stage> | undefined;

/** The one n8n of this run, started by whoever asks first. Tests clean up what they publish. */
export async function sharedStage(): Promise<Stage> {
	opening ??= findFreePort().then(
		async (port) =>
			await openStage({ port, step: printedStep, closing: (close) => (closeEarly = close) }),
	);
	return await opening;
}

let closeEarly = async (): Promise<void> => undefined;
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
	process.once(signal, () => void closeEarly().finally(() => process.exit(1)));
}

after(async () => {
	// A stage that did not open has cleaned up after itself, and its error failed the tests.
	const stage = await opening?.catch(() => undefined);
	await stage?.close();
});
