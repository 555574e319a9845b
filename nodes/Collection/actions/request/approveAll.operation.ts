import { partIdField, reviewScopeField, scopedRequestField } from '../../fields/reviewScope';
import { defineCollectionOperation } from '../../operation';
import { approveAll as run } from '../../review';
import { reviewScope, scopeRules, toScope } from '../../schemas/reviewScope';

export const approveAll = defineCollectionOperation({
	id: 'approveAll',
	label: 'Approve All',
	action: 'Approve all submitted fields of a request or page or section by its ID',
	summary: 'Accept everything the client has submitted',
	fields: [reviewScopeField, scopedRequestField, partIdField],
	input: reviewScope,
	rules: scopeRules,
	async run(input, { api }) {
		const scope = toScope(input);
		await run(api, scope);
		return [{ json: { id: scope.id, scope: scope.kind, success: true } }];
	},
});
