import { z } from 'zod';
import { required } from '../../../shared/step/field';
import { requiredChoice, text } from '../../../shared/step/fieldKinds';
import { present } from '../../api/items';
import { collectionPath } from '../../api/paths';
import { anyRecord } from '../../api/records';
import { idOf } from '../../clients/references';
import { defineCollectionOperation } from '../../operation';

/** The provider's statuses for the decisions of a reviewer. */
const STATUSES = { approve: 'approved', reject: 'redo', revise: 'todo', submit: 'done' } as const;

export const reviewField = defineCollectionOperation({
	label: 'Review Field',
	action: 'Approve or reject a field',
	summary: 'Approve, reject, or hand back the answer to one field',
	returns: 'the ID and new status of the field',
	toolText:
		'Get Answers has the IDs of fields. A comment reaches the client. Approve All accepts everything at once.',
	permission: ['review_requests'],
	effects: ['reviewField'],
	output: z
		.object({ status: z.string(), rejection_comment: z.string().optional(), id: z.string() })
		.passthrough(),
	fields: [
		required(
			text('fieldId', 'Field ID', 'ID of the field, as Get Answers returns it', {
				placeholder: 'e.g. fld_Aa11Bb22Cc33Dd',
				input: idOf('field'),
				byModel: true,
			}),
		),
		requiredChoice('decision', 'Decision', 'What to do with the answer', {
			options: {
				approve: { name: 'Approve', description: 'The answer is fine' },
				reject: { name: 'Reject', description: 'The client has to answer again' },
				revise: { name: 'Revise', description: 'Open the field again without a rejection' },
				submit: {
					name: 'Submit for Review',
					description: 'Hand in, or take back an approval or rejection',
				},
			},
			byModel: true,
		}),
		text('comment', 'Comment', 'Why the answer is rejected; the client sees it', {
			typeOptions: { rows: 2 },
			placeholder: 'e.g. The second page is missing.',
			displayOptions: { show: { decision: ['reject'] } },
			byModel: 'Why the answer is rejected; the client sees it; else empty',
			narrows: true,
		}),
	],
	// The last one counts.
	inTurnBy: ({ fieldId }) => fieldId,
	async run({ fieldId: id, decision, comment }, context) {
		const status = STATUSES[decision];
		const rejection =
			decision === 'reject' && comment !== undefined ? { rejection_comment: comment } : {};
		const path = collectionPath`/fields/${id}/review`;
		const answer = await context.api.put(path, { status, ...rejection }, anyRecord);
		return [{ json: { status, ...present(answer), id } }];
	},
});
