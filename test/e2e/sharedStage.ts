import { after } from 'node:test';
import { findFreePort } from '../host/ports';
import { openStage, type Stage } from '../host/stage';
import { printedStep } from '../host/steps';

type Settings = Pick<Parameters<typeof openStage>[0], 'environment' | 'pages'>;

let opening: Promise<Stage> | undefined;

/** The one n8n of this run, started by whoever asks first. Tests clean up what they publish. */
export async function sharedStage(): Promise<Stage> {
	return await (opening ??= open());
}

/** An n8n with settings of its own, beside the shared one. The caller closes it. */
export async function ownStage(settings: Settings): Promise<Stage> {
	return await open({ ...settings, logName: 'n8n-own-settings.log' });
}

const closing = new Set<() => Promise<void>>();

async function open(settings: Settings & { logName?: string } = {}) {
	return await openStage({
		port: await findFreePort(),
		step: printedStep,
		closing: (close) => closing.add(close),
		...settings,
	});
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
	process.once(
		signal,
		() => void Promise.all([...closing].map((close) => close())).finally(() => process.exit(1)),
	);
}

after(async () => {
	// A stage that did not open has cleaned up after itself, and its error failed the tests.
	const stage = await opening?.catch(() => undefined);
	await stage?.close();
});
