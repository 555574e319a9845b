import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { INode } from 'n8n-workflow';
import { ROOT } from '../../scripts/sources';
import { own, runStep, useMailboxes } from '../harness/mail';
import { failureOf } from '../harness/steps';

/** What a mailbox has to have before an example runs in it, which its notes say. */

useMailboxes();

const folder = join(ROOT, 'examples');
const examples = readdirSync(folder).map((file) => {
	const { nodes } = JSON.parse(readFileSync(join(folder, file), 'utf8')) as { nodes: INode[] };
	const steps = nodes.filter(({ parameters }) => parameters.operation === 'addLabel');
	const notes = nodes.filter(({ type }) => type.endsWith('.stickyNote'));
	return {
		file,
		steps,
		notes: notes.map(({ parameters }) => String(parameters.content)).join('\n'),
	};
});

it.each(examples.filter(({ steps }) => steps.length > 0))(
	'$file says that its label has to be there: without it the step fails',
	async ({ steps, notes }) => {
		const messageId = own().deliver({ subject: 'x', from: 'ann@contoso.com' }).immutableId;
		for (const { name, parameters } of steps) {
			const { label = '' } = parameters;
			const { message } = await failureOf(runStep('email.addLabel', { messageId, label }));
			expect(message).toMatch(/^Label: The mailbox has no label/);
			expect(notes).toMatch(new RegExp(`\\*\\*${name}\\*\\*.*[Cc]reate`));
		}
	},
);
