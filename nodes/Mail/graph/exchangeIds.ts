import { z } from 'zod';
import { ProviderFailure, recover, rethrow, undefinedOn } from '../../shared/http/failures';
import { toChunks } from '../../shared/provider/chunks';
import { isGone } from '../../shared/provider/failure';
import { isThingMissing } from './failure';
import { identified } from './pages';
import { mailPath } from './paths';
import type { GraphClient } from './types';

/** How IDs of Exchange begin, as every example of Graph shows them. Real ones have about 150 characters: AARP is a name. */
export const EXCHANGE_ID = /^A[AQ][\w=-]{20,}$/;

/** IDs that one call translates: https://learn.microsoft.com/graph/api/user-translateexchangeids */
const MAX_IDS = 1_000;

/** From the default form of an ID to the immutable one. */
const TYPES = { sourceIdType: 'restId', targetIdType: 'restImmutableEntryId' };

/** What the IDs are of, as paths have it. */
export type IdKind = 'messages' | 'contacts';

const NO_LASTING_IDS: Record<IdKind, { what: string; hint: string }> = {
	messages: { what: 'emails', hint: 'A person can choose Find By: Filters in Find Email.' },
	contacts: { what: 'contacts', hint: 'Use List Contacts, and compare.' },
};

const translation = z.object({
	// For an item that is gone, Graph gives the reason in place of `targetId`.
	value: z.array(z.object({ sourceId: z.string(), targetId: z.string().nullish() })),
});

/**
 * Immutable IDs for the IDs of mails or contacts that Graph gives by default: a search cannot return immutable ones.
 * @returns them by the given ID; one that Graph cannot translate is missing.
 */
export async function toImmutableIds(
	graph: GraphClient,
	ids: string[],
	kind: IdKind = 'messages',
): Promise<Map<string, string>> {
	return await translate(graph, ids).catch(
		// A cloud that has no such action answers 400 or 404 (fact: translate-missing).
		recover(['forbidden', 'rejected', 'notFound'], async () => await readIds(graph, ids, kind)),
	);
}

/**
 * The same by reading each item, where Graph does not translate. Not every cloud has that call, and an application
 * needs User.Read.All for it. No role of Exchange holds that right, so that an application that is confined to some
 * mailboxes lacks it.
 * @throws ProviderFailure where Graph takes no default ID beside the wish for immutable ones
 * (fact: default-id-under-prefer).
 */
async function readIds(graph: GraphClient, ids: string[], kind: IdKind) {
	const found = await Promise.all(
		ids.map(async (id): Promise<Array<[string, string]>> => {
			const read = await graph
				.part(mailPath`/${kind}/${id}`, identified)
				.catch(undefinedOn((failure) => isGone(failure) && isThingMissing(failure)))
				.catch(rethrow(isRefusedForm, (failure) => noLastingIds(failure, kind)));
			return read ? [[id, read.id]] : [];
		}),
	);
	return new Map(found.flat());
}

/** Whether Graph refuses the form of an ID that it has just given out. */
function isRefusedForm(failure: ProviderFailure): boolean {
	return failure.kind === 'notFound' && !isGone(failure);
}

function noLastingIds({ kind, details }: ProviderFailure, things: IdKind): ProviderFailure {
	const { what, hint } = NO_LASTING_IDS[things];
	// Without the status 400: there is nothing wrong with what the user asked.
	const { providerCode, requestId } = details;
	const message = `Microsoft gives no lasting IDs for these ${what} here`;
	return new ProviderFailure(kind, message, { providerCode, requestId, hint });
}

async function translate(graph: GraphClient, ids: string[]): Promise<Map<string, string>> {
	const path = mailPath`/translateExchangeIds`;
	const answers = await Promise.all(
		toChunks(ids, MAX_IDS).map(async (inputIds) => {
			const body = { inputIds, ...TYPES };
			return await graph.post(path, body, translation, { repeatable: true });
		}),
	);
	const translated = answers.flatMap(({ value }) => value);
	return new Map(
		translated.flatMap(({ sourceId, targetId }) => (targetId ? [[sourceId, targetId]] : [])),
	);
}
