import { defineStatusOperation } from './statusOperation';

export const completeRequest = defineStatusOperation({
	label: 'Complete Request',
	action: 'Complete a request',
	summary: 'Close a request as done',
	toolText:
		'The client can no longer answer. Approve All accepts the answers first. Reopen Request opens it again.',
	status: 'completed',
});
