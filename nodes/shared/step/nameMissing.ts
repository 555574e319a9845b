import type { INodeProperties } from 'n8n-workflow';
import { ProviderFailure } from '../http/failures';
import type { Field } from './field';
import { optionalNameLocator } from './inputSchemas';

/**
 * For `catch`: puts labels in front of the failure of a request that found nothing, those of the fields whose IDs it
 * used. A step may have several, and the provider does not say which one it does not know.
 * @param fields Those of the step alone: a missing mailbox has an error of its own.
 * @param input What was read of them, as the requests hold it.
 */
export function nameMissing(fields: readonly Field[], input: Record<string, unknown>) {
	return (error: unknown): never => {
		if (!(error instanceof ProviderFailure) || !error.sought) throw error;
		const { path = '', body } = error.sought;
		const inBody = Object.entries(Object(body)).filter(([key]) => /id$/i.test(key));
		const named: unknown[] = [...path.split(/[/?]/), ...inBody.map(([, id]) => id)];
		const isSought = (id: string) => named.includes(id) || named.includes(encodeURIComponent(id));
		const labels = labelsOf(
			fields.map(({ property }) => property),
			input,
			isSought,
		);
		if (labels.length === 0) throw error;
		const message = `${[...new Set(labels)].join(' or ')}: ${error.message}`;
		throw new ProviderFailure(error.kind, message, error.details);
	};
}

/** The labels of the fields whose IDs are sought, of those inside of others with the labels that lead there. */
function labelsOf(
	fields: INodeProperties[],
	input: unknown,
	isSought: (id: string) => boolean,
	areInside = false,
): string[] {
	return fields.flatMap((field) => {
		const { name, type, displayName, options = [] } = field;
		const value: unknown = Object(input)[name];
		const inside = options.flatMap((option) => {
			if ('values' in option) {
				const entries: unknown[] = [Object(value)[option.name]].flat();
				return entries.flatMap((entry) => labelsOf(option.values, entry, isSought, true));
			}
			return 'type' in option ? labelsOf([option], value, isSought, true) : [];
		});
		// What is written, such as a comment or the content ID of an image, is sent along and names nothing.
		const isId = type === 'resourceLocator' || (!areInside && name.endsWith('Id'));
		const id = isId ? optionalNameLocator.safeParse(value).data?.value : undefined;
		const isNamed = id?.isWellFormed() && isSought(id);
		const below = inside.map((label) => `${displayName} > ${label}`);
		return [...(isNamed ? [displayName] : []), ...below];
	});
}
