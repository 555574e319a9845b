import {
	createPrefixedId,
	type FieldSeed,
	type PageSeed,
	type SectionSeed,
	type SimField,
	type SimPage,
	type SimSection,
} from './model';

/** Hands out keys that are unique in the world. */
export type NextKey = () => string;

function buildField(seed: FieldSeed, path: string, nextKey: NextKey): SimField {
	const key = nextKey();
	return {
		id: createPrefixedId('fld', key),
		// The same for every copy of the field (fact: reference-id).
		reference_id: createPrefixedId('rfld', path),
		name: seed.name,
		type: seed.type ?? 'text',
		internal: seed.internal ?? false,
		required: seed.required ?? false,
		instruction_text: seed.instructions || null,
		status: 'todo',
		rejection_comment: null,
		columns: (seed.columns ?? []).map((name, index) => ({
			id: createPrefixedId('col', `${path}/${index}/${name}`),
			name,
		})),
		options: seed.options ?? [],
		answers: [],
	};
}

/** A section with fresh ids; `path` keeps its copies recognisable. */
export function buildSection(seed: SectionSeed, path: string, nextKey: NextKey): SimSection {
	const own = `${path}/${seed.name}`;
	return {
		id: createPrefixedId('sec', nextKey()),
		reference_id: createPrefixedId('rsec', own),
		name: seed.name,
		fields: seed.fields.map((field) => buildField(field, `${own}/${field.name}`, nextKey)),
	};
}

/** A page with fresh ids. */
export function buildPage(seed: PageSeed, path: string, nextKey: NextKey): SimPage {
	const own = `${path}/${seed.name}`;
	return {
		id: createPrefixedId('pag', nextKey()),
		reference_id: createPrefixedId('rpag', own),
		name: seed.name,
		sections: seed.sections.map((section) => buildSection(section, own, nextKey)),
	};
}
