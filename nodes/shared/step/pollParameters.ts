import type { IPollFunctions } from 'n8n-workflow';
import { checkTriggerConditions } from './emptyExpression';
import type { Field, InputOf } from './field';
import { inputOf, narrowsOf } from './field';
import { collect } from './readParameters';

/**
 * What the user chose for a trigger, by the names of its fields.
 * @throws ZodError or InvalidInput, both of which name the field; InvalidInput, too, for one that narrows what starts
 * the workflow, and whose expression gives nothing: any other is as good as empty then.
 */
export function readPollParameters<const Listed extends readonly Field[]>(
	context: Pick<IPollFunctions, 'getNode' | 'getNodeParameter'>,
	fields: Listed,
): InputOf<Listed> {
	const properties = fields.map(({ property }) => property);
	const given = collect(properties, ({ name, default: fallback }): unknown =>
		context.getNodeParameter(name, fallback),
	);
	checkTriggerConditions(context, { fields: properties, conditions: narrowsOf(fields) }, given);
	return inputOf(fields).parse(given);
}
