import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { INodeProperties } from 'n8n-workflow';
import { z } from 'zod';
import { shippedCredentials, shippedNodes } from './shippedClasses';
import { ROOT } from './sources';

/** The names that a version of the package ever had, with their defaults, relative to the root. */
export const STORED_NAMES_FILE = 'test/contract/storedNames.json';

/** The names that the nodes and credentials have now. */
export function currentNames(): string[] {
	const nodes = shippedNodes().flatMap(({ instance: { description } }) =>
		storedNames(description.name, description.properties),
	);
	const credentials = shippedCredentials().flatMap(({ instance }) =>
		storedNames(instance.name, instance.properties),
	);
	return [...nodes, ...credentials];
}

/** Names that are frozen, and that nothing has any more: workflows that hold one break. */
export function lostNames(): string[] {
	const current = new Set(currentNames());
	return readFrozen().filter((name) => !current.has(name));
}

/** The frozen names with the new ones: none is lost by writing them. */
export function renderStoredNames(): string {
	return renderNames([...readFrozen(), ...currentNames()]);
}

/** The names of now alone, for whoever drops names on purpose. */
export function renderCurrentNames(): string {
	return renderNames(currentNames());
}

function renderNames(names: string[]): string {
	return `${JSON.stringify([...new Set(names)].sort(), null, '\t')}\n`;
}

function readFrozen(): string[] {
	const text = readFileSync(path.join(ROOT, STORED_NAMES_FILE), 'utf8');
	return z.array(z.string()).parse(JSON.parse(text));
}

/**
 * What saved workflows and credentials rest on: one line for each field name and each value it offers,
 * such as `mail: email.findEmail.limit by default 50` or `mail: resource = email`. A line that disappears breaks them:
 * n8n stores no value that is the default, so that another default changes what they do.
 */
export function storedNames(owner: string, properties: INodeProperties[]): string[] {
	const offered = offeredOperations(properties);
	const lines = properties.flatMap((property) =>
		placesOf(property, offered).flatMap((place) => namesOf(property, place)),
	);
	return [...new Set(lines.map((line) => `${owner}: ${line}`))].sort();
}

/** The operations that each resource's selector offers, as `resource.operation`. */
function offeredOperations(properties: INodeProperties[]): Set<string> {
	const selectors = properties.filter(({ name }) => name === 'operation');
	return new Set(
		selectors.flatMap(({ displayOptions, options = [] }) =>
			(displayOptions?.show?.resource ?? []).flatMap((resource) =>
				options.map((option) => `${String(resource)}.${'value' in option ? option.value : ''}`),
			),
		),
	);
}

/** `resource.operation.` for each operation that shows the field; nothing for a field of all. */
function placesOf({ displayOptions }: INodeProperties, offered: Set<string>): string[] {
	const { resource: resources, operation: operations } = displayOptions?.show ?? {};
	if (!resources) return [''];
	if (!operations) return resources.map((resource) => `${String(resource)}.`);
	const pairs = resources.flatMap((resource) =>
		operations.map((operation) => `${String(resource)}.${String(operation)}`),
	);
	return pairs.filter((pair) => offered.has(pair)).map((pair) => `${pair}.`);
}

function namesOf(property: INodeProperties, place: string): string[] {
	const { name, type, options = [], modes = [] } = property;
	if (type === 'notice') return [];
	const path = `${place}${name}`;
	const lines = [
		`${path}${defaultOf(property)}`,
		...modes.map((mode) => `${path} in mode ${mode.name}`),
	];
	for (const option of options) {
		if ('values' in option) {
			lines.push(`${path}.${option.name}`);
			lines.push(...option.values.flatMap((value) => namesOf(value, `${path}.${option.name}.`)));
		} else if ('type' in option) {
			lines.push(...namesOf(option, `${path}.`));
		} else if ('value' in option) {
			lines.push(`${path} = ${String(option.value)}`);
		}
	}
	return lines;
}

/** The default, where it is a choice: what a language model reads or fills in by itself is none. */
function defaultOf({ name, type, default: fallback }: INodeProperties): string {
	if (type === 'hidden' || type === 'resourceLocator' || name === 'toolDescription') return '';
	const text = JSON.stringify(fallback);
	return text.includes('$fromAI') || ['""', '{}', '[]'].includes(text) ? '' : ` by default ${text}`;
}
