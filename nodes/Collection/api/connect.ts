import type { IAllExecuteFunctions } from 'n8n-workflow';
import { CONTENT_SNARE_ROOTS } from '../../../credentials/apiRoots';
import { createAnonymousSend } from '../../shared/http/request';
import type { Limits } from '../../shared/provider/connect';
import { connect } from '../../shared/provider/connect';
import type { CollectionClient } from './client';
import { createCollectionClient } from './client';

/**
 * Content Snare as the node's account sees it.
 * @throws InvalidInput when the credential's API root is not https (or http on loopback).
 */
export async function connectCollection(
	context: IAllExecuteFunctions,
	limits: Limits,
): Promise<CollectionClient> {
	const connection = await connect(context, {
		type: 'collectionOAuth2Api',
		label: 'Collection OAuth2 API',
		choice: 'server',
		apiRoots: CONTENT_SNARE_ROOTS,
	});
	const sendAnonymous = createAnonymousSend(context);
	return createCollectionClient({ ...connection, ...limits, sendAnonymous });
}
