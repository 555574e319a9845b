import type { INodeProperties } from 'n8n-workflow';

/**
 * What saved workflows and credentials hold: one line for each field name and each value it offers,
 * such as `mail: email.find.limit` or `mail: resource = email`. A line that disappears breaks them.
 */
export function storedNames(owner: string, properties: INodeProperties[]): string[] {
	const lines = properties.flatMap((property) =>
		placesOf(property).flatMap((place) => namesOf(property, place)),
	);
	return [...new Set(lines.map((line) => `${owner}: ${line}`))].sort();
}

/** `resource.operation.` for each operation that shows the field; nothing for a field of all. */
function placesOf({ displayOptions }: INodeProperties): string[] {
	const show = displayOptions?.show ?? {};
	const of = (name: string): string[] => {
		const values = show[name]?.filter((value) => typeof value === 'string') ?? [];
		return values.length > 0 ? values.map((value) => `${value}.`) : [''];
	};
	return of('resource').flatMap((resource) => of('operation').map((each) => resource + each));
}

function namesOf(property: INodeProperties, place: string): string[] {
	const { name, type, options = [], modes = [] } = property;
	if (type === 'notice') return [];
	const path = `${place}${name}`;
	const lines = [path, ...modes.map((mode) => `${path} in mode ${mode.name}`)];
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
