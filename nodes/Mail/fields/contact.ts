import { byModel, field, whenEmpty } from '../../shared/step/field';
import { optionalLocator, requiredLocator } from '../../shared/step/inputSchemas';

/** The contact that a step works on. */
export const contact = byModel(
	field(
		{
			displayName: 'Contact',
			name: 'contact',
			type: 'resourceLocator',
			required: true,
			default: { mode: 'list', value: '' },
			description: 'The contact, chosen from the list or by its ID',
			modes: [
				{
					displayName: 'From List',
					name: 'list',
					type: 'list',
					placeholder: 'Select a contact...',
					typeOptions: { searchListMethod: 'searchContacts', searchable: true },
				},
				{
					displayName: 'By ID',
					name: 'id',
					type: 'string',
					placeholder: 'e.g. AAkALgAAAAAAHYQDEapmEc2byACqAC...',
				},
			],
		},
		requiredLocator,
	),
	'ID of the contact, as Find Contact returns it',
);

/** The folder that contacts are in. */
export const contactFolder = whenEmpty(
	field(
		{
			displayName: 'Contact Folder',
			name: 'folder',
			type: 'resourceLocator',
			default: { mode: 'list', value: '' },
			description: 'The contact folder, chosen from the list, by its name, or by its ID',
			modes: [
				{
					displayName: 'From List',
					name: 'list',
					type: 'list',
					typeOptions: { searchListMethod: 'searchContactFolders', searchable: true },
				},
				{
					displayName: 'By Name',
					name: 'name',
					type: 'string',
					placeholder: 'e.g. Customers',
				},
				{
					displayName: 'By ID',
					name: 'id',
					type: 'string',
					placeholder: 'e.g. AAMkAGI2...',
				},
			],
		},
		optionalLocator,
	),
	'the default folder',
);
