import { byModel, changed, field } from '../../shared/step/field';
import { optionalLocator, requiredLocator } from '../../shared/step/inputSchemas';

/** A folder, or none. */
export const optionalFolder = byModel(
	field(
		{
			displayName: 'Folder',
			name: 'folder',
			type: 'resourceLocator',
			default: { mode: 'list', value: '' },
			description: 'The folder, chosen from the list, by its name or path, or by its ID',
			modes: [
				{
					displayName: 'From List',
					name: 'list',
					type: 'list',
					placeholder: 'Select a folder...',
					typeOptions: { searchListMethod: 'searchFolders', searchable: true },
				},
				{
					displayName: 'By Name',
					name: 'name',
					type: 'string',
					placeholder: 'e.g. Inbox/Customers',
					hint: 'A path, or the name of a standard folder such as Archive',
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
	'Name of a standard folder, as Inbox or Archive, or the path of another one, as Inbox/Customers; List Folders has them',
);

/** The folder that a step works on. */
export const folder = changed(optionalFolder, { required: true }, requiredLocator);

export const optionalFolderField = optionalFolder.property;
export const folderModes = optionalFolder.property.modes ?? [];
