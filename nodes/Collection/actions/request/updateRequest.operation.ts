import { requestItem, toItem, WRITTEN_REQUEST_KEYS } from '../../api/items';
import { request } from '../../fields/request';
import { isChange, requestChanges, toChanges } from '../../fields/requestChanges';
import { defineCollectionOperation } from '../../operation';
import { putRequest } from '../../requests/requests';

export const updateRequest = defineCollectionOperation({
	label: 'Update Request',
	action: 'Update a request',
	summary: 'Change what is filled in, keep the rest',
	returns: 'the request, with its status and share link',
	toolText: 'Values that you leave out stay. A new due date moves the reminders to the client.',
	permission: ['write_requests'],
	effects: ['updateRequest'],
	output: requestItem,
	modelKeys: WRITTEN_REQUEST_KEYS,
	fields: [request, ...requestChanges],
	rules: [
		{
			holds: isChange,
			field: 'newName',
			message: 'fill in what to change: name, due date or another field',
		},
	],
	// The last one counts.
	inTurnBy: ({ request: id }) => id,
	async run({ request: id, ...input }, context) {
		return [toItem(await putRequest(context.api, id, toChanges(input, context)))];
	},
});
