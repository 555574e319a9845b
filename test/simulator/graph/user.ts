import type { JsonObject } from '../exchange';
import type { GraphRoutes } from './call';
import type { Mailbox } from './mailbox';
import type { EntityType } from './query/filter';
import { entityAnswer } from './query/list';

const USER_TYPE: EntityType = {
	name: 'users',
	properties: new Set(['id', 'displayName', 'mail', 'userPrincipalName', 'givenName', 'surname']),
};

function renderUser(mailbox: Mailbox): JsonObject {
	return {
		id: mailbox.id,
		displayName: mailbox.displayName,
		givenName: mailbox.displayName,
		surname: null,
		mail: mailbox.address,
		userPrincipalName: mailbox.address,
	};
}

/** `GET /me` and `GET /users/{id}`: the credential test reads it. */
export const userRoutes: GraphRoutes = {
	'GET ': (call) => entityAnswer(call, renderUser(call.mailbox), USER_TYPE),
};
