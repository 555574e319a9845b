import type { INodeProperties, INodePropertyMode } from 'n8n-workflow';

interface Locator<Name extends string> extends Omit<
	INodeProperties,
	'name' | 'type' | 'default' | 'modes'
> {
	name: Name;
	/** What the list holds, with its article, as in `Select a client...`, and the method that reads it. */
	list: { holds: string; searchListMethod: string };
	/** Ways to name it by a text: an email, a name, an ID. */
	entered: ReadonlyArray<Omit<INodePropertyMode, 'type'>>;
}

/** What users see of a resource locator: a list, and texts that can be entered instead. */
export function locator<const Name extends string>(about: Locator<Name>) {
	const { list, entered, ...property } = about;
	const { holds, searchListMethod } = list;
	return {
		...property,
		type: 'resourceLocator' as const,
		default: { mode: 'list', value: '' },
		modes: [
			{
				displayName: 'From List',
				name: 'list',
				type: 'list' as const,
				placeholder: `Select ${holds}...`,
				typeOptions: { searchListMethod, searchable: true },
			},
			...entered.map((mode) => ({ ...mode, type: 'string' as const })),
		],
	};
}
