import type { IAllExecuteFunctions } from 'n8n-workflow';
import { CONTENT_SNARE_ROOTS } from '../../credentials/apiRoots';
import { createAnonymousSend } from '../shared/http/request';
import type { Limits } from '../shared/provider/connect';
import { connect } from '../shared/provider/connect';
import type { CollectionClient, CollectionClientOptions } from './api/client';
import { createCollectionClient } from './api/client';
import { createGuard } from './policy/guard';

/**
 * Content Snare as the node's account sees it, as far as the credential's policy lets it be changed.
 * @throws InvalidInput when the credential's API root is not https (or http on loopback), or its policy
 * cannot be understood.
 */
export async function connectCollection(
	context: IAllExecuteFunctions,
	limits: Limits & Pick<CollectionClientOptions, 'leaveOut'>,
): Promise<CollectionClient> {
	const connection = await connect(context, {
		type: 'collectionOAuth2Api',
		label: 'Collection (Content Snare) OAuth2 API',
		choice: 'server',
		apiRoots: CONTENT_SNARE_ROOTS,
	});
	const { policy, account } = connection;
	const sendAnonymous = createAnonymousSend(context);
	const guard = policy && createGuard(policy, account);
	return createCollectionClient({ ...connection, ...limits, sendAnonymous, guard });
}
