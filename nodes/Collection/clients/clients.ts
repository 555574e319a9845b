import type { FailureKind } from '../../shared/http/failures';
import { InvalidInput, recover } from '../../shared/http/failures';
import { rememberPerRun } from '../../shared/provider/perRun';
import { isSameText } from '../../shared/text/sameText';
import type { CollectionClient } from '../api/client';
import { createOnce } from '../api/createOnce';
import { collectionPath } from '../api/paths';
import type { Client } from '../api/records';
import { clientShape, recordId } from '../api/records';
import type { PersonReference } from './references';

/** One client by ID, read once in a run. */
export const readClientOnce = rememberPerRun(
	async (api: CollectionClient, id: string): Promise<Client> =>
		await api.get(collectionPath`/clients/${id}`, clientShape),
);

/** Two are enough to tell that there are several: an integration may bring one of its own (fact: clients-active). */
const SEVERAL = 2;

/**
 * The ID of the client the user named. An email is looked for once in a run: nobody has it any more once the item before
 * deleted the client.
 * @throws InvalidInput when no client has the email, or more than one.
 */
export async function clientIdOf(
	api: CollectionClient,
	{ by, value }: PersonReference,
): Promise<string> {
	return by === 'id' ? value : await idByEmail(api, value.toLowerCase());
}

const idByEmail = rememberPerRun(
	async (api: CollectionClient, value: string) =>
		(await readClient(api, { by: 'email', value })).id,
);

/**
 * The client the user named, with everything about it.
 * @throws InvalidInput when no client has the email, or more than one.
 */
export async function readClient(
	api: CollectionClient,
	{ by, value }: PersonReference,
): Promise<Client> {
	if (by === 'id') return await api.get(collectionPath`/clients/${value}`, clientShape);
	const hint = 'Choose one by its ID, which Find Client returns.';
	const client = await onlyClientWith(api, value, 'client', hint);
	if (client) return client;
	throw new InvalidInput(
		'no active client has this email',
		'client',
		'Check the spelling, or look for the client with Find Client.',
	);
}

/**
 * The client with this email, if there is one.
 * @throws InvalidInput when there are several.
 */
async function onlyClientWith(
	api: CollectionClient,
	email: string,
	field: string,
	hint: string,
): Promise<Client | undefined> {
	const [client, another] = await searchClients(api, email, SEVERAL);
	if (another) throw new InvalidInput('several clients have this email', field, hint);
	return client;
}

/** `Doe, Pat`, as lists of people write it. */
const SURNAME_FIRST = /^([^,]+),\s*([^,]+)$/;

/** Clients by their whole email, or by a part of their name. Where nobody is called `Doe, Pat`, `Pat Doe` is tried, too. */
export async function findClients(api: CollectionClient, search: string): Promise<Client[]> {
	const found = await searchClients(api, search);
	const turned = search.replace(SURNAME_FIRST, '$2 $1');
	return found.length > 0 || turned === search ? found : await searchClients(api, turned);
}

/** How closely the API's own search matches is not documented, so its rows are compared here, emails in any case. */
async function searchClients(
	api: CollectionClient,
	search: string,
	limit?: number,
): Promise<Client[]> {
	const wanted = search.toLowerCase();
	const byEmail = search.includes('@');
	return await api.list(collectionPath`/clients`, clientShape, {
		query: { q: search, q_by: [byEmail ? 'email' : 'full_name'], include_external: true },
		where: ({ email, full_name: name }) =>
			byEmail ? isSameText(email, search) : !!name?.toLowerCase().includes(wanted),
		limit,
	});
}

/** Changes a client; keys that are left out stay as they are. An answer without a body is accepted. */
export async function putClient(
	api: CollectionClient,
	id: string,
	changes: Record<string, unknown>,
): Promise<Client> {
	const answer = clientShape.extend({ id: recordId.catch(id) });
	return await api.put(collectionPath`/clients/${id}`, changes, answer.catch({ id }));
}

/** Creates a client, at most once: one whose answer was lost is looked up by its email. */
export async function postClientOnce(
	api: CollectionClient,
	email: string,
	body: Record<string, unknown>,
): Promise<Client> {
	return await createOnce({
		what: 'client',
		create: async () => await api.post(collectionPath`/clients`, body, clientShape),
		async lookUp() {
			const found = await searchClients(api, email);
			// One of another name was there before: nothing was created.
			return found.find(({ full_name: name }) => isSameText(name, String(body.full_name)));
		},
		hint: 'Look for the email in Content Snare, or run Create or Update Client, which does not create it twice.',
	});
}

/** How an email that is a client already may be refused: with which status is not documented. */
const REFUSED: FailureKind[] = ['rejected', 'conflict'];

/**
 * Changes the client with this email, or creates it. To do so again is harmless: the email is looked up first, and the
 * API makes no second client of it (fact: client-again).
 * @param body What a new client gets.
 * @param changes What an existing client gets.
 * @throws InvalidInput when several clients have the email.
 */
export async function upsertClientByEmail(
	api: CollectionClient,
	email: string,
	body: Record<string, unknown>,
	changes: Record<string, unknown>,
): Promise<Client & { created: boolean }> {
	const update = async ({ id }: Client) => ({
		...(await putClient(api, id, changes)),
		created: false,
	});
	const create = async () => ({ ...(await postClientOnce(api, email, body)), created: true });
	const hint = 'Choose one by its ID in Update Client: Find Client returns it.';
	const look = async () => await onlyClientWith(api, email, 'email', hint);
	const existing = await look();
	if (existing) return await update(existing);
	return await create().catch(
		recover(
			({ kind, details }) => REFUSED.includes(kind) || details.mayHaveHappened === true,
			async (failure) => {
				if (failure.details.mayHaveHappened) {
					const lost = failure.withDetails({ mayHaveHappened: false, hint: undefined });
					// Another attempt may fail before it has looked.
					throw lost.withLeft(
						'Run Create or Update Client again: the client may exist, and its email is looked up first.',
					);
				}
				// Somebody else may have created it meanwhile.
				const made = await look();
				if (!made) throw failure;
				return await update(made);
			},
		),
	);
}
