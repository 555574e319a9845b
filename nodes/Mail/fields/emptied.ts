import type { Field } from '../../shared/step/field';
import { choices } from '../../shared/step/fieldKinds';

/** What is said where `isOneOfBoth` does not hold. */
export const NOT_BOTH =
	'A field is filled in, and in Fields to Empty too: leave out one of the two';

/** Whether no field is both filled in and to be emptied: one of the two would not be meant. */
export function isOneOfBoth(values: { emptied: readonly string[] }): boolean {
	const isEmpty = (name: string) =>
		['""', '[]', '{}'].includes(JSON.stringify(Reflect.get(values, name) ?? ''));
	return values.emptied.every(isEmpty);
}

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
