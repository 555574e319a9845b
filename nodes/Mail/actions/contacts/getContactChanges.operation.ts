import { z } from 'zod';
import { changed } from '../../../shared/step/field';
import { contactItem, resolveContactFolder, simplifyContact } from '../../contacts/contact';
import { readContactChanges } from '../../contacts/contactChanges';
import { changesFields, changesItem, changesWanted, toChangeItems } from '../../fields/changes';
import { contactFolder } from '../../fields/contact';
import { simplify } from '../../fields/output';
import { defineMailOperation } from '../../operation';

/** @see https://learn.microsoft.com/graph/api/contact-delta */
export const getContactChanges = defineMailOperation({
	label: 'Get Contact Changes',
	action: 'Get changes of contacts',
	summary:
		'What is new, changed or gone in a contact folder since an earlier run, for backups and syncs',
	returns:
		'an item for each contact (change: changed or removed), then one with the position for the next run (change: position)',
	toolText:
		'Give the position of the last item to the next call. To look for a contact use Find Contact.',
	permission: ['Contacts.Read'],
	effects: [],
	output: changesItem.merge(contactItem.partial()).extend({ folderItemId: z.string().optional() }),
	fields: [
		changed(contactFolder, {
			description:
				'The contact folder to begin with. With a position, the step goes on in the folder of that position.',
		}),
		...changesFields,
		simplify,
	],
	async run({ folder, simplify, ...input }, context) {
		const find = async () => await resolveContactFolder(context.graph, folder);
		const reading = { ...changesWanted(input), simplify };
		const { changed, removed, ...rest } = await readContactChanges(context, find, reading);
		// No field of a tool takes the folder.
		const left = context.notices.forModel ? { parentFolderId: undefined } : {};
		const contacts = changed.map(({ entry: { raw, used }, folderItemId }) => ({
			...(simplify ? simplifyContact({ ...used, ...left }) : raw),
			folderItemId,
		}));
		const gone = removed.map((folderItemId) => ({ folderItemId }));
		return toChangeItems(contacts, gone, rest);
	},
});
