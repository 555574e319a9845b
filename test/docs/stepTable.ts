import type { INodeProperties } from 'n8n-workflow';
import type { Registry } from '../../nodes/shared/registry';

/** What a step returns, and the permissions it needs. */
export type StepNotes = [returns: string, permissions: string[]];

interface TableOptions {
	/** Stored names of the groups with their headings. */
	groups: Record<string, string>;
	/** By group and step: `email.findEmail`. */
	notes: Record<string, StepNotes>;
	/** Stored names of fields that all steps have, which are told once. */
	shared: string[];
}

/** Entries of a collection, and of the lists within it. */
function entryNames(field: INodeProperties): string[] {
	return (field.options ?? []).flatMap((option) => {
		if ('values' in option) return option.values.map(({ displayName }) => displayName);
		return 'displayName' in option && 'type' in option ? [option.displayName] : [];
	});
}

function describeField(field: INodeProperties): string {
	const isList = field.type === 'collection' || field.type === 'fixedCollection';
	const entries = isList ? [...new Set(entryNames(field))] : [];
	const name = field.required === true ? `**${field.displayName}**` : field.displayName;
	return entries.length > 0 ? `${name} (${entries.join(', ')})` : name;
}

function describeFields(fields: INodeProperties[], shared: string[]): string {
	const shown = fields
		.filter(({ name, type }) => !shared.includes(name) && type !== 'notice' && type !== 'hidden')
		.map(describeField);
	return shown.length > 0 ? [...new Set(shown)].join(', ') : 'none';
}

function cell(text: string): string {
	return text.replaceAll('|', '\\|');
}

/**
 * The steps of a node as Markdown: a heading and a table for each group, a row for each step.
 * @throws {Error} when a step has no notes
 */
export function renderSteps<Context>(
	registry: Registry<Context>,
	{ groups, notes, shared }: TableOptions,
): string {
	return Object.entries(groups)
		.map(([resource, heading]) => {
			const group = registry.groups.find((one) => one.resource === resource);
			const rows = [...(group?.operations ?? [])]
				.sort((one, other) => one.label.localeCompare(other.label))
				.map(({ id, label, action, fields, ...described }) => {
					const own = notes[`${resource}.${id}`] ?? [described.returns, described.permission];
					const [returns = '', permissions = []] = own;
					const cells = [label, action, describeFields(fields, shared), returns];
					return `| ${[...cells, permissions.join('; ')].map(cell).join(' | ')} |`;
				});
			const head = '| Step | What it does | Fields | Returns | Permission |';
			return [`### ${heading}`, '', head, '| --- | --- | --- | --- | --- |', ...rows].join('\n');
		})
		.join('\n\n');
}
