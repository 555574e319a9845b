import { field } from './field';
import { optionalText } from './inputSchemas';

/** Where a downloaded file goes. */
export const binaryField = field(
	{
		displayName: 'Put Output File in Field',
		name: 'binaryField',
		type: 'string',
		default: 'data',
		placeholder: 'e.g. data',
		hint: 'The name of the output binary field to put the file in',
		description: 'Name of the binary field of each output item',
	},
	optionalText.transform((name) => name ?? 'data'),
);
