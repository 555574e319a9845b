import { defineStatusOperation } from './statusOperation';

export const completeRequest = defineStatusOperation({
	id: 'completeRequest',
	label: 'Complete Request',
	action: 'Complete a request',
	summary: 'Close a request as done',
	status: 'completed',
});
