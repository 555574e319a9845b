import type { INodeParameters } from 'n8n-workflow';
import { runStep, useMailboxes } from '../../../harness/mail';

useMailboxes();

it.each<[string, INodeParameters[], string]>([
	['email.createFolder', [{ name: 'Invoices' }, { name: 'invoices' }], 'Invoices'],
	[
		'email.createLabel',
		[
			{ name: 'Invoice', color: 'preset0' },
			{ name: 'invoice', color: 'preset7' },
		],
		'Invoice',
	],
	['calendar.createCalendar', [{ name: 'Team' }, { name: 'team' }], 'Team'],
])(
	'%s makes what the first of two items names, and refuses the second',
	async (step, both, name) => {
		const items = both.map(({ name, color = 'none' }) => ({ json: { name, color } }));
		const given = { name: '={{ $json.name }}', color: '={{ $json.color }}' };
		const parameters = step.endsWith('Label') ? given : { name: given.name };
		const [first, second] = await runStep(step, parameters, { items, continueOnFail: true });
		expect(first?.json.name).toBe(name);
		expect(second?.json.error).toMatch(/already/);
	},
);
