import type { INodeProperties, IPollFunctions } from 'n8n-workflow';
import { checkExpressions } from './emptyExpression';
import { collect } from './readParameters';

/**
 * The parameters of a trigger as n8n holds them, by name.
 * @throws InvalidInput for an expression that gives nothing: a trigger without one of its filters would start the
 * workflow for what nobody meant.
 */
export function readPollParameters(
	this: Pick<IPollFunctions, 'getNode' | 'getNodeParameter'>,
	fields: INodeProperties[],
): Record<string, unknown> {
	const given = collect(fields, (name, fallback): unknown => this.getNodeParameter(name, fallback));
	checkExpressions(this, given);
	return given;
}
