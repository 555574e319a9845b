import { defineStatusOperation } from './statusOperation';

export const reopenRequest = defineStatusOperation({
	id: 'reopenRequest',
	label: 'Reopen Request',
	action: 'Reopen a request',
	summary: 'Give a closed request back to its client',
	status: 'published',
});
