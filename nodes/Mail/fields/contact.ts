import { byModel, whenEmpty } from '../../shared/step/field';
import { locator } from '../../shared/step/fieldKinds';
import { optionalLocator, requiredLocator } from '../../shared/step/inputSchemas';

export const contact = byModel(
	locator('contact', 'Contact', 'The contact, chosen from the list or by its ID', {
		required: true,
		list: { holds: 'a contact', searchListMethod: 'searchContacts' },
		entered: { id: 'e.g. AAkALgAAAAAAHYQDEapmEc2byACqAC...' },
		input: requiredLocator,
	}),
	'ID of the contact, as Find Contact returns it',
);

export const contactFolder = whenEmpty(
	locator(
		'folder',
		'Contact Folder',
		'The contact folder, chosen from the list, by its name or path, or by its ID',
		{
			list: { holds: 'a folder', searchListMethod: 'searchContactFolders' },
			entered: { name: 'e.g. Customers', id: 'e.g. AAMkAGI2...' },
			input: optionalLocator,
		},
	),
	'the default folder',
);
