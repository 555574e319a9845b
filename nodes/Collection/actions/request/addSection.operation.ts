import { explain } from '../../../shared/http/failures';
import { required } from '../../../shared/step/field';
import { text } from '../../../shared/step/fieldKinds';
import { sectionItem, toItem } from '../../api/items';
import { idOf } from '../../clients/references';
import { partName, templateField } from '../../fields/template';
import { defineCollectionOperation } from '../../operation';
import { postPart } from '../../templates/templates';

export const addSection = defineCollectionOperation({
	label: 'Add Section',
	action: 'Add a section to a page',
	summary: 'Ask for more within a page, by a section template',
	returns: 'the section',
	toolText: 'Get Answers has the IDs of pages, List Templates the section templates.',
	permission: ['write_requests', 'read_templates'],
	effects: ['addSection'],
	output: sectionItem,
	modelKeys: ['name', 'id'],
	fields: [
		required(
			text('pageId', 'Page ID', 'ID of the page, as Get Request and Get Answers return it', {
				placeholder: 'e.g. pag_Aa11Bb22Cc33Dd',
				input: idOf('page'),
				byModel: true,
			}),
		),
		templateField('section', 'searchSectionTemplates', 'Basics'),
		partName,
	],
	// In the order of the items.
	inTurnBy: ({ pageId }) => pageId,
	async run({ pageId, template, name }, context) {
		const section = await postPart(context.api, 'section', template, {
			page_id: pageId,
			name,
		}).catch(explain({ rejected: 'If there is no such page, take its ID from Get Answers.' }));
		return [toItem(section)];
	},
});
