import { z } from 'zod';
import { optionalText, requiredText } from '../../../shared/inputSchemas';
import { collectionPath } from '../../api/paths';
import { partNameField, sectionTemplateField } from '../../fields/partTemplate';
import { defineCollectionOperation } from '../../operation';
import { present, recordShape } from '../../records';
import { given } from '../../requests';
import { templateInput } from '../../schemas/references';
import { sourceKeys } from '../../templates';

export const addSection = defineCollectionOperation({
	id: 'addSection',
	label: 'Add Section',
	action:
		'Add a section to a page of a request from a section template and return the section with its ID',
	summary: 'Ask for more within a page',
	fields: [
		{
			displayName: 'Page ID',
			name: 'pageId',
			type: 'string',
			required: true,
			default: '',
			placeholder: 'e.g. pag_Aa11Bb22Cc33Dd',
			description: 'ID of the page, as Get Request and Get Answers return it',
		},
		sectionTemplateField,
		partNameField,
	],
	input: z.object({ pageId: requiredText, template: templateInput, name: optionalText }),
	async run({ pageId, template, name }, { api }) {
		const body = { page_id: pageId, name, ...(await sourceKeys(api, 'section', template)) };
		const section = await api.post(collectionPath`/sections`, given(body), recordShape);
		return [{ json: present(section) }];
	},
});
