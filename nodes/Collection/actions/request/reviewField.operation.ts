import { z } from 'zod';
import { field, requiredChoice } from '../../../shared/field';
import { optionalText, requiredIdText } from '../../../shared/inputSchemas';
import { collectionPath } from '../../api/paths';
import { present } from '../../items';
import { defineCollectionOperation } from '../../operation';
import { anyRecord } from '../../records';

/** The provider's statuses for the decisions of a reviewer. */
const STATUSES = { approve: 'approved', reject: 'redo', revise: 'todo', submit: 'done' } as const;

export const reviewField = defineCollectionOperation({
	id: 'reviewField',
	label: 'Review Field',
	action: 'Approve or reject a field',
	summary: 'Approve, reject, or hand back the answer to one field',
	returns: 'the ID and new status of the field',
	permission: ['review_requests'],
	output: z
		.object({ status: z.string(), rejection_comment: z.string().optional(), id: z.string() })
		.passthrough(),
	fields: [
		field(
			{
				displayName: 'Field ID',
				name: 'fieldId',
				type: 'string',
				required: true,
				default: '',
				placeholder: 'e.g. fld_Aa11Bb22Cc33Dd',
				description: 'ID of the field, as Get Answers returns it',
			},
			requiredIdText,
		),
		requiredChoice({
			displayName: 'Decision',
			name: 'decision',
			options: [
				{ name: 'Approve', value: 'approve', description: 'The answer is fine' },
				{ name: 'Reject', value: 'reject', description: 'The client has to answer again' },
				{
					name: 'Revise',
					value: 'revise',
					description: 'Open the field again without a rejection',
				},
				{
					name: 'Submit for Review',
					value: 'submit',
					description: 'Hand in, or take back an approval or rejection',
				},
			],
			description: 'What to do with the answer',
		}),
		field(
			{
				displayName: 'Comment',
				name: 'comment',
				type: 'string',
				typeOptions: { rows: 2 },
				default: '',
				placeholder: 'e.g. The second page is missing.',
				description: 'Why the answer is rejected; the client sees it',
				displayOptions: { show: { decision: ['reject'] } },
			},
			optionalText,
		),
	],
	async run({ fieldId: id, decision, comment }, { api }) {
		const status = STATUSES[decision];
		const rejection =
			decision === 'reject' && comment !== undefined ? { rejection_comment: comment } : {};
		const path = collectionPath`/fields/${id}/review`;
		const answer = await api.put(path, { status, ...rejection }, anyRecord);
		return [{ json: { status, ...present(answer), id } }];
	},
});
