import { Failure } from './failure';

/** What a shell reports for a program ended by Ctrl-C. */
const INTERRUPTED = 130;

/**
 * Lets Ctrl-C, and whoever ends this process, end what it started first.
 *
 * @param close ends it; called once
 * @returns whether that has begun: a failure that follows from it is no news
 */
export function closeOnSignal(close: () => Promise<void>): () => boolean {
	let isEnding = false;
	const end = () => {
		if (isEnding) return; // a terminal's Ctrl-C arrives twice: from the terminal and through npm
		isEnding = true;
		console.log('\n  Ending n8n …');
		void close().finally(() => process.exit(INTERRUPTED));
	};
	for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, end);
	return () => isEnding;
}

/** Says why a command failed, and lets it end with 1. */
export function reportFailure(error: unknown): void {
	const text = error instanceof Error ? error.message : String(error);
	console.error(`\n${error instanceof Failure ? text : `Unexpected: ${text}`}`);
	process.exitCode = 1;
}
