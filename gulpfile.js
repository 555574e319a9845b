const { dest, src, watch } = require('gulp');

const ASSETS = ['nodes/**/*.{svg,node.json}', 'credentials/**/*.svg'];

/** Copies what tsc leaves behind: icons and codex files. */
function assets() {
	return src(ASSETS, { base: '.', encoding: false }).pipe(dest('dist'));
}

exports.assets = assets;
exports.watch = () => watch(ASSETS, { ignoreInitial: false }, assets);
