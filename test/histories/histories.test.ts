import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';
import { pathToFileURL } from 'node:url';

/** They take some 12 s of a core, and longer on a machine that has more to do. `.ci/run` plays a thousand. */
const COUNT = 200;
jest.setTimeout(900_000);

async function node(...args: string[]): Promise<{ code: number; output: string }> {
	const child = spawn(process.execPath, args);
	const ended = new Promise<number>((resolve) => child.on('close', resolve));
	const [out, err, code] = await Promise.all([text(child.stdout), text(child.stderr), ended]);
	return { code, output: out + err };
}

const histories = async (...options: string[]) =>
	await node(`${__dirname}/run.mjs`, '--workers', '1', ...options);

it('nothing is lost, repeated or told wrongly in random histories of triggers, sends and approvals', async () => {
	const { code, output } = await histories('--count', String(COUNT));
	console.log(output);
	expect(output).toContain('Nothing lost, nothing repeated, nothing wrong.');
	expect(code).toBe(0);
});

describe('a planted fault', () => {
	it('is found, made short, and found again by the seed that is named', async () => {
		const { code, output } = await histories(
			'--plant',
			'everyAnswer',
			'--seed',
			'1',
			'--count',
			'50',
		);
		expect(output).toMatch(/goes wrong, number \d+:\nquestion \d: \d answers are taken/);
		expect(output).toContain('As short as it still goes wrong:');
		expect(code).toBe(1);
		const [, options = ''] = /To play it again: npm run histories -- (.+)/.exec(output) ?? [];
		const again = await histories(...options.split(' '));
		expect(again.output).toContain('goes wrong, number 1:');
	});

	it('can be planted where each says', async () => {
		const plants = pathToFileURL(`${__dirname}/plants.mjs`).href;
		const check = `import('${plants}').then(({ checkPlants }) => checkPlants())`;
		expect(await node('--eval', check)).toEqual({ code: 0, output: '' });
	});
});

it.each([
	[['--count', 'many'], '--count must be a whole number of at least 1, not "many".'],
	[['--seed', '-1'], "Option '--seed' argument is ambiguous"],
	[['--plant', 'weeds'], '--plant must be one of shortWindow,'],
	[['--only', 'letters'], 'No kind of histories has "letters" in its name'],
])('says what is wrong with %j', async (options, said) => {
	const { code, output } = await histories(...options);
	expect(code).toBe(1);
	expect(output).toContain(said);
});
