/**
 * Preloaded into a plain Node process (`node --require`), lets it run the sources as they are. A
 * source comes before a JSON file of the same name: `Mail.node` is `Mail.node.ts`, not its codex.
 */
const { readFileSync } = require('node:fs');
const { expect } = require('expect');
const stripTypes = require('./stripTypes.cjs');

const json = require.extensions['.json'];
delete require.extensions['.json'];
require.extensions['.ts'] = (module, file) =>
	module._compile(stripTypes(readFileSync(file, 'utf8'), file), file);
require.extensions['.json'] = json;
// What jest gives its tests, and what the harness holds outputs with.
globalThis.expect = expect;
