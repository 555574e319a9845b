const { execFile } = require('node:child_process');
const { mkdirSync, readFileSync, writeFileSync } = require('node:fs');
const path = require('node:path');
const process = require('node:process');
const { build } = require('esbuild');
const { dest, parallel, series, src, watch } = require('gulp');
const { n8n } = require('./package.json');

const ASSETS = ['nodes/**/*.{svg,node.json}', 'credentials/**/*.svg'];
const SOURCES = ['nodes/**/*.ts', 'credentials/**/*.ts'];
/** What n8n lends to the packages that it loads. */
const LENT = ['n8n-workflow', 'zod', 'luxon'];
const BUNDLE = 'dist/bundle.js';

/** The files that n8n loads, each with the class that it looks for in there. */
const entries = [...n8n.nodes, ...n8n.credentials].map((file) => ({
	file,
	source: `./${file.replace(/^dist\//, '').replace(/\.js$/, '')}`,
	className: path.basename(file).split('.')[0],
}));

function write(file, text) {
	mkdirSync(path.dirname(file), { recursive: true });
	writeFileSync(file, text);
}

/**
 * Makes one file of all sources and of the libraries that n8n does not lend, and a thin one for each class
 * where n8n looks for it. The licences of the libraries stand at the end.
 */
async function bundle() {
	const { outputFiles, metafile } = await build({
		stdin: {
			contents: entries
				.map(({ className, source }) => `export { ${className} } from '${source}';`)
				.join('\n'),
			resolveDir: process.cwd(),
			loader: 'ts',
		},
		bundle: true,
		platform: 'node',
		target: 'node20',
		format: 'cjs',
		external: LENT,
		charset: 'utf8',
		legalComments: 'none',
		write: false,
		metafile: true,
	});
	const [{ text }] = outputFiles;
	write(BUNDLE, text + licencesOf(Object.keys(metafile.inputs)));
	for (const { file, className } of entries) {
		const from = path.posix.relative(path.posix.dirname(file), BUNDLE);
		write(file, `exports.${className} = require('${from}').${className};\n`);
	}
}

function licencesOf(inputs) {
	const libraries = inputs.map((input) => /^node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(input)?.[1]);
	return [...new Set(libraries.filter((name) => name !== undefined))]
		.sort()
		.map((name) => {
			const licence = readFileSync(path.join('node_modules', name, 'LICENSE'), 'utf8').trim();
			return `\n/*!\n${name}\n\n${licence}\n*/\n`;
		})
		.join('');
}

/** Copies icons and codex files. */
function copy() {
	return src(ASSETS, { base: '.', encoding: false }).pipe(dest('dist'));
}

/** Writes the output schemas, in a process of its own that reads the sources as they are now. */
function schemas(done) {
	execFile(process.execPath, ['--import', 'tsx', 'scripts/writeOutputSchemas.ts'], done);
}

/** Writes what the package holds, so that n8n loads a node when a workflow uses it. */
function metadata(done) {
	execFile(process.execPath, ['node_modules/.bin/n8n-generate-metadata'], done);
}

exports.build = series(parallel(copy, schemas, bundle), metadata);
exports.watch = () => {
	watch(ASSETS, { ignoreInitial: false }, copy);
	watch(SOURCES, { ignoreInitial: false }, series(parallel(schemas, bundle), metadata));
};
