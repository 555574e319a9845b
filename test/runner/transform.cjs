const { createHash } = require('node:crypto');
const { transformSync, version } = require('esbuild');

const OPTIONS = {
	loader: 'ts',
	format: 'cjs',
	target: 'node20',
	sourcemap: 'inline',
	sourcesContent: false,
};

/** For jest: strips the types of one file at a time; `npm run typecheck` is what checks them. */
module.exports = {
	process: (text, file) => transformSync(text, { ...OPTIONS, sourcefile: file }),
	getCacheKey: (text, file) =>
		createHash('sha256')
			.update([version, JSON.stringify(OPTIONS), file, text].join('\0'))
			.digest('hex'),
};
