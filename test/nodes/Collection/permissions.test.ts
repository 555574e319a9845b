import fc from 'fast-check';
import { collectionRegistry } from '../../../nodes/Collection/registry';
import { provider, runStep, useCollection } from '../../harness/collection';
import type { Choice } from './outgoing/anyStep';
import { anyChoice, fillAccount, STEPS } from './outgoing/anyStep';

/** The permissions that the steps name: whoever grants no others reads them in docs/steps.md and in errors. */

useCollection();

const steps = collectionRegistry.groups.flatMap(({ resource, operations }) =>
	operations.map(({ id, permission }) => ({ step: `${resource}.${id}`, permission })),
);
const API_CALL = 'advanced.apiCall';
const choices = fc.sample(anyChoice, { numRuns: 16, seed: 3 });

/** @returns why a step failed in an account that is filled anew. */
async function failureOf(step: string, choice: Choice, scope?: string) {
	fillAccount();
	const oauthTokenData = { ...provider().tokens.issue('collection', { scope }) };
	const run = runStep(step, STEPS[step]?.(choice), { credentialData: { oauthTokenData } });
	return await run.then(
		() => undefined,
		(error: unknown) => String(error),
	);
}

it.each(steps.filter(({ step }) => step !== API_CALL))(
	'$step needs no others than it names',
	async ({ step, permission }) => {
		const named = permission.map((one) => one.split(' ', 1)[0]).join(' ');
		let done = 0;
		for (const choice of choices) {
			if ((await failureOf(step, choice)) !== undefined) continue;
			expect(await failureOf(step, choice, named)).toBeUndefined();
			done += 1;
		}
		expect(done).toBeGreaterThan(0);
	},
);
