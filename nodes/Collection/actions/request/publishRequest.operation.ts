import { defineStatusOperation } from './statusOperation';

export const publishRequest = defineStatusOperation({
	label: 'Publish Request',
	action: 'Publish and send a request',
	summary: 'Send a draft to its client',
	toolText: 'The client gets an email immediately. It opens a request again that is closed.',
	status: 'published',
});
