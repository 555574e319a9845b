import { readFileSync } from 'node:fs';
import path from 'node:path';
import { GENERATED } from '../../scripts/generated';
import { ROOT } from '../../scripts/sources';

it.each(GENERATED)('$file is what "npm run generate" writes', ({ file, render }) => {
	expect(readFileSync(path.join(ROOT, file), 'utf8')).toBe(render());
});
