import type { DateTime } from 'luxon';
import type { BinaryFiles } from '../shared/step/binary';
import type { Notices } from '../shared/step/notices';
import { operationsFor } from '../shared/step/operation';
import type { CollectionClient } from './api/client';
import type { CollectionWrite } from './outgoing/writes';

export interface CollectionContext {
	api: CollectionClient;
	files: BinaryFiles;
	notices: Notices;
	/** The moment the run of this item began, in the workflow's time zone. */
	now: DateTime;
	/** The workflow's time zone, an IANA name. */
	timeZone: string;
}

/** Defines one step of the Collection node. */
export const defineCollectionOperation = operationsFor<
	CollectionContext,
	CollectionWrite,
	readonly []
>({
	fields: [],
	enter: (_, context) => context,
});
