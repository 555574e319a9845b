import { z } from 'zod';
import type { Person } from '../../shared/outgoing/write';
import type { CollectionClient } from '../api/client';
import { collectionPath } from '../api/paths';

type Get = CollectionClient['get'];

/** A client with this email; one without an email is never listed. */
export const client = (email: string | null | undefined): Person => ({
	address: email || undefined,
	as: 'the client',
});

const person = z.object({ email: z.string().nullish() }).transform(({ email }) => client(email));
const requestShape = z.object({ status: z.string(), clients: z.array(person) });

/** Where Content Snare writes to a client, as it is now. */
export async function clientOf(get: Get, id: string): Promise<Person> {
	return await get(collectionPath`/clients/${id}`, person);
}

/**
 * The clients who are told of a change of a request, or may be; undefined for a draft that stays one, which only the
 * team sees.
 * @param status The status that the change sets, if it does.
 */
export async function toldOfChange(
	get: Get,
	requestId: string,
	status = 'draft',
): Promise<Person[] | undefined> {
	const request = await get(collectionPath`/requests/${requestId}`, requestShape);
	return request.status === 'draft' && status === 'draft' ? undefined : request.clients;
}
