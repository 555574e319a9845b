import { defineStatusOperation } from './statusOperation';

export const completeRequest = defineStatusOperation({
	id: 'completeRequest',
	label: 'Complete Request',
	action: 'Mark a request as completed by its ID and return the request',
	summary: 'Close a request as done',
	status: 'completed',
});
