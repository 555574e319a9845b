import { choice } from '../../../shared/step/fieldKinds';
import { limitOf, returnAllFields } from '../../../shared/step/returnAll';
import { namedItem, toItems } from '../../api/items';
import { namedShape } from '../../api/records';
import { defineCollectionOperation } from '../../operation';
import { TEMPLATE_PATHS } from '../../templates/templates';

export const listTemplates = defineCollectionOperation({
	label: 'List Templates',
	action: 'List templates',
	summary: 'Read the templates that requests, pages and sections are made from',
	returns: 'ID and name of each template',
	toolText: 'Use it before Create Request, Add Page or Add Section.',
	permission: ['read_templates'],
	effects: [],
	output: namedItem,
	fields: [
		choice('kind', 'Kind', 'What the templates are for', {
			options: {
				page: 'Page Templates',
				request: 'Request Templates',
				section: 'Section Templates',
			},
			default: 'request',
			byModel: true,
		}),
		...returnAllFields,
	],
	async run({ kind, ...wanted }, { api, notices }) {
		const options = { limit: limitOf(wanted), isCommon: true };
		const found = await api.collect(TEMPLATE_PATHS[kind], namedShape, options);
		return toItems(found, `${kind} templates`, notices);
	},
});
