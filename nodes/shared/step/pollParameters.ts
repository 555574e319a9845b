import type { INodeProperties, IPollFunctions } from 'n8n-workflow';
import { checkTriggerConditions } from './emptyExpression';
import { collect } from './readParameters';

/**
 * The parameters of a trigger as n8n holds them, by name.
 * @param conditions Stored names of the fields without which the workflow would start for what nobody meant.
 * @throws InvalidInput for one of these whose expression gives nothing; any other field is as good as empty then.
 */
export function readPollParameters(
	this: Pick<IPollFunctions, 'getNode' | 'getNodeParameter'>,
	fields: INodeProperties[],
	conditions: readonly string[],
): Record<string, unknown> {
	const given = collect(fields, (name, fallback): unknown => this.getNodeParameter(name, fallback));
	checkTriggerConditions(this, conditions, given);
	return given;
}
