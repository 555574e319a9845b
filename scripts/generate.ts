/**
 * `npm run generate`: writes every file that is checked in and made from the rest of the project.
 * Names that workflows store stay in their file when a field is gone, and the run fails:
 * `-- --drop-names` drops them on purpose.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { GENERATED } from './generated';
import { ROOT } from './sources';
import { lostNames, renderCurrentNames, STORED_NAMES_FILE } from './storedNames';

const { values } = parseArgs({ options: { 'drop-names': { type: 'boolean', default: false } } });

function write(file: string, text: string): void {
	const target = path.join(ROOT, file);
	const isNew = !existsSync(target) || readFileSync(target, 'utf8') !== text;
	if (isNew) writeFileSync(target, text);
	console.log(`${isNew ? 'written   ' : 'up to date'} ${file}`);
}

if (values['drop-names']) write(STORED_NAMES_FILE, renderCurrentNames());
for (const { file, render } of GENERATED) write(file, render());

const lost = lostNames();
if (lost.length > 0) {
	console.error(
		`\nNothing has these names any more, and workflows that hold one would break:\n  ${lost.join('\n  ')}\n` +
			`They stay in ${STORED_NAMES_FILE}, and a test fails as long as they are missing.\n` +
			'To drop them on purpose: npm run generate -- --drop-names',
	);
	process.exitCode = 1;
}
