import { field } from '../../shared/field';
import { optionalText } from '../../shared/inputSchemas';

/** Where a downloaded file goes. */
export const binaryField = field(
	{
		displayName: 'Put Output File in Field',
		name: 'binaryField',
		type: 'string',
		default: 'data',
		placeholder: 'e.g. data',
		description: 'Name of the binary field of the output that gets the file',
	},
	optionalText.transform((name) => name ?? 'data'),
);
