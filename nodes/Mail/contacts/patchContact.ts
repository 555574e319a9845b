import { explain } from '../../shared/http/failures';
import { mailPath } from '../graph/paths';
import type { GraphClient } from '../graph/types';
import type { Contact, ContactProperties } from './contact';
import { contactShape } from './contact';

/** Measured: https://github.com/microsoftgraph/microsoft-graph-docs/issues/15276 */
const LIMITS_HINT =
	'A contact holds three email addresses and two business phones at most: to put others in their place, use Update Contact and choose List Change: Replace.';

/**
 * Changes what a body names, and nothing else; a list in it takes the place of the one that is there.
 * @see https://learn.microsoft.com/graph/api/contact-update
 */
export async function patchContact(
	graph: GraphClient,
	id: string,
	body: ContactProperties,
): Promise<Contact> {
	return await graph
		.patch(mailPath`/contacts/${id}`, body, contactShape)
		.catch(explain({ rejected: LIMITS_HINT }));
}

/** Whether a change makes Graph make the shown name anew. */
export function changesShownName({ givenName, surname, displayName }: ContactProperties) {
	return (givenName ?? surname) !== undefined && displayName === undefined;
}

/** Graph makes the shown name anew from parts that change, unless it is sent along. */
export function keepShownName({ displayName, givenName, surname }: Contact) {
	const madeOfParts = displayName === [givenName, surname].filter((part) => part).join(' ');
	return madeOfParts || !displayName ? {} : { displayName };
}
