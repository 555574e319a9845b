import { defineStatusOperation } from './statusOperation';

export const archiveRequest = defineStatusOperation({
	id: 'archiveRequest',
	label: 'Archive Request',
	action: 'Archive a request',
	summary: 'Put a request away; it can be reopened',
	status: 'archived',
});
