import { defineAllFieldsOperation } from './allFieldsOperation';

export const submitAll = defineAllFieldsOperation({
	label: 'Submit All',
	action: 'Submit all fields of a request',
	summary: "Hand everything in for review on the client's behalf",
	returns: 'the ID and what was submitted',
	toolText: "It ends the client's part: use it only when the client asked for it.",
	effects: ['submitAll'],
	call: 'submit_all_fields',
});
