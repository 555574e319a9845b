import type { Field } from '../../shared/step/field';
import { choices } from '../../shared/step/fieldKinds';

/** Which of these fields are emptied in what is there: one that is only left empty keeps its value. */
export function emptied<const Name extends string>(listed: ReadonlyArray<Field<Name>>) {
	const entries = listed.map(({ property: { displayName: name, name: value } }) => ({
		name,
		value,
	}));
	return choices(
		'emptied',
		'Fields to Empty',
		'Fields whose value is taken away. A field that is only left empty keeps its value.',
		{ options: entries.sort((one, other) => one.name.localeCompare(other.name)) },
	);
}
