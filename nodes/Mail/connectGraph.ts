import type { IAllExecuteFunctions } from 'n8n-workflow';
import { GRAPH_ROOTS } from '../../credentials/apiRoots';
import type { Limits } from '../shared/provider/connect';
import { connect } from '../shared/provider/connect';
import { failureTexts } from './failureTexts';
import { createGraphClient } from './graph/client';
import type { GraphClient } from './graph/types';
import { createGuard } from './policy/guard';

/**
 * Graph as the node's account sees it.
 * @throws InvalidInput when the credential's API root is not https (or http on loopback).
 */
export async function connectGraph(
	context: IAllExecuteFunctions,
	limits: Limits,
): Promise<GraphClient> {
	const connection = await connect(context, {
		type: 'mailOAuth2Api',
		label: 'Mail (Outlook, Microsoft 365, Office) OAuth2 API',
		choice: 'cloud',
		apiRoots: GRAPH_ROOTS,
	});
	const { policy, account } = connection;
	const guard = policy && createGuard({ policy, account, clock: limits.clock });
	return createGraphClient({ ...connection, ...limits, texts: failureTexts, guard });
}
