import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { INodeParameters } from 'n8n-workflow';
import { z } from 'zod';
import { ROOT } from '../../../../../scripts/sources';
import { startTriggerBench } from '../../../../harness/trigger';

const example = z.object({
	nodes: z.array(z.object({ parameters: z.custom<INodeParameters>() })),
});

it('approval.json asks about each email: a question is one for all that start a workflow together', async () => {
	const text = readFileSync(path.join(ROOT, 'examples/approval.json'), 'utf8');
	const [watching] = example.parse(JSON.parse(text)).nodes;
	const bench = await startTriggerBench(watching?.parameters);
	jest.spyOn(Date, 'now').mockImplementation(bench.clock.now);
	try {
		await bench.activate();
		for (const name of ['ann', 'bob']) {
			bench.mailbox.deliver({ subject: 'Onboarding', from: `${name}@example.com` });
		}
		const from = async () => (await bench.poll()).map(({ json }) => Object(json.from).address);
		const started = [await from(), await from(), await from()];
		expect(started).toEqual([['ann@example.com'], ['bob@example.com'], []]);
	} finally {
		jest.restoreAllMocks();
		await bench.stop();
	}
});
