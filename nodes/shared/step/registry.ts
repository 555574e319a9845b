import type { INodeProperties } from 'n8n-workflow';
import type { Operation } from './operation';
import { sharedProperties } from './sharedProperties';

interface OperationGroup<Context, Write> {
	/** Saved in users' workflows as the `resource` parameter: never rename. */
	resource: string;
	/** What the resource selector shows. */
	label: string;
	/** The operation a node starts with: the one that changes nothing. */
	defaultOperation: string;
	/** By the names that are saved in users' workflows as the `operation` parameter: never rename. */
	operations: Record<string, Operation<Context, Write>>;
}

export type Registry<Context, Write> = ReturnType<typeof createRegistry<Context, Write>>;

/**
 * Turns groups into the parameters n8n shows and the look-up table `runItems` routes with. n8n lists the
 * groups in the order given, and a new node starts in the first; its lint lets at most four be unsorted.
 */
export function createRegistry<Context, Write>(listed: Array<OperationGroup<Context, Write>>) {
	const groups = listed.map(({ operations, ...group }) => ({
		...group,
		operations: Object.entries(operations).map(([id, operation]) => ({ ...operation, id })),
	}));
	const first = groups[0]?.resource ?? '';
	const resourceSelector: INodeProperties = {
		displayName: 'Resource',
		name: 'resource',
		type: 'options',
		noDataExpression: true,
		options: groups.map(({ label, resource }) => ({ name: label, value: resource })),
		default: first,
	};
	return {
		groups,
		/** What stands below the name of a node on the canvas; an expression. */
		subtitle: subtitleOf(listed),
		/** The selectors and all fields, each shown for its own operations only. */
		properties: [
			resourceSelector,
			...listed.map(operationSelector),
			...sharedProperties(
				groups.flatMap(({ resource, operations }) =>
					operations.map(({ id, properties }) => ({ resource, operation: id, fields: properties })),
				),
			),
		],
		find: (resource: string, operation: string) =>
			groups
				.find((group) => group.resource === resource)
				?.operations.find(({ id }) => id === operation),
	};
}

function operationSelector<Context, Write>({
	resource,
	defaultOperation,
	operations,
}: OperationGroup<Context, Write>): INodeProperties {
	return {
		displayName: 'Operation',
		name: 'operation',
		type: 'options',
		noDataExpression: true,
		displayOptions: { show: { resource: [resource] } },
		options: Object.entries(operations)
			.map(([value, { label: name, action, summary: description }]) => ({
				name,
				value,
				action,
				description,
			}))
			.sort((a, b) => a.name.localeCompare(b.name)),
		default: defaultOperation,
	};
}

/** Fields that tell a step apart from others of its kind; the first one that is filled in is shown. */
const TELLING = ['label', 'template', 'subject'];

/**
 * The expression for what stands below the name of a node on the canvas: the label of its operation, and
 * the value of a field that tells it apart, such as `Add Label: Onboarding`. An ID tells nothing, and an
 * expression has no value before the run: both are left out.
 *
 * `$parameter` alone gives the value of a resource locator without the name that the list shows, so that
 * the parameters are read as they are stored (n8n-workflow, workflow-data-proxy, nodeParameterGetter).
 */
function subtitleOf<Context, Write>(groups: Array<OperationGroup<Context, Write>>): string {
	const labels = Object.fromEntries(
		groups.flatMap(({ resource, operations }) =>
			Object.entries(operations).map(([id, { label }]) => [`${resource}.${id}`, label]),
		),
	);
	const label = `(${JSON.stringify(labels)})[$parameter["resource"] + "." + $parameter["operation"]]`;
	const stored = `${JSON.stringify(TELLING)}.map((name) => $parameter.toJSON()[name] ?? "")`;
	const byMode = `({ list: field.cachedResultName, name: field.value })[field.mode]`;
	const read = `(field) => typeof field === "object" ? ${byMode} : field`;
	const told = `${stored}.map(${read}).find((text) => text && !text.startsWith("="))`;
	return `={{ [${label}, ${told}].filter(Boolean).join(": ") }}`;
}
