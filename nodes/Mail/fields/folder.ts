import { required } from '../../shared/step/field';
import { locator } from '../../shared/step/fieldKinds';
import { optionalLocator } from '../../shared/step/inputSchemas';

export const optionalFolder = locator(
	'folder',
	'Folder',
	'The folder, chosen from the list, by its name or path, or by its ID',
	{
		list: { holds: 'a folder', searchListMethod: 'searchFolders' },
		entered: {
			name: {
				placeholder: 'e.g. Inbox/Customers',
				hint: 'A path, or the name of a standard folder such as Archive',
			},
			id: 'e.g. AAMkAGI2...',
		},
		input: optionalLocator,
		byModel:
			'Name of a standard folder, as Inbox or Archive, or the path of another one, as Inbox/Customers; List Folders has them',
	},
);

export const folder = required(optionalFolder);
