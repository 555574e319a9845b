const path = require('node:path');
const { ModernFakeTimers } = require('@jest/fake-timers');
const { ModuleMocker } = require('jest-mock');
const { n8nSettings } = require('./n8nSettings.cjs');

const folder = path.join(process.env.HARNESS_FOLDER, process.env.JEST_WORKER_ID);
Object.assign(process.env, n8nSettings(folder));

/**
 * What jest's runner sets in the realm of a file. Left there, it would tell the tests of each file to the
 * listeners of all files before it as well, and keep everything that those had loaded.
 */
const OF_THE_RUNNER = ['EVENT_HANDLERS', 'JEST_STATE_SYMBOL'];

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
		for (const symbol of Object.getOwnPropertySymbols(globalThis)) {
			if (OF_THE_RUNNER.includes(symbol.description)) delete globalThis[symbol];
		}
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
