import { defineStatusOperation } from './statusOperation';

export const reopenRequest = defineStatusOperation({
	label: 'Reopen Request',
	action: 'Reopen a request',
	summary: 'Give a closed request back to its client',
	toolText: 'The client can answer again and may be told. A draft is sent to its client.',
	status: 'published',
});
