import type { IAllExecuteFunctions } from 'n8n-workflow';
import { CONTENT_SNARE_ROOTS } from '../../credentials/apiRoots';
import { createAnonymousSend } from '../shared/http/request';
import { readOutgoingPolicy } from '../shared/outgoing/outgoingPolicy';
import type { Limits } from '../shared/provider/connect';
import { connect } from '../shared/provider/connect';
import type { CollectionClient, CollectionClientOptions } from './api/client';
import { createCollectionClient } from './api/client';
import { createGuard } from './outgoing/guard';
import type { CollectionWrite } from './outgoing/writes';

interface CollectionOptions extends Limits, Pick<CollectionClientOptions, 'leaveOut' | 'run'> {
	effects: readonly CollectionWrite[];
	/** A trigger registers where its events go, in a dry run too. */
	forTrigger?: boolean;
}

/**
 * Content Snare as the node's account sees it, as far as the credential's policy lets it be changed.
 * @param effects What the node may write.
 * @throws InvalidInput when the credential's API root is not https (or http on loopback), or its policy
 * cannot be understood.
 */
export async function connectCollection(
	context: IAllExecuteFunctions,
	{ effects, forTrigger = false, ...limits }: CollectionOptions,
): Promise<CollectionClient> {
	const connection = await connect(context, {
		type: 'collectionOAuth2Api',
		label: 'Collection (Content Snare) OAuth2 API',
		choice: { name: 'server', label: 'Server' },
		apiRoots: CONTENT_SNARE_ROOTS,
		readRules: (fields) => readOutgoingPolicy(forTrigger ? { ...fields, dryRun: false } : fields),
	});
	const { rules: policy, account } = connection;
	return createCollectionClient({
		...connection,
		...limits,
		sendAnonymous: createAnonymousSend(context),
		guard: createGuard(policy, account, effects),
		hasPolicy: policy?.restricts ?? false,
		isForAgents: policy?.isStrict ?? false,
	});
}
