import { byModel } from '../../../shared/step/field';
import { choice } from '../../../shared/step/fieldKinds';
import { limitOf, returnAllFields } from '../../../shared/step/returnAll';
import { namedItem, toItem } from '../../api/items';
import { defineCollectionOperation } from '../../operation';
import { readTemplates } from '../../templates/templates';

export const listTemplates = defineCollectionOperation({
	id: 'listTemplates',
	label: 'List Templates',
	action: 'List templates',
	summary: 'Read the templates that requests, pages and sections are made from',
	returns: 'ID and name of each template',
	toolText: 'Use it before Create Request, Add Page or Add Section.',
	permission: ['read_templates'],
	effects: [],
	output: namedItem,
	fields: [
		byModel(
			choice('kind', 'Kind', 'What the templates are for', {
				options: [
					{ name: 'Page Templates', value: 'page' },
					{ name: 'Request Templates', value: 'request' },
					{ name: 'Section Templates', value: 'section' },
				],
				default: 'request',
			}),
		),
		...returnAllFields,
	],
	async run({ kind, ...wanted }, { api }) {
		return (await readTemplates(api, kind, limitOf(wanted))).map(toItem);
	},
});
