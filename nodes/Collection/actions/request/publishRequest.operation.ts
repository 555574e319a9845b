import { defineStatusOperation } from './statusOperation';

export const publishRequest = defineStatusOperation({
	id: 'publishRequest',
	label: 'Publish Request',
	action: 'Publish and send a request at once',
	summary: 'Send a draft to its client',
	toolText: 'The client gets an email at once. Only drafts can be published.',
	status: 'published',
});
