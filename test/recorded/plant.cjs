/**
 * Preloaded behind `loadTypeScript.cjs`: one source is read with a fault in it, which the environment
 * gives (PLANTED, as JSON).
 */
const { readFileSync } = require('node:fs');
const path = require('node:path');
const stripTypes = require('../harness/stripTypes.cjs');

const { file, find, put } = JSON.parse(process.env.PLANTED ?? '{"file":""}');
const planted = path.resolve(file);
const load = require.extensions['.ts'];
require.extensions['.ts'] = (module, source) => {
	if (source !== planted) return load(module, source);
	const text = readFileSync(source, 'utf8');
	if (text.split(find).length !== 2) throw new Error(`${file} does not hold once: ${find}`);
	const faulty = text.replace(find, () => put);
	return module._compile(stripTypes(faulty, source), source);
};
