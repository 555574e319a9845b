import { defineStatusOperation } from './statusOperation';

export const publishRequest = defineStatusOperation({
	id: 'publishRequest',
	label: 'Publish Request',
	action:
		'Publish a draft request by its ID which sends it to its client and return it with its share link',
	summary: 'Send a draft to its client',
	status: 'published',
});
