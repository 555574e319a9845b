import { ProviderFailure } from '../http/failures';
import type { Field } from './field';
import { optionalNameLocator } from './inputSchemas';

/**
 * For `catch`: the failure of a request that found nothing gets the labels of the fields in front whose IDs it was
 * about. A step may have several, and the provider does not say which one it does not know.
 * @param fields Those of the step alone: a mailbox that is not there is told by the provider.
 * @param input What was read of them, as the requests hold it.
 */
export function nameMissing(fields: readonly Field[], input: Record<string, unknown>) {
	return (error: unknown): never => {
		if (!(error instanceof ProviderFailure) || !error.sought) throw error;
		const { path = '', body } = error.sought;
		const inBody = Object.entries(Object(body)).filter(([key]) => /id$/i.test(key));
		const named: unknown[] = [...path.split(/[/?]/), ...inBody.map(([, id]) => id)];
		const labels = fields.flatMap(({ property }) => {
			// What is written, such as a comment, is sent along and names nothing.
			if (property.type !== 'resourceLocator' && !property.name.endsWith('Id')) return [];
			const id = optionalNameLocator.safeParse(input[property.name]).data?.value;
			if (!id?.isWellFormed()) return [];
			return named.includes(id) || named.includes(encodeURIComponent(id))
				? [property.displayName]
				: [];
		});
		if (labels.length === 0) throw error;
		const message = `${labels.join(' or ')}: ${error.message}`;
		throw new ProviderFailure(error.kind, message, error.details);
	};
}
