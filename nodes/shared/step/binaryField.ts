import { text } from './fieldKinds';
import { optionalText } from './inputSchemas';

/** Where a downloaded file goes. */
export const binaryField = text(
	'binaryField',
	'Put Output File in Field',
	'Name of the binary field of each output item',
	{
		default: 'data',
		placeholder: 'e.g. data',
		hint: 'The name of the output binary field to put the file in',
		input: optionalText.transform((name) => name ?? 'data'),
	},
);
