import { z } from 'zod';
import { optionalText } from '../../../shared/inputSchemas';
import { moment } from '../../../shared/moments';
import { requestField } from '../../fields/request';
import { requestChangesField } from '../../fields/requestChanges';
import { defineCollectionOperation } from '../../operation';
import { present } from '../../records';
import { changeRequest } from '../../requestChanges';
import { requestInput } from '../../schemas/references';
import { isChange, requestChanges, toChanges } from '../../schemas/requestChanges';

export const updateRequest = defineCollectionOperation({
	id: 'updateRequest',
	label: 'Update Request',
	action:
		'Update name or due date or folder or owner or reminders or clients of a request by its ID and return the request',
	summary: 'Change what is filled in, keep the rest',
	fields: [
		requestField,
		{
			displayName: 'New Name',
			name: 'newName',
			type: 'string',
			default: '',
			description: 'Name to change to. Leave empty to keep the present one.',
		},
		{
			displayName: 'New Due Date',
			name: 'newDueDate',
			type: 'dateTime',
			default: '',
			placeholder: 'e.g. 2026-12-01',
			description:
				"Day to change to, as YYYY-MM-DD or any ISO date, in the workflow's time zone. Leave empty to keep the present one.",
		},
		requestChangesField,
	],
	input: z.object({
		request: requestInput,
		newName: optionalText,
		newDueDate: moment,
		changes: requestChanges,
	}),
	rules: [
		{
			holds: ({ newName, newDueDate, changes }) =>
				newName !== undefined || newDueDate !== undefined || isChange(changes),
			field: 'newName',
			message: 'fill in what to change: name, due date or another field',
		},
	],
	async run({ request, ...input }, { api, now, timeZone }) {
		const changes = toChanges(input, now, timeZone);
		return [{ json: present(await changeRequest(api, request, changes)) }];
	},
});
