import { EVERY_WRITE } from '../../../../nodes/Mail/outgoing/writes';
import { asked, runStep, useMailboxes } from '../../../harness/mail';
import { attacks, deletions, policies } from '../../../policy/mailboxUnderAttack';
import { fillMailbox, world } from './ownMailbox';

/** Each rule holds something that nothing else holds. */

useMailboxes();

/** Runs with one of the rules taken away. */
async function without(rule: string | undefined, run: () => Promise<unknown>): Promise<void> {
	const held = EVERY_WRITE.find(({ request }) => request === rule);
	if (!held?.effects) throw new Error(`There is no rule for ${rule}`);
	const { effects } = held;
	delete held.effects;
	try {
		await run();
	} finally {
		held.effects = effects;
	}
}

it.each(attacks.filter(({ rule }) => rule))(
	'nothing else than the rule for $rule holds an agent that $what',
	async ({ step, parameters, rule }) => {
		const given = parameters(fillMailbox());
		const before = world();
		await without(
			rule,
			async () => await runStep(step, given, { credentialData: policies.listed }),
		);
		expect(world()).not.toBe(before);
	},
);

it.each(deletions.filter(({ rule }) => rule))(
	'by nothing else than the rule for $rule: $what',
	async ({ step, parameters, rule }) => {
		const given = parameters(fillMailbox());
		const before = world();
		await without(
			rule,
			async () => await runStep(step, given, { credentialData: policies.nothing }),
		);
		expect(world()).not.toBe(before);
	},
);

it('names what an API call may set by each write without a rule, so that it cannot hold more', () => {
	const silent = EVERY_WRITE.filter(({ effects }) => !effects);
	expect(silent.length).toBeGreaterThan(10);
	expect(silent.filter(({ properties }) => !properties)).toEqual([]);
});

it('has an attack for every rule', () => {
	const held = new Set([...attacks, ...deletions].map(({ rule }) => rule));
	const rules = EVERY_WRITE.filter(({ effects }) => effects).map(({ request }) => request);
	expect(rules.filter((rule) => !held.has(rule))).toEqual([]);
});

it.each(EVERY_WRITE.filter(({ effects }) => effects))(
	'a refusal of $request says in words what it was',
	({ what }) => {
		expect(what).toMatch(/^[A-Z][a-z]+ing an? ([a-z]+ )?[a-z]+$/);
	},
);

it.each(EVERY_WRITE.filter(({ effects }) => !effects))(
	'an API Call may ask $request',
	async ({ request }) => {
		const [method = '', path = ''] = request.split(' ');
		const endpoint = `/me/${path.replace(/:[a-z]+/g, 'A')}`;
		await runStep(
			'advanced.apiCall',
			{ method, endpoint, body: '{}' },
			{ credentialData: policies.listed, continueOnFail: true },
		);
		expect(asked()).toEqual([`${method} ${endpoint}`]);
	},
);
