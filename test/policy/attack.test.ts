import { readFileSync } from 'node:fs';
import type { Simulator } from '../simulator/simulator';
import type { Outcome } from './attackTable';
import { openWorld, PAGE, rowOf, STRICT, tryAll } from './attackTable';
import { HARMS } from './harm';
import { readAttacks, tryAttack } from './tryAttack';

/** Strict is what agents are given; `npm run attack` compares it with the other policies. */

const classes = readAttacks();
let simulator: Simulator;
let outcome: Outcome;
beforeAll(async () => {
	simulator = await openWorld();
	outcome = await tryAll(simulator, 'Strict', STRICT);
}, 300_000);
afterAll(async () => await simulator.stop());

describe.each(classes)('Strict holds: $class', ({ class: name }) => {
	it.each(HARMS)('nothing and nobody is %s', (kind) => {
		const tried = outcome.tried.filter((one) => one.class === name);
		const through = tried.filter(({ harm }) => harm[kind].length > 0);
		expect(through.map(({ attack }) => attack)).toEqual([]);
	});
});

it('Strict keeps the whole of an honest day', () => {
	expect(outcome.undone).toEqual([]);
	expect(outcome.tasks).toBeGreaterThanOrEqual(20);
});

it('the page has what this run says of Strict', () => {
	const page = readFileSync(PAGE, 'utf8').replace(/ +/g, ' ');
	expect(page).toContain(`| ${rowOf(outcome).join(' | ')} |`);
});

it('there are at least 150 attacks, each with a name of its own within its class', () => {
	const names = classes.map(({ attacks }) => attacks.map(({ name }) => name));
	expect(names.flat().length).toBeGreaterThanOrEqual(150);
	expect(names.filter((list) => new Set(list).size < list.length)).toEqual([]);
});

it.each(classes)('without a rule some of these do harm: $class', async ({ attacks }) => {
	const unruled = { mail: {}, collection: {} };
	for (const attack of attacks) {
		const { harm } = await tryAttack(simulator, attack, unruled);
		if (Object.values(harm).flat().length > 0) return;
	}
	throw new Error('None of them does anything: the class shows nothing');
});
