import { byModel, field, whenEmpty } from '../../shared/step/field';
import { optionalLocator, requiredLocator } from '../../shared/step/inputSchemas';
import { locator } from '../../shared/step/locator';

export const contact = byModel(
	field(
		locator({
			displayName: 'Contact',
			name: 'contact',
			required: true,
			description: 'The contact, chosen from the list or by its ID',
			list: { holds: 'a contact', searchListMethod: 'searchContacts' },
			entered: [
				{
					displayName: 'By ID',
					name: 'id',
					placeholder: 'e.g. AAkALgAAAAAAHYQDEapmEc2byACqAC...',
				},
			],
		}),
		requiredLocator,
	),
	'ID of the contact, as Find Contact returns it',
);

export const contactFolder = whenEmpty(
	field(
		locator({
			displayName: 'Contact Folder',
			name: 'folder',
			description: 'The contact folder, chosen from the list, by its name or path, or by its ID',
			list: { holds: 'a folder', searchListMethod: 'searchContactFolders' },
			entered: [
				{ displayName: 'By Name', name: 'name', placeholder: 'e.g. Customers' },
				{ displayName: 'By ID', name: 'id', placeholder: 'e.g. AAMkAGI2...' },
			],
		}),
		optionalLocator,
	),
	'the default folder',
);
