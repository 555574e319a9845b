import { createHash } from 'node:crypto';
import path from 'node:path';
import { CheckStatus } from '@stryker-mutator/api/check';
import {
	commonTokens,
	declareFactoryPlugin,
	PluginKind,
	tokens,
} from '@stryker-mutator/api/plugin';

/** 32 bits of the hash, as a number from 0 to 1. */
function toShare(text) {
	return createHash('sha256').update(text).digest().readUInt32BE(0) / 2 ** 32;
}

/** Lets through the mutants of the sample; the others count as not compiling, and so for nothing. */
function createSampler({ sample: { seed, share } }) {
	const isChosen = ({ fileName, location: { start }, mutatorName, replacement }) => {
		const file = path.relative(process.cwd(), fileName);
		const mutant = [seed, file, start.line, start.column, mutatorName, replacement];
		return toShare(mutant.join('\0')) < share;
	};
	return {
		init: async () => undefined,
		check: async (mutants) =>
			Object.fromEntries(
				mutants.map((mutant) => [
					mutant.id,
					isChosen(mutant)
						? { status: CheckStatus.Passed }
						: { status: CheckStatus.CompileError, reason: 'not in the sample' },
				]),
			),
		group: async (mutants) => [mutants.map(({ id }) => id)],
	};
}
createSampler.inject = tokens(commonTokens.options);

export const strykerPlugins = [declareFactoryPlugin(PluginKind.Checker, 'sample', createSampler)];
