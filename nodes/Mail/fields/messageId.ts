import { field } from '../../shared/field';
import { requiredIdText } from '../../shared/inputSchemas';

/** The mail that a step works on. */
export const messageId = field(
	{
		displayName: 'Message ID',
		name: 'messageId',
		type: 'string',
		required: true,
		default: '',
		placeholder: 'e.g. AAkALgAAAAAAHYQDEapmEc2byACqAC...',
		description: 'ID of the email, from the output of Find Email, the Mail Trigger or another step',
	},
	requiredIdText,
);
