import type { CollectionClient } from './api/client';
import { collectionPath } from './api/paths';
import type { RequestRecord } from './records';
import { recordId, requestShape } from './records';
import { given } from './requests';

/** Statuses that a request can be set to. */
export type SettableStatus = 'draft' | 'published' | 'completed' | 'archived';

/** Changes a request; undefined keys stay as they are. An answer without a body is accepted. */
export async function changeRequest(
	api: CollectionClient,
	id: string,
	changes: Record<string, unknown>,
): Promise<RequestRecord> {
	const answer = requestShape.extend({ id: recordId.catch(id) });
	const path = collectionPath`/requests/${id}`;
	return await api.put(path, given(changes), answer.catch({ id }));
}

/** Sets the status of a request: publishing, completing, reopening and archiving are this. */
export async function setStatus(
	api: CollectionClient,
	id: string,
	status: SettableStatus,
): Promise<RequestRecord> {
	return { status, ...(await changeRequest(api, id, { status })) };
}
