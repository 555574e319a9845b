import { anything } from '../shared/provider/understand';
import type { CollectionClient } from './api/client';
import { collectionPath } from './api/paths';

/** A request, or one page or section of it. */
export interface Scope {
	kind: 'request' | 'page' | 'section';
	id: string;
}

/** Approves every field in the scope that the client has submitted. */
export async function approveAll(api: CollectionClient, scope: Scope): Promise<void> {
	await api.put(`${scopePath(scope)}/approve_all_submitted_fields`, undefined, anything);
}

/** Submits every field in the scope for review, in the client's place. */
export async function submitAll(api: CollectionClient, scope: Scope): Promise<void> {
	await api.put(`${scopePath(scope)}/submit_all_fields`, undefined, anything);
}

function scopePath({ kind, id }: Scope): string {
	switch (kind) {
		case 'request':
			return collectionPath`/requests/${id}`;
		case 'page':
			return collectionPath`/pages/${id}`;
		case 'section':
			return collectionPath`/sections/${id}`;
	}
}
