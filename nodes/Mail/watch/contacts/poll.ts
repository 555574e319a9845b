/*
 * This folder keeps the promise of the Contact Trigger: each contact that is created, updated or deleted starts the
 * workflow once.
 *
 * A poll asks Graph what changed in a folder (fact: contact-delta): one small request where nothing did. The answer is
 * kept only in the memory of the process (`FolderView`): a process without one reads the folder anew. n8n stores what
 * was handled: short hashes of each ID and of the output. What happened is the difference between the two. So a poll
 * may begin from any older state, and the rounds of the provider may repeat, be lost, or come late.
 */

import { InvalidInput } from '../../../shared/http/failures';
import { readPollParameters } from '../../../shared/step/pollParameters';
import { HASH_LENGTH, shortHash } from '../../../shared/text/shortHash';
import type { PollStart } from '../../../shared/watch/pollInTurn';
import { pollBy } from '../../../shared/watch/pollWatch';
import { UNLIMITED } from '../../../shared/watch/watch';
import {
	CONTACT_SELECT,
	contactShape,
	contactsPath,
	resolveContactFolder,
} from '../../contacts/contact';
import { MOST_EXAMPLES, whereChosenIsMissing } from '../attempts';
import { eachMailbox } from '../eachMailbox';
import { contactTriggerFields, contactTriggerProperties } from './fields';
import type { ContactPoll } from './view';
import type { ContactMemory } from './watchContacts';
import { folderExtra, watchContacts } from './watchContacts';

const noContact = () =>
	new InvalidInput(
		'No contact is in the folder',
		'folder',
		'Create a contact there, or choose another folder, then try again.',
	);

/**
 * Polls the folder once. In n8n's manual mode: a contact of the folder, and nothing is saved.
 * @returns null when nothing happened.
 */
export const poll = pollBy({
	who: 'The Contact Trigger',
	permission: ['Contacts.Read'],
	fields: contactTriggerProperties,
	whenTooSlow: 'choose a smaller Contact Folder',
	createMemory: (): ContactMemory => ({ before: new Map(), failedPolls: new Map() }),
	initial: { link: '' },
	extra: folderExtra,
	mostOpen: 0,
	isState: ([hash = '', ...more]) => hash.length === HASH_LENGTH && more.length === 0,
	open,
});

async function open(start: PollStart) {
	const settings = readPollParameters(start.context, contactTriggerFields);
	const { maxContacts, heartbeat } = settings.options;
	return await eachMailbox(
		start,
		settings.mailbox,
		async ({ graph, scope: mailboxScope }, memory: ContactMemory) => {
			const folder = await resolveContactFolder(graph, settings.folder);
			const scope = `${mailboxScope} ${shortHash(folder ?? '')}`;
			const { failedPolls } = memory;
			const contactPoll: ContactPoll = { graph, folder, scope, settings, failedPolls };
			return {
				scope,
				watch: watchContacts(contactPoll, memory),
				limits: { ...UNLIMITED, most: maxContacts },
				heartbeat,
				beginsAnew: true,
				sample: async () => ({ now: start.clock.now(), happenings: await examplesOf(contactPoll) }),
				nothing: noContact,
			};
		},
	);
}

/** Contacts of the folder, for n8n's test step, as if the first entry of Trigger On had happened to them. */
async function examplesOf({ graph, folder, settings }: ContactPoll) {
	const query = { $select: CONTACT_SELECT };
	const contacts = await graph
		.list(contactsPath(folder), contactShape, { query, limit: MOST_EXAMPLES })
		.catch(whereChosenIsMissing('folder', folder === undefined));
	const [changeType = 'created'] = settings.event;
	return contacts.map((contact) => {
		const before = { ...contact, displayName: 'Earlier name' };
		return { changeType, contact, before };
	});
}
