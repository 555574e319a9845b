import type { INode, INodeParameters, INodeType } from 'n8n-workflow';
import { Workflow } from 'n8n-workflow';
import { Collection } from '../../nodes/Collection/Collection.node';
import { CollectionTrigger } from '../../nodes/Collection/CollectionTrigger.node';
import { collectionRegistry } from '../../nodes/Collection/registry';
import { CalendarTrigger } from '../../nodes/Mail/calendarTrigger/CalendarTrigger.node';
import { Mail } from '../../nodes/Mail/Mail.node';
import { MailTrigger } from '../../nodes/Mail/MailTrigger.node';
import { mailRegistry } from '../../nodes/Mail/registry';
import { shippedNode } from '../../scripts/shippedClasses';

/** What people see of a node before they open it. */

/** The line below the name of a node, as the editor reads it: without any data. */
function subtitle(nodeType: INodeType, parameters: INodeParameters): unknown {
	const node: INode = {
		id: 'node-1',
		name: 'Node',
		type: 'node',
		typeVersion: 1,
		position: [0, 0],
		parameters,
	};
	const workflow = new Workflow({
		nodes: [node],
		connections: {},
		active: false,
		nodeTypes: {
			getByName: () => nodeType,
			getByNameAndVersion: () => nodeType,
			getKnownTypes: () => ({}),
		},
	});
	const prepared = workflow.getNode(node.name) ?? node;
	const { subtitle: expression } = nodeType.description;
	return workflow.expression.getSimpleParameterValue(prepared, expression, 'internal', {});
}

const nodes = [
	{ name: 'Mail', node: new Mail(), registry: mailRegistry },
	{ name: 'Collection', node: new Collection(), registry: collectionRegistry },
];

describe.each(nodes)('the subtitle of $name', ({ node, registry }) => {
	const steps = registry.groups.flatMap(({ resource, operations }) =>
		operations.map(({ id, label }) => ({ resource, operation: id, label })),
	);

	it.each(steps)('is "$label" for a new $resource $operation', ({ label, ...stored }) => {
		expect(subtitle(node, stored)).toBe(label);
	});
});

describe('the subtitle of the Mail Trigger', () => {
	it.each([
		[{}, 'every email'],
		[{ event: 'received', searchFilter: 'subject:invoice' }, 'subject:invoice'],
		[{ event: 'labelAdded' }, 'label added, every email'],
		[{ event: 'sent', searchFilter: 'to:ann' }, 'sent, to:ann'],
	])('of %j is "%s"', (parameters, shown) => {
		expect(subtitle(new MailTrigger(), parameters)).toBe(shown);
	});
});

describe('the subtitle of the Collection Trigger', () => {
	it.each([
		[{}, 'request completed'],
		[{ events: ['client_created'], moreEvents: ['sms_failed'] }, 'client created, sms failed'],
		[{ events: [], moreEvents: ['all'] }, 'all'],
	])('of %j is "%s"', (parameters, shown) => {
		expect(subtitle(new CollectionTrigger(), parameters)).toBe(shown);
	});
});

describe('the subtitle of the Calendar Trigger', () => {
	it.each([
		[{}, 'created'],
		[{ event: ['startingSoon', 'ended'] }, 'starting soon, ended'],
		[{ event: [] }, ''],
	])('of %j is "%s"', (parameters, shown) => {
		expect(subtitle(new CalendarTrigger(), parameters)).toBe(shown);
	});
});

describe('the subtitle of the Contact Trigger', () => {
	it.each([
		[{}, 'created'],
		[{ event: ['created', 'deleted'] }, 'created, deleted'],
	])('of %j is "%s"', (parameters, shown) => {
		expect(subtitle(shippedNode('contactTrigger'), parameters)).toBe(shown);
	});
});

describe('the subtitle of a step', () => {
	const addLabel = { resource: 'email', operation: 'addLabel' };
	const sendEmail = { resource: 'email', operation: 'sendEmail' };
	const createRequest = { resource: 'request', operation: 'createRequest' };

	it('names what was chosen from a list as the list shows it', () => {
		const template = { __rl: true, mode: 'list', value: 'tpl_1', cachedResultName: 'Onboarding' };
		expect(subtitle(new Collection(), { ...createRequest, template })).toBe(
			'Create Request: Onboarding',
		);
	});

	it('names what was entered by name', () => {
		const label = { __rl: true, mode: 'name', value: 'Invoice, Urgent' };
		expect(subtitle(new Mail(), { ...addLabel, label })).toBe('Add Label: Invoice, Urgent');
		expect(subtitle(new Mail(), { ...sendEmail, subject: 'Your invoice' })).toBe(
			'Send Email: Your invoice',
		);
	});

	it.each([
		['an ID', { __rl: true, mode: 'id', value: 'tpl_1' }],
		['an expression', { __rl: true, mode: 'name', value: '={{ $json.template }}' }],
		['an expression as a whole', '={{ $json.template }}'],
		['nothing', { __rl: true, mode: 'list', value: '' }],
	])('shows the label alone for %s', (_, template) => {
		expect(subtitle(new Collection(), { ...createRequest, template })).toBe('Create Request');
	});

	it('is empty for a call of n8n itself', () => {
		const custom = { resource: 'email', operation: '__CUSTOM_API_CALL__' };
		expect(subtitle(new Mail(), custom)).toBe('');
	});
});

describe('the groups of steps', () => {
	// With five, n8n's lint wants them in the order of the alphabet: the first would be Advanced.
	it.each([
		['Mail', mailRegistry, ['Email', 'Calendar', 'Contact', 'Advanced']],
		['Collection', collectionRegistry, ['Client', 'Request', 'Template', 'Advanced']],
	])('of %s are the four that people look for, the rare ones last', (_, registry, labels) => {
		const [selector] = registry.properties;
		expect(registry.groups.map(({ label }) => label)).toEqual(labels);
		expect(selector?.options).toMatchObject(labels.map((name) => ({ name })));
		expect(registry.groups.at(-1)?.operations.map(({ id }) => id)).toContain('apiCall');
	});
});
