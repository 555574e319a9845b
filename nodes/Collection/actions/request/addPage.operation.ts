import { z } from 'zod';
import { optionalText } from '../../../shared/inputSchemas';
import { collectionPath } from '../../api/paths';
import { pageTemplateField, partNameField } from '../../fields/partTemplate';
import { requestField } from '../../fields/request';
import { defineCollectionOperation } from '../../operation';
import { present, recordShape } from '../../records';
import { given } from '../../requests';
import { requestInput, templateInput } from '../../schemas/references';
import { sourceKeys } from '../../templates';

export const addPage = defineCollectionOperation({
	id: 'addPage',
	label: 'Add Page',
	action: 'Add a page to a request from a page template and return the page with its ID',
	summary: 'Ask for more within a request',
	fields: [requestField, pageTemplateField, partNameField],
	input: z.object({ request: requestInput, template: templateInput, name: optionalText }),
	async run({ request, template, name }, { api }) {
		const body = { request_id: request, name, ...(await sourceKeys(api, 'page', template)) };
		const page = await api.post(collectionPath`/pages`, given(body), recordShape);
		return [{ json: present(page) }];
	},
});
