import type { INodeProperties } from 'n8n-workflow';
import { collectionRegistry } from '../nodes/Collection/registry';
import { mailRegistry } from '../nodes/Mail/registry';
import type { Registry } from '../nodes/shared/step/registry';

/** Every step of a node with the group it is in, what it returns and what it needs. */
export function stepsOf<Context, Write>(registry: Registry<Context, Write>) {
	return registry.groups.flatMap(({ resource, operations }) =>
		operations.map((operation) => ({
			name: `${resource}.${operation.id}`,
			resource,
			...operation,
		})),
	);
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

/** A heading and a table for each group, a row for each step, without the fields that all steps have. */
function renderNode<Context, Write>(
	registry: Registry<Context, Write>,
	shared: string[] = [],
): string {
	const steps = stepsOf(registry).sort((one, other) => one.label.localeCompare(other.label));
	return registry.groups
		.map((group) => {
			const rows = steps
				.filter(({ resource }) => resource === group.resource)
				.map(({ label, summary, fields, returns, permission }) => {
					const cells = [label, summary, describeFields(fields, shared), returns];
					return `| ${[...cells, permission.join('; ')].map(cell).join(' | ')} |`;
				});
			const head = '| Step | What it does | Fields | Returns | Permission |';
			return [`### ${group.label}`, '', head, '| --- | --- | --- | --- | --- |', ...rows].join(
				'\n',
			);
		})
		.join('\n\n');
}

/** `docs/steps.md`: every step of both nodes. */
export function renderStepsPage(): string {
	return [
		'# Steps',
		'Made from the nodes by `npm run generate`; a test fails when it is out of date. Required fields are **bold**. The entries of a collection are in brackets.',
		'## Mail',
		'Every step has the field _Mailbox_. Leave it empty for your own mailbox, or enter the address or user ID of another one. With App-Only access you have to fill it in.',
		'The permission is the delegated one of Microsoft Graph for your own mailbox. A wider one of the same kind will do, such as `ReadWrite` for `Read`. Another mailbox needs the one that ends in `.Shared`. [App-Only access](connect-mail-app.md#3-the-least-permissions) needs the same names, without `.Shared`; but `People.Read.All` to find people, and `OnlineMeetings.Read.All` for transcripts.',
		renderNode(mailRegistry, ['mailbox']),
		'## Collection',
		'The permission is a scope of the Partner API. The role of the person who connects the account counts too: webhooks and team need an administrator.',
		`${renderNode(collectionRegistry)}\n`,
	].join('\n\n');
}
