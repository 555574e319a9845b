import type { DateTime } from 'luxon';
import { withoutInvisible } from '../shared/html/invisible';
import { refuseLoadsIn } from '../shared/html/loads';
import { LEFT_OUT } from '../shared/provider/understand';
import type { BinaryFiles } from '../shared/step/binary';
import { mapTexts } from '../shared/step/mapTexts';
import type { Notices } from '../shared/step/notices';
import { operationsFor } from '../shared/step/operation';
import { withoutSignatures } from '../shared/step/withoutSignatures';
import type { CollectionClient } from './api/client';
import type { CollectionWrite } from './outgoing/writes';
import { EFFECTS } from './outgoing/writes';

export interface CollectionContext {
	api: CollectionClient;
	files: BinaryFiles;
	notices: Notices;
	/** True once entries of an answer could not be read, and were left out. */
	hasLeftOut(): boolean;
	/** The moment the run of this item began, in the workflow's time zone. */
	now: DateTime;
	/** The workflow's time zone, an IANA name. */
	timeZone: string;
}

/**
 * Defines a step of the Collection node. What may reach a language model has nothing in it that clients wrote and
 * people do not see, and no secret of a trigger. What a language model enters, or anybody under a policy, loads nothing.
 */
export const defineCollectionOperation = operationsFor<
	CollectionContext,
	CollectionWrite,
	readonly [],
	keyof typeof EFFECTS
>({
	fields: [],
	writes: EFFECTS,
	async around(_chosen, input, context, run) {
		const { api, notices } = context;
		// Clients, the team and invited people open it. Which texts count as HTML is mostly not documented.
		if (notices.forModel || api.hasPolicy) refuseLoadsIn(input, 'Leave a link.');
		const results = notices.cut(await run(context), context.hasLeftOut() && LEFT_OUT);
		if (!notices.mayReachModel) return results;
		return results.map((result) => {
			const json = mapTexts(result.json, withoutInvisible);
			// A tool's are hidden with all that it puts out.
			return { ...result, json: notices.forModel ? json : withoutSignatures(json) };
		});
	},
});
