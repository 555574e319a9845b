import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { ROOT } from '../../scripts/sources';

/** Written so that no pattern matches its own source. */
const REFUSED = [
	{ what: 'a switched-off lint rule', pattern: /\beslint-(disab|enab)(le)\b/ },
	{ what: 'a switched-off type check', pattern: /@ts-(igno)(re)|@ts-(noche)(ck)/ },
	{ what: 'code kept from the formatter', pattern: /\bprettier-(igno)(re)\b/ },
	{ what: 'code kept from coverage', pattern: /\b(istanbul|c8|v8) (igno)(re)\b/ },
	{ what: 'a path of somebody’s machine', pattern: /(?<![\w.~@-])\/(root|home|Users|work)\/[\w.]/ },
	{ what: 'a drive of somebody’s machine', pattern: /\b[A-Z]:\\Users\\/ },
	{ what: 'an address inside somebody’s network', pattern: /\b(10|192\.168)(\.\d{1,3}){2,3}:\d+/ },
	{
		what: 'a skipped or single test',
		pattern: /\b(describe|it|test)\.(on)(ly)\b|\b[fx](it|describe)\(/,
	},
];

const BINARY = /\.(png|jpg|gif|ico|woff2?|tgz|zip|pdf)$/;

const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
	cwd: ROOT,
	encoding: 'utf8',
})
	.split('\n')
	.filter((file) => file !== '' && file !== 'package-lock.json' && !BINARY.test(file))
	.filter((file) => existsSync(path.join(ROOT, file)));

describe('the text of the repository', () => {
	it.each(REFUSED)('holds no trace of $what', ({ pattern }) => {
		const found = files.flatMap((file) =>
			readFileSync(path.join(ROOT, file), 'utf8')
				.split('\n')
				.flatMap((line, index) =>
					pattern.test(line) ? [`${file}:${index + 1} ${line.trim()}`] : [],
				),
		);
		expect(found).toEqual([]);
	});

	it('is really read', () => {
		expect(files).toContain('package.json');
		expect(files.length).toBeGreaterThan(20);
	});
});
