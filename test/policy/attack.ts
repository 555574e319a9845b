/** `npm run attack`: run.mjs beside it says what it takes. Jest, as the nodes are run in the harness of the tests. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { ROOT } from '../../scripts/sources';
import type { Simulator } from '../simulator/simulator';
import type { Outcome } from './attackTable';
import { intoPage, openWorld, PAGE, POLICIES, readPolicy, renderText, tryAll } from './attackTable';
import { HARMS } from './harm';

const { ATTACK_POLICY: file, ATTACK_DOCS: docs } = process.env;
const policies = file ? { [basename(file)]: readPolicy(file) } : POLICIES;

let simulator: Simulator;
const outcomes: Outcome[] = [];
beforeAll(async () => {
	simulator = await openWorld();
});

it.each(Object.entries(policies))(
	'%s',
	async (name, policy) => {
		outcomes.push(await tryAll(simulator, name, policy));
	},
	600_000,
);

afterAll(async () => {
	await simulator.stop();
	const folder = join(ROOT, 'artifacts');
	mkdirSync(folder, { recursive: true });
	const results = join(folder, 'attack.json');
	writeFileSync(results, JSON.stringify(outcomes, undefined, '\t'));
	const last = outcomes.at(-1);
	const got = (last?.tried ?? []).flatMap(({ attack, class: of, harm }) =>
		HARMS.filter((kind) => harm[kind].length > 0).map((kind) => `${kind}: ${of}: ${attack}`),
	);
	const lines = [
		renderText(outcomes),
		'Each class: reached / left lying / destroyed / changed for others; 0 where there is none.',
		`What ${last?.policy} did not hold: ${got.length === 0 ? 'nothing' : ''}`,
		...got.map((one) => `  ${one}`),
		...(last?.undone ?? []).map((one) => `  not done: ${one}`),
		`Everything in ${results}`,
	];
	process.stdout.write(`\n${lines.join('\n')}\n`);
	if (docs) writeFileSync(PAGE, intoPage(readFileSync(PAGE, 'utf8'), outcomes));
});
