/** @type {import('jest').Config} */
module.exports = {
	runtime: '<rootDir>/test/runner/runtime.cjs',
	testEnvironment: './test/runner/environment.cjs',
	globalSetup: '<rootDir>/test/runner/setUp.cjs',
	globalTeardown: '<rootDir>/test/runner/tearDown.cjs',
	roots: ['<rootDir>/test'],
	testMatch: ['**/*.test.ts'],
	testPathIgnorePatterns: ['<rootDir>/test/e2e/', '<rootDir>/test/queue/'],
	// It strips the types of one file at a time; `npm run typecheck` is what checks them.
	transform: {
		'\\.ts$': ['ts-jest', { tsconfig: 'test/tsconfig.json', diagnostics: false }],
	},
	setupFilesAfterEnv: ['<rootDir>/test/contract/checkRequests.ts'],
	// The longest takes seconds; a machine may have more to do.
	testTimeout: 60_000,
};
