import type { DateTime } from 'luxon';
import type { BinaryFiles } from '../shared/binary';
import { operationsFor } from '../shared/operation';
import type { CollectionClient } from './api/client';

export interface CollectionContext {
	api: CollectionClient;
	files: BinaryFiles;
	itemIndex: number;
	/** The moment the run of this item began, in the workflow's time zone. */
	now: DateTime;
	/** The workflow's time zone, an IANA name. */
	timeZone: string;
}

/** Defines one step of the Collection node. */
export const defineCollectionOperation = operationsFor<CollectionContext, readonly []>({
	fields: [],
	enter: (_, context) => context,
});
