import type { JsonObject } from '../exchange';
import { type GraphRoutes, hasScope } from './call';
import type { Mailbox } from './mailbox';
import { accessDenied } from './problem';
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

/** `GET /me` and `GET /users/{id}`, and the organization that the account belongs to. */
export const userRoutes: GraphRoutes = {
	'GET ': (call) => entityAnswer(call, renderUser(call.mailbox), USER_TYPE),

	// With User.Read the verified domains, and null for the rest; a personal account belongs to no
	// organization: https://learn.microsoft.com/graph/api/organization-list
	'GET /$root/organization': (call) => {
		if (!hasScope(call, 'User.Read', 'Organization.Read.All')) throw accessDenied();
		const [, domain = ''] = call.caller.address.split('@');
		const verifiedDomains = [domain, ...call.world.moreDomains].map((name) => ({ name }));
		const value = call.caller.personal ? [] : [{ id: call.caller.id, verifiedDomains }];
		return { status: 200, body: { value } };
	},
};
