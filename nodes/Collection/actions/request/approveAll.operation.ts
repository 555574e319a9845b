import { defineAllFieldsOperation } from './allFieldsOperation';

export const approveAll = defineAllFieldsOperation({
	label: 'Approve All',
	action: 'Approve all fields of a request',
	summary: 'Accept everything the client has submitted in a request, page or section',
	returns: 'the ID and what was approved',
	toolText: 'Read with Get Answers first. Use Review Field for one field. The client may be told.',
	effects: ['approveAll'],
	call: 'approve_all_submitted_fields',
});
