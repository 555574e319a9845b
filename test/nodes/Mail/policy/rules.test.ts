import { RULES } from '../../../../nodes/Mail/policy/requests';
import { asked, runStep, useMailboxes } from '../../../harness/mail';
import { attacks, deletions, policies } from '../../../policy/mailboxUnderAttack';
import { fillMailbox, world } from './ownMailbox';

/** Each rule holds something that nothing else holds. */

useMailboxes();

/** Runs with one of the rules taken away. */
async function without(rule: string | undefined, run: () => Promise<unknown>): Promise<void> {
	const held = RULES.find(({ request }) => request === rule);
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

it('has an attack for every rule', () => {
	const held = new Set([...attacks, ...deletions].map(({ rule }) => rule));
	const rules = RULES.filter(({ effects }) => effects).map(({ request }) => request);
	expect(rules.filter((rule) => !held.has(rule))).toEqual([]);
});

it.each(RULES.filter(({ effects }) => effects))(
	'a refusal of $request says in words what it was',
	({ what }) => {
		expect(what).toMatch(/^[A-Z][a-z]+ing an? ([a-z]+ )?[a-z]+$/);
	},
);

it.each(RULES.filter(({ effects }) => !effects))(
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
