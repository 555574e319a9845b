import { explain } from '../../../shared/http/failures';
import { pageItem, toItem } from '../../api/items';
import { request } from '../../fields/request';
import { partName, templateField } from '../../fields/template';
import { defineCollectionOperation } from '../../operation';
import { postPart } from '../../templates/templates';

export const addPage = defineCollectionOperation({
	label: 'Add Page',
	action: 'Add a page to a request',
	summary: 'Ask for more within a request, by a page template',
	returns: 'the page',
	toolText:
		'List Templates has the page templates. The client of a published request sees the page.',
	permission: ['write_requests', 'read_templates'],
	effects: ['addPage'],
	output: pageItem,
	modelKeys: ['name', 'fields_count', 'id'],
	fields: [request, templateField('page', 'searchPageTemplates', 'Business'), partName],
	// In the order of the items.
	inTurnBy: ({ request: id }) => id,
	async run({ request: id, template, name }, context) {
		const page = await postPart(context.api, 'page', template, { request_id: id, name }).catch(
			explain({ rejected: 'If there is no such request, take its ID from List Requests.' }),
		);
		return [toItem(page)];
	},
});
