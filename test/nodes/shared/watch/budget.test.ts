import type { IPollFunctions } from 'n8n-workflow';
import { budgetOf } from '../../../../nodes/shared/watch/budget';

/** What the poll sees of n8n: only whether, and what, it tells about the budget. */
const contextWith = (budget?: unknown) =>
	(budget === undefined ? {} : { getPollBudgetMs: () => budget }) as IPollFunctions;

describe('the time a poll may take', () => {
	it("is n8n's", () => {
		expect(budgetOf(contextWith(36_000))).toBe(36_000);
	});

	it('is five minutes where an older n8n does not tell, or tells nonsense', () => {
		for (const budget of [undefined, 0, -1, Infinity, NaN, '36 s', null]) {
			expect(budgetOf(contextWith(budget))).toBe(300_000);
		}
	});
});
