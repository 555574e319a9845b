/**
 * Preloaded into a plain Node process (`node --require`), lets it run the sources as they are. A
 * source comes before a JSON file of the same name: `Mail.node` is `Mail.node.ts`, not its codex.
 */
const { readFileSync } = require('node:fs');
const { ModuleKind, ScriptTarget, transpileModule } = require('typescript');

const compilerOptions = {
	module: ModuleKind.CommonJS,
	target: ScriptTarget.ES2023,
	esModuleInterop: true,
};
const json = require.extensions['.json'];
delete require.extensions['.json'];
require.extensions['.ts'] = (module, file) =>
	module._compile(
		transpileModule(readFileSync(file, 'utf8'), { compilerOptions }).outputText,
		file,
	);
require.extensions['.json'] = json;
