const path = require('node:path');
const { ModernFakeTimers } = require('@jest/fake-timers');
const { ModuleMocker } = require('jest-mock');

// n8n-core reads these once, when it is first loaded.
Object.assign(process.env, {
	N8N_USER_FOLDER: path.join(process.env.HARNESS_FOLDER, process.env.JEST_WORKER_ID),
	N8N_ENCRYPTION_KEY: 'harness',
	N8N_DEFAULT_BINARY_DATA_MODE: 'filesystem',
	N8N_LOG_LEVEL: 'silent',
});

/** The realm of Node itself, see runtime.cjs. What a file sets in the environment ends with it. */
module.exports = class {
	global = globalThis;
	moduleMocker = new ModuleMocker(globalThis);
	fakeTimers = null;

	constructor({ projectConfig: config }) {
		this.fakeTimersModern = new ModernFakeTimers({ config, global: globalThis });
	}

	setup() {
		this.before = { ...process.env };
	}

	teardown() {
		this.fakeTimersModern.dispose();
		for (const name of Object.keys(process.env)) delete process.env[name];
		Object.assign(process.env, this.before);
	}

	exportConditions() {
		return ['node', 'node-addons'];
	}

	getVmContext() {
		return globalThis;
	}
};
