/** @type {import('jest').Config} */
module.exports = {
	runtime: '<rootDir>/test/runner/runtime.cjs',
	testEnvironment: './test/runner/environment.cjs',
	globalSetup: '<rootDir>/test/runner/setUp.cjs',
	globalTeardown: '<rootDir>/test/runner/tearDown.cjs',
	roots: ['<rootDir>/test'],
	testMatch: ['**/*.test.ts'],
	testPathIgnorePatterns: ['<rootDir>/test/e2e/', '<rootDir>/test/queue/'],
	transform: { '\\.ts$': '<rootDir>/test/runner/transform.cjs' },
	setupFilesAfterEnv: ['<rootDir>/test/contract/checkRequests.ts'],
	testTimeout: 20_000,
};
