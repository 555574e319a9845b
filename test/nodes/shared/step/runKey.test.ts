import type { IDataObject } from 'n8n-workflow';
import { createRegistry } from '../../../../nodes/shared/step/registry';
import { runKeyOf } from '../../../../nodes/shared/step/runKey';
import type { ItemRun } from '../../../harness/itemRun';
import { createContext } from '../../../harness/itemRun';

/** The key of an item of two, in a run of one node. */
function keyOf(itemIndex: number, run: Partial<ItemRun> = {}): string {
	const context = createContext(createRegistry([]), { parameters: {}, items: [{}, {}], ...run });
	return runKeyOf(context, itemIndex);
}

describe('the key of an item', () => {
	it('is the same when n8n tries the item again', () => {
		expect(keyOf(1, { runIndex: 2 })).toBe(keyOf(1, { runIndex: 2 }));
	});

	it('is another one for each item, round of a loop and execution', () => {
		const keys = [
			keyOf(0),
			keyOf(1),
			keyOf(0, { runIndex: 1 }),
			keyOf(1, { runIndex: 1 }),
			keyOf(0, { executionId: 'execution-2' }),
			// Parts that run into each other would make one key of two items.
			keyOf(1, { runIndex: 11 }),
			keyOf(11, { runIndex: 1 }),
			// In a workflow that a program wrote, nodes may have one ID.
			keyOf(0, { name: 'Another' }),
		];
		expect(new Set(keys).size).toBe(keys.length);
	});

	it("of an agent's tool is the same for all attempts at a call, which n8n counts as rounds, and another one for each call", () => {
		const keyOfCall = (written: IDataObject, runIndex: number) => {
			const run = { parameters: {}, items: [written], runIndex, type: 'testTool' };
			return runKeyOf(createContext(createRegistry([]), run), 0);
		};
		const [call, other] = [{ start: 'Monday' }, { start: 'Monday' }];
		expect(keyOfCall(call, 1)).toBe(keyOfCall(call, 0));
		expect(keyOfCall(other, 0)).not.toBe(keyOfCall(call, 0));
	});
});
