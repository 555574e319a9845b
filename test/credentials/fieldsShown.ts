import type { INodeParameters } from 'n8n-workflow';
import { NodeHelpers } from 'n8n-workflow';
import { credentialTypes } from '../harness/credentials';

/** Names of the fields that n8n shows where these values are entered. */
export function fieldsShown(
	type: keyof typeof credentialTypes,
	entered: INodeParameters,
): string[] {
	const { properties } = credentialTypes[type];
	const values = Object.fromEntries(properties.map(({ name, default: value }) => [name, value]));
	return properties
		.filter(({ type: kind }) => kind !== 'hidden' && kind !== 'notice')
		.filter((one) => NodeHelpers.displayParameter({ ...values, ...entered }, one, null, null))
		.map(({ name }) => name);
}
