import { partIdField, reviewScopeField, scopedRequestField } from '../../fields/reviewScope';
import { defineCollectionOperation } from '../../operation';
import { submitAll as run } from '../../review';
import { reviewScope, scopeRules, toScope } from '../../schemas/reviewScope';

export const submitAll = defineCollectionOperation({
	id: 'submitAll',
	label: 'Submit All',
	action: 'Submit all fields of a request or page or section for review by its ID',
	summary: 'Hand everything in for review in the place of the client',
	fields: [reviewScopeField, scopedRequestField, partIdField],
	input: reviewScope,
	rules: scopeRules,
	async run(input, { api }) {
		const scope = toScope(input);
		await run(api, scope);
		return [{ json: { id: scope.id, scope: scope.kind, success: true } }];
	},
});
