import { z } from 'zod';
import type { JsonObject } from '../exchange';
import { checkAccess, type GraphRoutes, hasScope, readAction } from './call';
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

const mailTipsSchema = z
	.object({ emailAddresses: z.array(z.string()), mailTipsOptions: z.string() })
	.strict();

/** `GET /me` and `GET /users/{id}`, what is known of recipients, and the organization that the account belongs to. */
export const userRoutes: GraphRoutes = {
	'GET ': (call) => {
		// https://learn.microsoft.com/graph/api/user-get (permissions)
		if (call.application && !hasScope(call, 'User.Read.All')) throw accessDenied();
		return entityAnswer(call, renderUser(call.mailbox), USER_TYPE);
	},

	// Only the tip that is asked for: https://learn.microsoft.com/graph/api/user-getmailtips
	'POST /getMailTips': (call) => {
		checkAccess(call, 'mail', 'read');
		const { emailAddresses } = readAction(call, mailTipsSchema);
		const value = emailAddresses.map((address) => ({
			emailAddress: { name: '', address },
			externalMemberCount: call.world.externalMembers.get(address.toLowerCase()) ?? 0,
		}));
		return { status: 200, body: { value } };
	},

	// With User.Read the verified domains, and null for the rest; a personal account belongs to no
	// organization: https://learn.microsoft.com/graph/api/organization-list
	'GET /$root/organization': (call) => {
		// Applications: https://learn.microsoft.com/graph/api/organization-list (permissions)
		const scopes = call.application ? [] : ['User.Read'];
		if (!hasScope(call, ...scopes, 'Organization.Read.All')) throw accessDenied();
		const [, domain = ''] = call.caller.address.split('@');
		const verifiedDomains = [domain, ...call.world.moreDomains].map((name) => ({ name }));
		const value = call.caller.personal ? [] : [{ id: call.caller.id, verifiedDomains }];
		return { status: 200, body: { value } };
	},
};
