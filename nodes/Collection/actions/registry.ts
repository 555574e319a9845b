import { createRegistry } from '../../shared/registry';
import { apiCall } from './advanced/apiCall.operation';
import { createClient } from './client/createClient.operation';
import type { CollectionContext } from './defineCollectionOperation';
import { createRequest } from './request/createRequest.operation';

/** Every step of the Collection node. */
export const collectionRegistry = createRegistry<CollectionContext>([
	{ resource: 'client', defaultOperation: 'createClient', operations: [createClient] },
	{ resource: 'request', defaultOperation: 'createRequest', operations: [createRequest] },
	{ resource: 'advanced', defaultOperation: 'apiCall', operations: [apiCall] },
]);
