import type { INodeProperties } from 'n8n-workflow';
import { withoutInvisible } from '../html/invisible';
import type { InvalidInput } from '../http/failures';

/** What is wrong with an input, behind the label of the field at fault. */
export function labelled({ field, message }: InvalidInput, fields: INodeProperties[]): string {
	const label = field ? fieldLabel(field.split('.'), fields) : undefined;
	return label ? `${label}: ${message}` : message;
}

/** What is wrong and what to do, in one text for a language model: strangers write names of files that stand in it. */
export function advised(message: string, hint: string | undefined): string {
	// What a provider says may be a sentence with its full stop.
	const text = hint === undefined ? message : `${message.replace(/\.$/, '')}. ${hint}`;
	return withoutInvisible(text);
}

/**
 * The labels along a path of stored names, such as `Options > Reply To`. A name that is no field of
 * its own is looked for inside the collections.
 */
export function fieldLabel(
	path: Array<string | number>,
	fields: INodeProperties[],
): string | undefined {
	const [name, ...rest] = path;
	const field = fields.find((candidate) => candidate.name === name);
	if (field) {
		const below = rest.length > 0 ? fieldLabel(rest, entriesOf(field)) : undefined;
		return below ? `${field.displayName} > ${below}` : field.displayName;
	}
	if (rest.length > 0) return fieldLabel(rest, fields);
	for (const collection of fields) {
		const inside = fieldLabel(path, entriesOf(collection));
		if (inside) return `${collection.displayName} > ${inside}`;
	}
	return undefined;
}

/** The fields inside a collection; none for any other field. */
export function entriesOf({ options = [] }: INodeProperties): INodeProperties[] {
	return options.flatMap((option) => {
		if ('values' in option) return [...option.values];
		return 'type' in option ? [option] : [];
	});
}
