import { DateTime } from 'luxon';
import type { IExecuteFunctions } from 'n8n-workflow';
import { createBinaryFiles } from '../../shared/binary';
import { connectCollection } from '../api/connect';
import type { CollectionContext } from './defineCollectionOperation';

/** Opens the account for one run; gives each input item what its step works with. */
export async function openContexts(
	this: IExecuteFunctions,
): Promise<(itemIndex: number) => CollectionContext> {
	const api = await connectCollection(this, { signal: this.getExecutionCancelSignal() });
	const timeZone = this.getTimezone();
	return (itemIndex) => ({
		api,
		files: createBinaryFiles(this, itemIndex),
		itemIndex,
		now: DateTime.now().setZone(timeZone),
		timeZone,
	});
}
