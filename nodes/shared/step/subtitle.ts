/** Fields that tell a step apart from others of its kind; the first one that is filled in is shown. */
const TELLING = ['label', 'template', 'subject'];

interface Labelled {
	resource: string;
	operations: Array<{ id: string; label: string }>;
}

/**
 * The expression for what stands below the name of a node on the canvas: the label of its operation, and
 * the value of a field that tells it apart, such as `Add Label: Onboarding`. An ID tells nothing, and an
 * expression has no value before the run: both are left out.
 *
 * `$parameter` alone gives the value of a resource locator without the name that the list shows, so that
 * the parameters are read as they are stored (n8n-workflow, workflow-data-proxy, nodeParameterGetter).
 */
export function subtitleOf(groups: Labelled[]): string {
	const labels = Object.fromEntries(
		groups.flatMap(({ resource, operations }) =>
			operations.map(({ id, label }) => [`${resource}.${id}`, label]),
		),
	);
	const label = `(${JSON.stringify(labels)})[$parameter["resource"] + "." + $parameter["operation"]]`;
	const stored = `${JSON.stringify(TELLING)}.map((name) => $parameter.toJSON()[name] ?? "")`;
	const byMode = `({ list: field.cachedResultName, name: field.value })[field.mode]`;
	const read = `(field) => typeof field === "object" ? ${byMode} : field`;
	const told = `${stored}.map(${read}).find((text) => text && !text.startsWith("="))`;
	return `={{ [${label}, ${told}].filter(Boolean).join(": ") }}`;
}
