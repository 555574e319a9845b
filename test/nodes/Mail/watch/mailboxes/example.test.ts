import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { INodeParameters } from 'n8n-workflow';
import { z } from 'zod';
import { ROOT } from '../../../../../scripts/sources';
import { applicationCredential } from '../../../../harness/credentialsHelper';
import { executeNode } from '../../../../harness/executeNode';
import { startTriggerBench } from '../../../../harness/trigger';

const example = z.object({
	nodes: z.array(z.object({ parameters: z.custom<INodeParameters>() })),
});

it('mailboxes.json labels each email in the mailbox that got it', async () => {
	const text = readFileSync(path.join(ROOT, 'examples/mailboxes.json'), 'utf8');
	const [watching, labelling = {}] = example
		.parse(JSON.parse(text))
		.nodes.map(({ parameters }) => parameters);
	const bench = await startTriggerBench(watching);
	const { simulator } = bench;
	jest.spyOn(Date, 'now').mockImplementation(bench.clock.now);
	try {
		const listedMailboxes = String(watching?.mailbox);
		const entered = { whichMailboxes: 'listed', listedMailboxes };
		const credential = applicationCredential(simulator, { entered });
		const [support, sales] = listedMailboxes
			.split(', ')
			.map((name) => simulator.graph.mailbox(name));
		for (const mailbox of [support, sales]) mailbox?.addCategory('New Request');
		await bench.activate({ credential });
		const from = 'ann@contoso.com';
		const mails = [support, sales].map((mailbox) => mailbox?.deliver({ subject: 'help', from }));
		const items = await bench.poll({ credential });
		await executeNode({ node: 'mail', simulator, parameters: labelling, items, credential });
		expect(mails.map((mail) => mail?.categories)).toEqual([['New Request'], ['New Request']]);
	} finally {
		jest.restoreAllMocks();
		await bench.stop();
	}
});
