import type { DateTime } from 'luxon';
import { withoutInvisible } from '../shared/html/invisible';
import type { BinaryFiles } from '../shared/step/binary';
import { mapTexts } from '../shared/step/mapTexts';
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

/** Defines a step of the Collection node. A language model reads nothing in what clients write that people do not see. */
export const defineCollectionOperation = operationsFor<
	CollectionContext,
	CollectionWrite,
	readonly []
>({
	fields: [],
	enter: (_, context) => context,
	async around(_, { notices }, run) {
		const results = await run();
		if (!notices.forModel) return results;
		return results.map((result) => ({
			...result,
			json: mapTexts(result.json, withoutInvisible),
		}));
	},
});
