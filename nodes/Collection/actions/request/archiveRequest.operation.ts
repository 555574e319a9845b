import { defineStatusOperation } from './statusOperation';

export const archiveRequest = defineStatusOperation({
	id: 'archiveRequest',
	label: 'Archive Request',
	action: 'Archive a request by its ID so that it is put away and return the request',
	summary: 'Put a request away; it can be reopened',
	status: 'archived',
});
