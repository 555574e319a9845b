import type { INodeProperties } from 'n8n-workflow';
import { ProviderFailure } from '../http/failures';
import { chosenValue } from './readParameters';

/**
 * The failure of a request that found nothing, with the labels of the fields whose values it named in front; any other
 * error as it is. A step may have several IDs, and the provider does not say which one it does not know.
 * @param entered The values of the fields.
 */
export function nameMissing(
	fields: INodeProperties[],
	entered: Record<string, unknown>,
	error: unknown,
): unknown {
	if (!(error instanceof ProviderFailure) || !error.details.sought) return error;
	const { path = '', body } = error.details.sought;
	const named: unknown[] = [...path.split(/[/?]/), ...Object.values(Object(body))];
	const isNamed = ({ name, type }: INodeProperties) => {
		const value = chosenValue(entered[name]);
		// What is chosen of a few options, such as an answer to an invitation, names no thing.
		if (type === 'options' || typeof value !== 'string' || value === '' || !value.isWellFormed())
			return false;
		return named.includes(encodeURIComponent(value)) || named.includes(value);
	};
	const labels = fields.filter(isNamed).map(({ displayName }) => displayName);
	if (labels.length === 0) return error;
	return new ProviderFailure(error.kind, `${labels.join(' or ')}: ${error.message}`, error.details);
}
