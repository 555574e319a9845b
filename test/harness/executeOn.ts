import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import * as collection from '../../nodes/Collection/openContexts';
import { collectionRegistry } from '../../nodes/Collection/registry';
import * as mail from '../../nodes/Mail/openContexts';
import { mailRegistry } from '../../nodes/Mail/registry';
import type { Clock } from '../../nodes/shared/http/clock';
import { runItems } from '../../nodes/shared/step/runItems';

/** What the nodes do when they are executed, on a clock of the test's choice. */
export const executeOn = {
	async mail(context: IExecuteFunctions, clock: Clock): Promise<INodeExecutionData[][]> {
		return await runItems(
			context,
			mailRegistry,
			mail.ITEMS_AT_ONCE,
			async (effects) => await mail.openContexts.call(context, effects, clock),
			clock,
		);
	},
	async collection(context: IExecuteFunctions, clock: Clock): Promise<INodeExecutionData[][]> {
		return await runItems(
			context,
			collectionRegistry,
			collection.ITEMS_AT_ONCE,
			async (effects) => await collection.openContexts.call(context, effects, clock),
			clock,
		);
	},
};
