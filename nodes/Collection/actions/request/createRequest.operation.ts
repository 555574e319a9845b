import { clientField } from '../../fields/client';
import {
	dueDateField,
	newRequestOptionsField,
	requestNameField,
	sendToClientField,
} from '../../fields/newRequest';
import { requestTemplateField } from '../../fields/template';
import { defineCollectionOperation } from '../../operation';
import { present } from '../../records';
import { createRequest as create } from '../../requests';
import { newRequestInput, requestKey, toOrder } from '../../schemas/newRequest';
import { templateInput } from '../../schemas/references';

export const createRequest = defineCollectionOperation({
	id: 'createRequest',
	label: 'Create Request',
	action:
		'Create a request for a client from a template and send it and return its ID and share link',
	summary: 'Ask a client for content and documents with one of the request templates',
	fields: [
		clientField,
		requestTemplateField,
		requestNameField,
		dueDateField,
		sendToClientField,
		newRequestOptionsField,
	],
	input: newRequestInput.extend({ template: templateInput }),
	key: requestKey,
	async run({ template, ...input }, context) {
		const order = { ...toOrder(input, context), template };
		return [{ json: present(await create(context.api, order, context.now.toMillis())) }];
	},
});
