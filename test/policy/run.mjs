/**
 * `npm run attack`: what an agent that obeys strangers does to the simulated accounts, under each policy and
 * under one's own. Hands its options to attack.ts by the environment: Jest would take them for its own.
 */
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { run } from 'jest';

const { values } = parseArgs({
	options: { policy: { type: 'string' }, docs: { type: 'boolean', default: false } },
});
if (values.policy && values.docs) {
	throw new Error('--docs needs the policies of the table: leave --policy out.');
}
process.env.ATTACK_POLICY = values.policy ? resolve(values.policy) : '';
process.env.ATTACK_DOCS = values.docs ? 'yes' : '';
await run(['--testMatch', '**/test/policy/attack.ts', '--runInBand']);
