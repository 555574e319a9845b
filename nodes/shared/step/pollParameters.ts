import type { IPollFunctions } from 'n8n-workflow';
import { checkTriggerConditions } from './emptyExpression';
import type { Field } from './field';
import { narrowsOf } from './field';
import { collect } from './readParameters';

/**
 * The parameters of a trigger as n8n holds them, by name.
 * @throws InvalidInput for a field that narrows what starts the workflow, and whose expression gives nothing; any other
 * is as good as empty then.
 */
export function readPollParameters(
	this: Pick<IPollFunctions, 'getNode' | 'getNodeParameter'>,
	fields: readonly Field[],
): Record<string, unknown> {
	const properties = fields.map(({ property }) => property);
	const given = collect(properties, ({ name, default: fallback }): unknown =>
		this.getNodeParameter(name, fallback),
	);
	checkTriggerConditions(this, { fields: properties, conditions: narrowsOf(fields) }, given);
	return given;
}
