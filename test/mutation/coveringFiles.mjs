import { readFileSync, writeFileSync } from 'node:fs';
import {
	commonTokens,
	declareFactoryPlugin,
	PluginKind,
	tokens,
} from '@stryker-mutator/api/plugin';
import { strykerPlugins as jestPlugins } from '@stryker-mutator/jest-runner';

/** Beside the copy of the project in which the tests run: a process that begins later reads it, too. */
const FILE_OF_TESTS = '../filesOfTests.json';
/** Says in the first run what reaches a mutant; one that is there while a test runs needs no more than the test loads. */
const LOAD_NODES = '<rootDir>/test/mutation/loadNodes.ts';

/**
 * Stryker's own runner of Jest, but for one mutant it loads only the files with tests that get there. By itself it loads
 * all of an area, which takes as long as the first run: on a busy machine longer than it waits, and a mutant for
 * which the time ran out would count as noticed.
 */
function createRunner(injector) {
	const [{ factory }] = jestPlugins;
	const runner = injector.injectFunction(factory);
	let config;
	return {
		async init() {
			await runner.init();
			config = runner.jestConfig;
		},
		capabilities: () => runner.capabilities(),
		async dryRun(options) {
			const setupFilesAfterEnv = [...config.setupFilesAfterEnv, LOAD_NODES];
			runner.jestConfig = { ...config, setupFilesAfterEnv };
			const result = await runner.dryRun(options);
			const files = {};
			for (const { id, fileName } of result.tests ?? []) (files[id] ??= []).push(fileName);
			writeFileSync(FILE_OF_TESTS, JSON.stringify(files));
			return result;
		},
		async mutantRun(options) {
			const files = JSON.parse(readFileSync(FILE_OF_TESTS, 'utf8'));
			const covering = options.testFilter?.flatMap((id) => files[id]);
			runner.jestConfig = { ...config, ...(covering && { testMatch: [...new Set(covering)] }) };
			return await runner.mutantRun(options);
		},
	};
}
createRunner.inject = tokens(commonTokens.injector);

export const strykerPlugins = [
	declareFactoryPlugin(PluginKind.TestRunner, 'coveringFiles', createRunner),
];
