import { defineStatusOperation } from './statusOperation';

export const archiveRequest = defineStatusOperation({
	label: 'Archive Request',
	action: 'Archive a request',
	summary: 'Put a request away; it can be reopened',
	toolText:
		'The client can no longer answer. Reopen Request gives it back, Complete Request closes it as done.',
	status: 'archived',
});
