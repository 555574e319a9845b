const { dest, src } = require('gulp');

/** Copies what tsc leaves behind: icons and codex files. */
function buildIcons() {
	return src(['nodes/**/*.{svg,node.json}', 'credentials/**/*.svg'], {
		base: '.',
		encoding: false,
	}).pipe(dest('dist'));
}

exports['build:icons'] = buildIcons;
