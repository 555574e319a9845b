import type { INodeParameters, INodeProperties } from 'n8n-workflow';
import { mailRegistry } from '../../nodes/Mail/registry';
import { property } from '../simulator/exchange';
import type { StoredWorkflow } from './exampleWorkflow';

type StoredNode = StoredWorkflow['nodes'][number];

/** What a model is asked for, by the type of the field; text for all others. */
const KINDS: Partial<Record<INodeProperties['type'], string>> = {
	boolean: 'boolean',
	number: 'number',
	json: 'json',
};

/**
 * A step of the Mail node as the tool of an agent that fills in every field, those of the options too.
 * @param step such as `email.sendEmail`; the tool is named after its second part
 */
export function openTool(step: string): StoredNode {
	const [resource = '', operation = ''] = step.split('.');
	return mailTool(operation, { resource, operation, ...open(fieldsOf(step)) });
}

/** The Mail node as a tool of this name. */
export function mailTool(name: string, parameters: INodeParameters): StoredNode {
	return {
		id: name,
		name,
		type: 'n8n-nodes-mail-collection.mailTool',
		typeVersion: 1,
		position: [0, 0],
		parameters,
		credentials: { mailOAuth2Api: { id: '', name: 'Mail account' } },
	};
}

/**
 * What a model hands to the open tool of a step, so that it runs with these parameters.
 * @throws {Error} when one of them is nothing that a model can fill in
 */
export function toolInput(step: string, parameters: INodeParameters): Record<string, unknown> {
	return filledIn(fieldsOf(step), parameters);
}

function fieldsOf(step: string): INodeProperties[] {
	const [resource = '', operation = ''] = step.split('.');
	const found = mailRegistry.find(resource, operation);
	if (!found) throw new Error(`There is no step ${step}`);
	// The groups of a fixed collection take no expression: whoever builds the tool adds them.
	return found.fields.flatMap((field) => withoutGroups(field));
}

function withoutGroups(field: INodeProperties): INodeProperties[] {
	if (field.type === 'fixedCollection') return [];
	return field.type === 'collection' ? [{ ...field, options: inside(field) }] : [field];
}

function inside({ options = [] }: INodeProperties): INodeProperties[] {
	return options.flatMap((option) => ('type' in option ? withoutGroups(option) : []));
}

/** A name that n8n lets a model fill in. */
function keyOf(above: string, name: string): string {
	return `${above}${name.replace('$', '')}`;
}

function open(fields: INodeProperties[], above = ''): INodeParameters {
	return Object.fromEntries(
		fields.map((field) => {
			const name = keyOf(above, field.name);
			if (field.type === 'collection') return [field.name, open(inside(field), `${name}_`)];
			return [field.name, `={{ $fromAI('${name}', '', '${KINDS[field.type] ?? 'string'}') }}`];
		}),
	);
}

function filledIn(fields: INodeProperties[], given: unknown, above = ''): Record<string, unknown> {
	return Object.fromEntries(
		Object.entries(given ?? {}).flatMap(([key, value]) => {
			const name = keyOf(above, key);
			const field = fields.find((one) => one.name === key);
			if (!field) throw new Error(`No model can fill in ${name}`);
			if (field.type === 'collection') {
				return Object.entries(filledIn(inside(field), value, `${name}_`));
			}
			// A locator takes a text as well.
			const isLocated = field.type === 'resourceLocator' && typeof value === 'object';
			return [[name, isLocated ? property(value, 'value') : value]];
		}),
	);
}
