import path from 'node:path';
import { declareValuePlugin, PluginKind } from '@stryker-mutator/api/plugin';

const WORDS = {
	Killed: 'noticed  ',
	Timeout: 'by time  ',
	Survived: 'survived ',
	NoCoverage: 'survived ',
	RuntimeError: 'no result',
};
let since = Date.now();

/** Says what became of each mutant as soon as it is known, so that a run which is stopped has not run for nothing. */
const teller = {
	onDryRunCompleted() {
		since = Date.now();
	},
	onMutantTested({ status, fileName, location: { start }, mutatorName, replacement }) {
		if (!(status in WORDS)) return;
		const at = `${path.relative(process.cwd(), fileName)}:${start.line}:${start.column}`;
		const shown = replacement.replace(/\s+/g, ' ').slice(0, 80);
		const reached = status === 'NoCoverage' ? '  (no test gets here)' : '';
		const seconds = Math.round((Date.now() - since) / 1_000);
		console.log(`${WORDS[status]} ${at}  ${mutatorName}: ${shown}${reached}  (${seconds} s)`);
	},
};

export const strykerPlugins = [declareValuePlugin(PluginKind.Reporter, 'teller', teller)];
