const { createRequire, isBuiltin } = require('node:module');
const vm = require('node:vm');
const { default: Runtime } = require('jest-runtime');

const RELATIVE = /^[./]/;

/**
 * How jest loads what a test file needs. The project's own modules are new for each file, as ever.
 * Installed packages are loaded once for each process and in the realm of Node itself, as n8n loads
 * them: n8n-core alone is 2,000 files, which cost each test file two seconds, and in a realm of the
 * file's own `instanceof Error` is false for what Node throws.
 */
module.exports = class extends Runtime {
	constructor(...options) {
		super(...options);
		this.executor.compile = (source, filename) =>
			vm.compileFunction(source, this.executor.injectedModuleParameters, {
				filename,
				importModuleDynamically: vm.constants.USE_MAIN_CONTEXT_DEFAULT_LOADER,
			});
	}

	requireModuleOrMock(from, name) {
		const isPackage = !RELATIVE.test(name) && !isBuiltin(name) && name !== '@jest/globals';
		return isPackage ? createRequire(from)(name) : super.requireModuleOrMock(from, name);
	}
};
