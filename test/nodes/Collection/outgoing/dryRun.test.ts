import fc from 'fast-check';
import type { INodeExecutionData } from 'n8n-workflow';
import { collectionRegistry } from '../../../../nodes/Collection/registry';
import {
	arrived,
	pat,
	provider,
	runForOne,
	runStep,
	useCollection,
	world,
} from '../../../harness/collection';
import { locator } from '../../../harness/steps';
import { reachedBy } from '../../../policy/notifyingCollectionRequests';
import { observeRequests } from '../../../simulator/requestLog';
import type { Choice } from './anyStep';
import { anyChoice, fillAccount, STEPS } from './anyStep';

useCollection();

const credentialData = { dryRun: true };
const steps = collectionRegistry.groups.flatMap(({ resource, operations }) =>
	operations.map(({ id, label }) => ({ step: `${resource}.${id}`, label })),
);
/** EVERY_STEP=full looks longer. With a write taken to be harmless, 11 of these choices show it. */
const RUNS = process.env.EVERY_STEP === 'full' ? 40 : 15;
const READING = /\.(list|get|find|download|whoAmI)/;

/** The writes that arrived and reach somebody, delete something, or go on by themselves. */
const seen: string[] = [];
observeRequests((entry) => {
	const { method, path } = entry;
	if (method === 'GET') return;
	const { atOnce } = reachedBy(entry, world());
	const isTold = atOnce === 'anybody' || atOnce.length > 0;
	if (isTold || method === 'DELETE' || /webhooks|team_members/.test(path))
		seen.push(`${method} ${path}`);
});

async function run(step: string, choice: Choice, stored: { dryRun?: boolean }) {
	fillAccount();
	seen.length = 0;
	provider().requests.clear();
	const options = { credentialData: { ...stored }, continueOnFail: true };
	const items = await runStep(step, STEPS[step]?.(choice), options);
	return { items, done: [...seen] };
}

const isDry = ({ json }: INodeExecutionData) => json.dryRun === true;
const isRed = ({ json }: INodeExecutionData) => json.error !== undefined;

describe('Every step of a credential whose Dry Run is on', () => {
	it.each(steps)(
		'$step tells nobody and deletes nothing, and says what it would do',
		async (one) => {
			const notes: unknown[] = [];
			for (const choice of fc.sample(anyChoice, { numRuns: RUNS, seed: 1 })) {
				const real = await run(one.step, choice, {});
				const { items, done } = await run(one.step, choice, credentialData);
				expect(done).toEqual([]);
				if (real.done.length > 0) expect(items.every(isDry)).toBe(true);
				if (!real.items.some(isRed)) expect(items.filter(isRed)).toEqual([]);
				notes.push(...items.filter(isDry).map(({ json }) => json.would));
			}
			for (const note of notes) expect(note).toMatch(new RegExp(`^${one.label}: .+`));
			expect(notes.length > 0).toBe(!READING.test(one.step));
		},
	);
});

describe('What happens as usual', () => {
	it('is a draft of a request, and a change of one that stays a draft', async () => {
		const client = pat();
		const drafted = { sendToClient: false, client: locator('id', client.id) };
		const made = await runForOne(
			'request.createRequestWithForm',
			{
				...drafted,
				name: 'New',
				pages:
					'[{"name":"P","sections_data":[{"name":"S","questions_data":[{"question":"Q","data_type":"text"}]}]}]',
			},
			{ credentialData },
		);
		expect(made.dryRun).toBeUndefined();
		const request = locator('id', String(made.id));
		const renamed = { request, newName: 'Renamed' };
		expect(await runForOne('request.updateRequest', renamed, { credentialData })).toMatchObject({
			name: 'Renamed',
		});
		expect(await runForOne('request.publishRequest', { request }, { credentialData })).toEqual({
			dryRun: true,
			would: 'Publish Request: 1 person would be told',
		});
		expect(world().requests.map(({ status }) => status)).toEqual(['draft']);
	});

	it('is a call that reads; every other one is a note', async () => {
		const parameters = { method: 'POST', endpoint: '/clients', body: '{"email":"a@contoso.com"}' };
		expect(await runForOne('advanced.apiCall', parameters, { credentialData })).toEqual({
			dryRun: true,
			would: 'Client-Collection API Call: a call would be made that is not known to be silent',
		});
		expect(arrived()).toEqual([]);
		const read = { method: 'GET', endpoint: '/clients' };
		await runStep('advanced.apiCall', read, { credentialData });
		expect(arrived()).toEqual(['GET /clients']);
	});
});
