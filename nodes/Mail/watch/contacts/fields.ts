import type { InputOf } from '../../../shared/step/field';
import { optionsOf } from '../../../shared/step/field';
import { choices } from '../../../shared/step/fieldKinds';
import { contactFolder } from '../../fields/contact';
import { watchedByApplication, watchedMailboxes } from '../../fields/mailbox';
import { simplify } from '../../fields/output';
import { heartbeat, mostPerPoll } from '../../fields/pollOptions';

const event = choices('event', 'Trigger On', 'What starts the workflow, one or several', {
	page: 'contact-trigger.md#trigger-on',
	required: true,
	options: {
		created: { name: 'Contact Created', description: 'A contact is new in the folder' },
		deleted: {
			name: 'Contact Deleted',
			description: 'A contact was deleted, or moved to another folder',
		},
		updated: {
			name: 'Contact Updated',
			description:
				'A name, address, phone or another field was changed. Edits that change nothing do not count.',
		},
	},
	default: ['created'],
});

export const contactTriggerFields = [
	watchedMailboxes,
	watchedByApplication,
	event,
	contactFolder,
	simplify,
	optionsOf('', [
		heartbeat,
		mostPerPoll(
			'maxContacts',
			'Maximum Contacts per Poll',
			'How many items one execution gets at most; the rest follows with the next polls',
		),
	]),
] as const;

export const contactTriggerProperties = contactTriggerFields.map(({ property }) => property);

/** What the user chose, validated; times in milliseconds. */
export type ContactSettings = InputOf<typeof contactTriggerFields>;
