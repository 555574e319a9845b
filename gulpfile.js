const { execFile } = require('node:child_process');
const process = require('node:process');
const { dest, parallel, src, watch } = require('gulp');

const ASSETS = ['nodes/**/*.{svg,node.json}', 'credentials/**/*.svg'];
const SOURCES = 'nodes/**/*.ts';

/** Copies what tsc leaves behind: icons and codex files. */
function copy() {
	return src(ASSETS, { base: '.', encoding: false }).pipe(dest('dist'));
}

/** Writes the output schemas, in a process of its own that reads the sources as they are now. */
function schemas(done) {
	execFile(process.execPath, ['--import', 'tsx', 'scripts/writeOutputSchemas.ts'], done);
}

exports.assets = parallel(copy, schemas);
exports.watch = () => {
	watch(ASSETS, { ignoreInitial: false }, copy);
	watch(SOURCES, { ignoreInitial: false }, schemas);
};
