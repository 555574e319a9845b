/** Writes the output schema of every step beside its compiled node; a part of `npm run build`. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { outputSchemas } from './outputSchemas';
import { ROOT } from './sources';

for (const { file, schema } of outputSchemas()) {
	const target = path.join(ROOT, 'dist', file);
	const text = JSON.stringify(schema);
	mkdirSync(path.dirname(target), { recursive: true });
	// An untouched file restarts no n8n that watches dist/.
	if (!existsSync(target) || readFileSync(target, 'utf8') !== text) writeFileSync(target, text);
}
