import js from '@eslint/js';
import { config as communityNode } from '@n8n/node-cli/eslint';
import { globalIgnores } from 'eslint/config';
import importX from 'eslint-plugin-import-x';
import tseslint from 'typescript-eslint';

/** What n8n loads; everything else in the repository never reaches a user. */
const SHIPPED = ['nodes/**/*.ts', 'credentials/**/*.ts'];

/**
 * node-cli aims its rules at every TypeScript file, tests included. They are about what runs inside
 * n8n (no timers, no file access, no Node modules), so they apply to the shipped sources only.
 */
const shippedRules = communityNode.map((block) =>
	block.files?.includes('**/*.ts') ? { ...block, files: SHIPPED } : block,
);

/** From far to near, by name within each; `npm run lint:fix` puts them so. */
const importOrder = {
	files: ['**/*.ts', '**/*.mjs'],
	plugins: { order: importX },
	rules: {
		'order/order': [
			'error',
			{
				groups: ['builtin', 'external', 'parent', 'sibling'],
				alphabetize: { order: 'asc', caseInsensitive: true, orderImportKind: 'asc' },
				'newlines-between': 'never',
				named: true,
			},
		],
	},
};

export default tseslint.config(
	globalIgnores(['dist', 'coverage', 'artifacts', '.cache']),
	importOrder,
	// A disable comment has no effect and is reported; the scripts run with --max-warnings 0.
	{ linterOptions: { noInlineConfig: true, reportUnusedDisableDirectives: 'error' } },
	shippedRules,
	{
		files: SHIPPED,
		rules: {
			'@typescript-eslint/ban-ts-comment': [
				'error',
				{ 'ts-expect-error': true, 'ts-ignore': true, 'ts-nocheck': true },
			],
			'@typescript-eslint/consistent-type-imports': 'error',
			'@typescript-eslint/no-non-null-assertion': 'error',
			'max-lines': ['error', { max: 250 }],
		},
	},
	{ files: ['nodes/**/*.operation.ts'], rules: { 'max-lines': ['error', { max: 150 }] } },
	{ files: ['nodes/**/*.node.ts'], rules: { 'max-lines': ['error', { max: 100 }] } },
	{
		files: ['test/**/*.ts', 'scripts/**/*.ts'],
		extends: [js.configs.recommended, tseslint.configs.strict],
		rules: {
			'@typescript-eslint/ban-ts-comment': [
				'error',
				{ 'ts-expect-error': 'allow-with-description', 'ts-ignore': true, 'ts-nocheck': true },
			],
			'@typescript-eslint/consistent-type-imports': 'error',
			'no-restricted-globals': ['error', { name: 'test', message: 'A test begins with "it".' }],
		},
	},
	{
		files: ['**/*.mjs'],
		extends: [js.configs.recommended],
		languageOptions: { globals: { console: 'readonly', process: 'readonly', URL: 'readonly' } },
	},
	{
		files: ['*.js'],
		extends: [js.configs.recommended],
		languageOptions: {
			sourceType: 'commonjs',
			globals: { exports: 'writable', module: 'writable', require: 'readonly' },
		},
	},
);
