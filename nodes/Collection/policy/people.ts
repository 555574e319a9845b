import { z } from 'zod';
import type { CollectionClient } from '../api/client';
import { collectionPath } from '../api/paths';

/** Addresses of people; an empty one stands for somebody who has none, and is never listed. */
export interface People {
	/** Those who get a message, or see something new, with nobody else doing anything. */
	told?: string[];
	/** Those who can be written to from then on. */
	named?: string[];
}

type Get = CollectionClient['get'];

const person = z.object({ email: z.string().nullish() }).transform(({ email }) => email ?? '');
const requestShape = z.object({ status: z.string(), clients: z.array(person) });

/** Where Content Snare writes to a client, as it is now. */
export async function emailOfClient(get: Get, id: string): Promise<string> {
	return await get(collectionPath`/clients/${id}`, person);
}

/**
 * The clients who are told of a change of a request, or may be; undefined for a draft that stays one,
 * which only the team sees.
 * @param status What it gets by the change.
 */
export async function toldOfChange(
	get: Get,
	requestId: string,
	status = 'draft',
): Promise<string[] | undefined> {
	const request = await get(collectionPath`/requests/${requestId}`, requestShape);
	return request.status === 'draft' && status === 'draft' ? undefined : request.clients;
}
