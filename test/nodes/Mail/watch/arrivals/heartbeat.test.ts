import type { INodeParameters } from 'n8n-workflow';
import type { TriggerBench } from '../../../../harness/trigger';
import { MINUTE, SECOND, START, startTriggerBench, subjects } from '../../../../harness/trigger';

const HOUR = 60 * MINUTE;
const benches: TriggerBench[] = [];

async function activeTrigger(options: INodeParameters = { heartbeat: 2 }): Promise<TriggerBench> {
	const bench = await startTriggerBench({ options });
	benches.push(bench);
	await bench.activate();
	return bench;
}

afterEach(async () => {
	for (const bench of benches.splice(0)) await bench.stop();
});

describe('the heartbeat', () => {
	it('is an item when no email started the workflow for as long as was chosen', async () => {
		const bench = await activeTrigger();
		expect(await bench.poll({ after: 2 * HOUR - SECOND })).toEqual([]);
		const items = await bench.poll({ after: SECOND });
		expect(items.map(({ json }) => json)).toEqual([
			{
				heartbeat: true,
				polledAt: new Date(START + 2 * HOUR).toISOString(),
				quietSince: new Date(START).toISOString(),
				polls: 3,
				failedPolls: 0,
			},
		]);
		expect(await bench.poll({ after: 2 * HOUR - SECOND })).toEqual([]);
		expect(await bench.poll({ after: SECOND })).toHaveLength(1);
	});

	it('is put off by an email that starts the workflow', async () => {
		const bench = await activeTrigger();
		bench.time.now += HOUR;
		bench.mailbox.deliver({ subject: 'mail', from: 'a@contoso.com' });
		expect(subjects(await bench.poll({ after: SECOND }))).toEqual(['mail']);
		expect(await bench.poll({ after: HOUR })).toEqual([]);
		const [item] = await bench.poll({ after: HOUR });
		expect(item?.json).toMatchObject({ heartbeat: true, polls: 2 });
	});

	it('comes also where the saved state says that the workflow got something in the future', async () => {
		const bench = await activeTrigger();
		bench.memory.cursor = { ...bench.cursor(), emittedAt: START + 1_000 * HOUR };
		expect(await bench.poll()).toEqual([]);
		const [item] = await bench.poll({ after: 2 * HOUR });
		expect(item?.json).toMatchObject({ heartbeat: true });
	});

	it('says how many polls failed, and why the last one did', async () => {
		const bench = await activeTrigger();
		bench.simulator.faults.next({ path: /messages/, times: Infinity }, { status: 503 });
		await expect(bench.poll()).rejects.toThrow();
		await expect(bench.poll()).rejects.toThrow();
		bench.simulator.faults.clear();
		const [item] = await bench.poll({ after: 2 * HOUR });
		expect(item?.json).toMatchObject({
			heartbeat: true,
			polls: 4,
			failedPolls: 2,
			lastFailure: expect.stringMatching(/./),
		});
		const [next] = await bench.poll({ after: 2 * HOUR });
		expect(next?.json).toMatchObject({ polls: 1, failedPolls: 0 });
		expect(next?.json).not.toHaveProperty('lastFailure');
	});

	it('counts from the activation also after a restart of n8n', async () => {
		const bench = await activeTrigger();
		await bench.poll({ after: HOUR });
		bench.restart();
		expect(await bench.poll({ after: HOUR })).toHaveLength(1);
	});

	it('is not there unless it was asked for', async () => {
		const bench = await activeTrigger({});
		expect(await bench.poll({ after: 1_000 * HOUR })).toEqual([]);
	});
});
