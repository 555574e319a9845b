import { z } from 'zod';
import { returnAllAndLimit } from '../../../shared/inputSchemas';
import { limitField, returnAllField } from '../../fields/returnAll';
import { defineCollectionOperation } from '../../operation';
import { present } from '../../records';
import { rowLimit } from '../../schemas/listOptions';
import { listTemplates as list } from '../../templates';

export const listTemplates = defineCollectionOperation({
	id: 'listTemplates',
	label: 'List Templates',
	action:
		'List request or page or section templates and return ID and name and description of each',
	summary: 'Read the templates that requests, pages and sections are made from',
	fields: [
		{
			displayName: 'Kind',
			name: 'kind',
			type: 'options',
			options: [
				{ name: 'Page Templates', value: 'page' },
				{ name: 'Request Templates', value: 'request' },
				{ name: 'Section Templates', value: 'section' },
			],
			default: 'request',
			description: 'What the templates are for',
		},
		returnAllField,
		limitField,
	],
	input: z.object({ kind: z.enum(['request', 'page', 'section']), ...returnAllAndLimit }),
	async run({ kind, ...range }, { api }) {
		const templates = await list(api, kind, rowLimit(range));
		return templates.map((template) => ({ json: present(template) }));
	},
});
