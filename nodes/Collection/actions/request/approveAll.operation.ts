import { defineAllFieldsOperation } from './allFieldsOperation';

export const approveAll = defineAllFieldsOperation({
	id: 'approveAll',
	label: 'Approve All',
	action: 'Approve all submitted fields of a request or page or section by its ID',
	summary: 'Accept everything the client has submitted',
	returns: 'the ID and what was approved',
	call: 'approve_all_submitted_fields',
});
