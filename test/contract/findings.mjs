/**
 * Lints with the community scanner's rules or with this repository's own, inline comments switched
 * off, and prints what they find as a JSON array, one entry for each order. A process of its own
 * because both configurations are ES modules.
 *
 * stdin: { rules: 'scanner' | 'own', cwd, orders }, where an order is
 *        { patterns: string[] }            files on disk
 *      | { texts: [{ path, text }] }       texts, linted as if they lay at path
 */
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { buildScanConfig } from '@n8n/scan-community-package/scanner/scanner.mjs';
import { ESLint } from 'eslint';

const { rules, cwd, orders } = JSON.parse(await text(process.stdin));

const eslint = new ESLint({
	cwd,
	allowInlineConfig: false,
	...(rules === 'scanner' && { overrideConfigFile: true, overrideConfig: await buildScanConfig() }),
});

const answers = [];
for (const { patterns = [], texts = [] } of orders) {
	const results = patterns.length > 0 ? await eslint.lintFiles(patterns) : [];
	for (const { path: filePath, text: source } of texts) {
		results.push(...(await eslint.lintText(source, { filePath: path.join(cwd, filePath) })));
	}
	const lines = results.flatMap(({ filePath, messages }) =>
		messages.map(
			({ line, column, ruleId, message }) =>
				`${path.relative(cwd, filePath)}:${line}:${column} ${message} (${ruleId})`,
		),
	);
	answers.push({ linted: results.length, lines });
}
console.log(JSON.stringify(answers));
