import { clientField } from '../../fields/client';
import {
	dueDateField,
	newRequestOptionsField,
	requestNameField,
	sendToClientField,
} from '../../fields/newRequest';
import { defineCollectionOperation } from '../../operation';
import { present } from '../../records';
import { createRequest } from '../../requests';
import { formPages } from '../../schemas/formPages';
import { newRequestInput, requestKey, toOrder } from '../../schemas/newRequest';

export const createRequestWithForm = defineCollectionOperation({
	id: 'createRequestWithForm',
	label: 'Create Request With Form',
	action:
		'Create a request with questions of its own instead of a template and send it and return its ID and share link',
	summary: 'Ask a client questions that no template holds (not in the published API reference)',
	fields: [
		clientField,
		requestNameField,
		{
			displayName: 'Pages',
			name: 'pages',
			type: 'json',
			required: true,
			default: '[]',
			placeholder:
				'e.g. [{"name": "Business", "sections_data": [{"name": "Basics", "questions_data": [{"question": "Legal name", "data_type": "single-line"}]}]}]',
			description:
				'The form: a JSON list of pages with "name" and "sections_data"; each section has "name" and "questions_data"; each question has "question", "data_type" (such as text, email, date/time, dropdown, single file upload), and "options" or "columns" where the type needs them. Content Snare supports this, but its published reference does not list it.',
		},
		dueDateField,
		sendToClientField,
		newRequestOptionsField,
	],
	input: newRequestInput.extend({ pages: formPages }),
	key: requestKey,
	async run({ pages, ...input }, context) {
		const order = { ...toOrder(input, context), pages };
		return [{ json: present(await createRequest(context.api, order, context.now.toMillis())) }];
	},
});
