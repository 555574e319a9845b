import { toEmailAddress } from '../../shared/emailAddress';
import { field } from '../../shared/field';
import { optionalText } from '../../shared/inputSchemas';
import { isMailbox } from '../graph/paths';

/** Every step of the Mail node has it, first, as has the Mail Trigger: lists of folders and the like depend on it. */
export const mailbox = field(
	{
		displayName: 'Mailbox',
		name: 'mailbox',
		type: 'string',
		default: '',
		placeholder: 'Empty: your own mailbox',
		description:
			"Address or user ID of a shared mailbox. Leave empty for the account's own mailbox; required with App-Only access. Needs a credential that reaches it.",
	},
	optionalText
		.transform((name) => name && (toEmailAddress(name) ?? name))
		.refine(
			(name) => name === undefined || isMailbox(name),
			'must be an email address or a user ID',
		),
);
