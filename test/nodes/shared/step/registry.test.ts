import type { INode, INodeProperties } from 'n8n-workflow';
import { NodeHelpers } from 'n8n-workflow';
import { z } from 'zod';
import type { Operation } from '../../../../nodes/shared/step/operation';
import { createRegistry } from '../../../../nodes/shared/step/registry';

function operation(label: string, fields: INodeProperties[] = []): Operation<object, never> {
	return {
		label,
		action: `${label} an email`,
		summary: `${label} one email`,
		fields,
		properties: fields,
		returns: 'nothing',
		permission: [],
		effects: [],
		output: z.unknown(),
		conditions: [],
		prepare: () => ({ run: async () => [] }),
	};
}

const subject: INodeProperties = {
	displayName: 'Subject',
	name: 'subject',
	type: 'string',
	default: '',
};

const send = operation('Send', [
	subject,
	{
		displayName: 'Delay',
		name: 'delay',
		type: 'number',
		default: 0,
		displayOptions: { show: { subject: ['later'] } },
	},
]);
const find = operation('Find', [subject]);
const findContact = operation('Find');

const registry = createRegistry([
	{ resource: 'email', label: 'Email', defaultOperation: 'find', operations: { send, find } },
	{
		resource: 'contact',
		label: 'Contact',
		defaultOperation: 'findContact',
		operations: { findContact },
	},
]);

/** Names of the fields that n8n shows for these values. */
function shown(values: INode['parameters']): string[] {
	const node: INode = {
		id: 'node-1',
		name: 'Mail',
		type: 'mail',
		typeVersion: 1,
		position: [0, 0],
		parameters: values,
	};
	const parameters = NodeHelpers.getNodeParameters(
		registry.properties,
		values,
		true,
		false,
		node,
		null,
	);
	return Object.keys(parameters ?? {});
}

describe('createRegistry', () => {
	it('finds an operation by resource and ID, and nothing by other names', () => {
		expect(registry.find('email', 'send')).toEqual({ ...send, id: 'send' });
		expect(registry.find('email', 'find')).toEqual({ ...find, id: 'find' });
		expect(registry.find('contact', 'findContact')).toEqual({ ...findContact, id: 'findContact' });
		expect(registry.find('contact', 'find')).toBeUndefined();
	});

	it.each([
		['email', '__proto__'],
		['email', 'constructor'],
		['__proto__', 'toString'],
		['email.send', ''],
		['', 'email.send'],
	])('finds nothing for the stored names "%s" and "%s"', (resource, name) => {
		expect(registry.find(resource, name)).toBeUndefined();
	});

	it('offers the resources in the order given, and starts with the first', () => {
		const [selector] = registry.properties;
		expect(selector).toMatchObject({
			name: 'resource',
			noDataExpression: true,
			default: 'email',
			options: [
				{ name: 'Email', value: 'email' },
				{ name: 'Contact', value: 'contact' },
			],
		});
	});

	it('offers the operations of a resource in the order of their labels', () => {
		const [, selector] = registry.properties;
		expect(selector).toMatchObject({
			name: 'operation',
			noDataExpression: true,
			default: 'find',
			displayOptions: { show: { resource: ['email'] } },
			options: [
				{ name: 'Find', value: 'find', action: 'Find an email', description: 'Find one email' },
				{ name: 'Send', value: 'send', action: 'Send an email', description: 'Send one email' },
			],
		});
	});

	it('shows each field for its own operation only', () => {
		expect(shown({ resource: 'email', operation: 'find' })).toEqual([
			'resource',
			'operation',
			'subject',
		]);
		expect(shown({ resource: 'contact', operation: 'findContact' })).toEqual([
			'resource',
			'operation',
		]);
	});

	it("keeps a field's own condition beside that", () => {
		expect(shown({ resource: 'email', operation: 'send' })).not.toContain('delay');
		expect(shown({ resource: 'email', operation: 'send', subject: 'later' })).toContain('delay');
		expect(shown({ resource: 'email', operation: 'find', subject: 'later' })).not.toContain(
			'delay',
		);
	});

	it('leaves the fields of the operations as they are', () => {
		expect(subject.displayOptions).toBeUndefined();
	});
});
