import fc from 'fast-check';
import type { CollectionWrite } from '../../../../nodes/Collection/outgoing/writes';
import { EVERY_WRITE } from '../../../../nodes/Collection/outgoing/writes';
import { collectionRegistry } from '../../../../nodes/Collection/registry';
import { provider, runStep, useCollection, world } from '../../../harness/collection';
import { reachedBy } from '../../../policy/notifyingCollectionRequests';
import { observeRequests } from '../../../simulator/requestLog';
import type { Choice } from './anyStep';
import { ALLOWED, anyChoice, fillAccount, LISTED, STEPS } from './anyStep';

useCollection();

const anyPolicy = fc.record({
	strict: fc.boolean(),
	whoMayBeWrittenTo: fc.constantFrom('anyone', 'listed', 'nobody'),
	whatMayBeDeleted: fc.constantFrom('anything', 'nothing'),
	allowedAddresses: fc.constant(ALLOWED),
});
type Policy = typeof anyPolicy extends fc.Arbitrary<infer Value> ? Value : never;

const isListed = (address: string) =>
	LISTED.includes(address) || /^[^@]+@contoso\.com$/.test(address);

/** What each request that arrives does, told as it arrives: afterwards the account is another. */
const seen: Array<{ method: string; path: string } & ReturnType<typeof reachedBy>> = [];
observeRequests((entry) => {
	const { method, path } = entry;
	if (method !== 'GET') seen.push({ method, path, ...reachedBy(entry, world()) });
});

/** The writes that arrived although the policy is against them. */
function breaches({ strict, whoMayBeWrittenTo, whatMayBeDeleted }: Policy): string[] {
	const who = strict ? 'listed' : whoMayBeWrittenTo;
	const deletions = strict ? 'nothing' : whatMayBeDeleted;
	const isBreach = ({ method, atOnce, later }: (typeof seen)[number]) => {
		if (deletions === 'nothing' && method === 'DELETE') return true;
		if (who === 'nobody') return atOnce === 'anybody' || atOnce.length > 0;
		if (who === 'anyone') return false;
		return [atOnce, later].some((whom) => whom === 'anybody' || !whom.every(isListed));
	};
	return seen.filter(isBreach).map(({ method, path }) => `${method} ${path}`);
}

/** EVERY_STEP=full looks longer. Of the breaches below, the rarest shows in one of fourteen choices for its step. */
const RUNS = process.env.EVERY_STEP === 'full' ? 150 : 40;

async function breachesOf(step: string, choice: Choice, policy: Policy): Promise<string[]> {
	fillAccount();
	seen.length = 0;
	provider().requests.clear();
	const parameters = STEPS[step]?.(choice);
	await runStep(step, parameters, { credentialData: policy, continueOnFail: true });
	return breaches(policy);
}

const operations = collectionRegistry.groups.flatMap(({ resource, operations: ofResource }) =>
	ofResource.map(({ id, effects }) => ({ step: `${resource}.${id}`, effects })),
);
const steps = operations.map(({ step }) => step);
const writing = steps.filter((step) => !/\.(list|get|find|download|whoAmI)/.test(step));

it('every step is tried here', () => {
	expect(Object.keys(STEPS).sort()).toEqual([...steps].sort());
});

it.each(steps)('%s reaches nobody and deletes nothing against the policy', async (step) => {
	await fc.assert(
		fc.asyncProperty(anyChoice, anyPolicy, async (choice, policy) => {
			expect(await breachesOf(step, choice, policy)).toEqual([]);
		}),
		{ numRuns: writing.includes(step) ? RUNS : 10 },
	);
});

/** Whether a breach is found by trying every step that names the write. */
async function findsBreach(write: CollectionWrite): Promise<boolean> {
	const naming = operations.filter(({ effects }) => effects.includes(write));
	const { failed } = await fc.check(
		fc.asyncProperty(
			fc.constantFrom(...naming.map(({ step }) => step)),
			anyChoice,
			anyPolicy,
			async (step, choice, policy) => (await breachesOf(step, choice, policy)).length === 0,
		),
		{ numRuns: 5_000, endOnFailure: true },
	);
	return failed;
}

it.each(EVERY_WRITE)('a breach is found when $request is taken to be harmless', async (write) => {
	const { effects } = write;
	write.effects = undefined;
	try {
		expect(await findsBreach(write)).toBe(true);
	} finally {
		write.effects = effects;
	}
});
