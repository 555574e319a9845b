import { required } from '../../../shared/field';
import { text } from '../../../shared/fieldKinds';
import { optionalIdText } from '../../../shared/inputSchemas';
import { collectionPath } from '../../api/paths';
import { partName, templateField } from '../../fields/template';
import { sectionItem, toItem } from '../../items';
import { defineCollectionOperation } from '../../operation';
import { given, recordShape } from '../../records';
import { sourceKeys } from '../../templates';

export const addSection = defineCollectionOperation({
	id: 'addSection',
	label: 'Add Section',
	action: 'Add a section to a page',
	summary: 'Ask for more within a page, by a section template',
	returns: 'the section',
	permission: ['write_requests', 'read_templates'],
	output: sectionItem,
	fields: [
		required(
			text('pageId', 'Page ID', 'ID of the page, as Get Request and Get Answers return it', {
				placeholder: 'e.g. pag_Aa11Bb22Cc33Dd',
				input: optionalIdText,
			}),
		),
		templateField('section', 'searchSectionTemplates', 'Basics'),
		partName,
	],
	async run({ pageId, template, name }, { api }) {
		const body = { page_id: pageId, name, ...(await sourceKeys(api, 'section', template)) };
		return [toItem(await api.post(collectionPath`/sections`, given(body), recordShape))];
	},
});
