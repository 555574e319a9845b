import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { IDataObject, INode, INodeType } from 'n8n-workflow';
import { Workflow } from 'n8n-workflow';
import { z } from 'zod';
import { Mail } from '../../../../../nodes/Mail/Mail.node';
import { ROOT } from '../../../../../scripts/sources';
import { OWN_MAILBOX } from '../../../../harness/account';
import { own, runForOne, runStep, useMailboxes } from '../../../../harness/mail';

useMailboxes();

const example = z.object({ nodes: z.array(z.custom<INode>()) });
const condition = z.object({
	conditions: z.object({ conditions: z.tuple([z.object({ leftValue: z.string() })]) }),
});

/** The nodes of the example, by name, as somebody fills them in whose mailbox this is. */
function briefing(): Map<string, INode> {
	const text = readFileSync(path.join(ROOT, 'examples/meeting-briefing.json'), 'utf8');
	const { nodes } = example.parse(JSON.parse(text));
	return new Map(
		nodes.map((node) => {
			const filled = node.name === 'Send Briefing' && { to: OWN_MAILBOX };
			return [node.name, { ...node, parameters: { ...node.parameters, ...filled } }];
		}),
	);
}

/** What an expression of the example gives for a meeting. */
function valueOf(expression: unknown, json: IDataObject): unknown {
	const nodes = [...briefing().values()].filter(({ type }) => type.endsWith('.mail'));
	const nodeType: INodeType = new Mail();
	const nodeTypes = {
		getByName: () => nodeType,
		getByNameAndVersion: () => nodeType,
		getKnownTypes: () => ({}),
	};
	const workflow = new Workflow({ nodes, connections: {}, active: false, nodeTypes });
	const [text, name] = [String(expression), 'Find Emails'];
	return workflow.expression.getParameterValue(text, null, 0, 0, name, [{ json }], 'manual', {});
}

/** Whose emails a briefing has; undefined where there is none. */
async function sendersFor(meeting: Parameters<ReturnType<typeof own>['calendar']['seed']>[0]) {
	const eventId = own().calendar.seed(meeting).idOf('immutable');
	const json = await runForOne('calendar.getEvent', { eventId });
	const nodes = briefing();
	const [{ leftValue }] = condition.parse(nodes.get('With Others')?.parameters).conditions
		.conditions;
	if (valueOf(leftValue, json) !== true) return undefined;
	const search = String(valueOf(nodes.get('Find Emails')?.parameters.search, json));
	const found = await runStep('email.findEmail', { findBy: 'search', search });
	return found.map((item) => String(Object(item.json.from).address)).sort();
}

it('meeting-briefing.json finds the emails of the others, whoever invites', async () => {
	for (const from of ['ann@contoso.com', 'bob@contoso.com', 'shop@example.com']) {
		own().deliver({ subject: 'Hello', from });
	}
	const at = (hour: number) => ({ dateTime: `2031-03-03T${hour}:00:00`, timeZone: 'UTC' });
	const times = { subject: 'Review', start: at(10), end: at(11) };
	const both = ['ann@contoso.com', 'bob@contoso.com'];
	const attendees = [OWN_MAILBOX.toUpperCase(), 'bob@contoso.com'];
	expect(await sendersFor({ ...times, organizer: 'ann@contoso.com', attendees })).toEqual(both);
	expect(await sendersFor({ ...times, attendees: both })).toEqual(both);
	expect(await sendersFor({ ...times, attendees: [] })).toBeUndefined();
});
