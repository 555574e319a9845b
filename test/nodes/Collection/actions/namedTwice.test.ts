import type { INodeParameters } from 'n8n-workflow';
import { provider, runStep, useCollection, world } from '../../../harness/collection';

useCollection();

it.each<[string, INodeParameters, () => Array<{ full_name: string | null }>]>([
	['advanced.inviteTeamMember', { role: 'viewer' }, () => world().team.slice(1)],
	['client.createClient', {}, () => world().clients],
])('%s adds whom the first of two items describes', async (step, more, added) => {
	// The first one goes alone, to find out what the quota leaves. Of the others, the later one would be first.
	provider().faults.next({ method: 'POST' }, { delayMs: 0 });
	provider().faults.next({ method: 'POST' }, { delayMs: 100 });
	const items = [
		{ json: { email: 'kim@contoso.com', name: 'Kim' } },
		{ json: { email: 'sam@contoso.com', name: 'Sam One' } },
		{ json: { email: 'sam@contoso.com', name: 'Sam Two' } },
	];
	const parameters = { ...more, email: '={{ $json.email }}', name: '={{ $json.name }}' };
	const done = await runStep(step, parameters, { items, continueOnFail: true });
	expect(added().map(({ full_name: name }) => name)).toEqual(['Kim', 'Sam One']);
	expect(done.map(({ json }) => json.error ?? json.full_name)).toEqual([
		'Kim',
		'Sam One',
		expect.stringContaining('Email has already been taken'),
	]);
});
