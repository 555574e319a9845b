/** @type {import('jest').Config} */
module.exports = {
	testEnvironment: 'node',
	roots: ['<rootDir>/test'],
	testMatch: ['**/*.test.ts'],
	testPathIgnorePatterns: ['<rootDir>/test/e2e/'],
	transform: { '\\.ts$': '<rootDir>/test/transform.cjs' },
	setupFilesAfterEnv: ['<rootDir>/test/contract/checkRequests.ts'],
	testTimeout: 20_000,
};
