import type { INodeParameters } from 'n8n-workflow';
import type { TriggerBench } from '../../../../harness/trigger';
import { startTriggerBench, subjects } from '../../../../harness/trigger';

/** A variable that n8n does not have: of a plan without variables, or with its name misspelt. */
const nothing = '={{ $vars.sender }}';
const benches: TriggerBench[] = [];

async function benchOf(node: string, parameters: INodeParameters): Promise<TriggerBench> {
	const bench = await startTriggerBench(parameters, 0, node);
	benches.push(bench);
	return bench;
}

afterEach(async () => {
	for (const bench of benches.splice(0)) await bench.stop();
});

describe('A field of a trigger whose expression gives nothing', () => {
	it.each<[string, string, INodeParameters]>([
		['mailTrigger', 'Search Filter', { searchFilter: nothing }],
		['calendarTrigger', 'Only Events That Match > Organizer', { filters: { organizer: nothing } }],
	])('starts nothing for %s, and is named: %s', async (node, field, parameters) => {
		const bench = await benchOf(node, parameters);
		await expect(bench.activate()).rejects.toMatchObject({
			message: `${field}: its expression gives nothing`,
			description: expect.stringContaining('Correct the expression or clear the field.'),
		});
	});

	it('is as good as empty where the expression says so', async () => {
		const bench = await benchOf('mailTrigger', { searchFilter: '={{ $vars.sender ?? "" }}' });
		await bench.activate();
		bench.mailbox.deliver({ subject: 'Any', from: 'ann@contoso.com' });
		expect(subjects(await bench.poll())).toEqual(['Any']);
	});
});
